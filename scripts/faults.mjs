// `npm run faults`: installs and builds when needed, then breaks things.
import { readyToDevelop } from './ready.mjs';

await readyToDevelop();
await import('../faults/run.mjs');
