// Bundles the fault tests and runs them. Dependencies and the program must be there already: `npm run faults` sees to that.
import { runBundled } from '../scripts/run-bundled.mjs';

await runBundled('faults');
