// `npm run faults`: installs and builds when needed, then runs the fault tests.
import { readyToTest } from './ready.mjs';

await readyToTest();
await import('../faults/run.mjs');
