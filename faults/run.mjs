// Bundles the fault tests and runs them. `npm run faults` installs dependencies and builds the program first.
import { runBundled } from '../scripts/run-bundled.mjs';

await runBundled('faults');
