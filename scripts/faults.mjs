// `npm run faults`: installs and builds when needed, then breaks things.
import { ready } from './ready.mjs';

ready();
await import('../faults/run.mjs');
