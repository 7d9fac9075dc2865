import { parentPort } from 'node:worker_threads';
import { checkTypes } from './check-types';
import { inspectPackage, type InspectRequest } from './inspect-package';

/** Entry of the thread in which packages are type-checked: the libraries of the language are read once, then one request at a time. */
checkTypes([{ path: 'src/nothing.ts', text: 'export {};\n' }]);
parentPort!.postMessage({ ready: true });
parentPort!.on('message', (request: InspectRequest) => {
  try {
    parentPort!.postMessage({ inspection: inspectPackage(request) });
  } catch (error) {
    parentPort!.postMessage({ error });
  }
});
