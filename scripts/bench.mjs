// `npm run bench`: installs and builds when needed, then measures.
import { readyToDevelop } from './ready.mjs';

await readyToDevelop();
await import('../bench/run.mjs');
