// Bundles the benchmark and runs it. `npm run bench` installs dependencies and builds the program first.
import { runBundled } from '../scripts/run-bundled.mjs';

await runBundled('bench');
