// Bundles the benchmark and runs it. Dependencies and the program must be there already: `npm run bench` sees to that first.
import { runBundled } from '../scripts/run-bundled.mjs';

await runBundled('bench');
