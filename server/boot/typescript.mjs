// Stands in for `typescript` in the bundles. Imported as a module Node reads its nine megabytes three times (which format is it, what
// does it export, run it): 0.55 s of CPU. Required, once: 0.2 s. Every command that runs a strategy waits for it.
import { createRequire } from 'node:module';

export default createRequire(import.meta.url)('typescript');
