import { bus } from './bus';
import { engineStatus, startEngine } from './host';

// A stand-in for the web server: forks the engine as instrumentation does, says what it sees, ends by itself when told to.
bus().onShutdown(() => console.log('streams closed'));
startEngine();
startEngine();
setInterval(() => console.log(`engine ${JSON.stringify(engineStatus())}`), 50);
process.on('SIGTERM', () => setTimeout(() => process.exit(0), 300));
