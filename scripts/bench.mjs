// `npm run bench`: installs and builds when needed, then measures.
import { ready } from './ready.mjs';

ready();
await import('../bench/run.mjs');
