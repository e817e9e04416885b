// `npm run faults`: installs and builds when needed, then runs the fault tests.
import { readyToDevelop } from './ready.mjs';

await readyToDevelop();
await import('../faults/run.mjs');
