// `npm start`: install and build what is missing, then run the service in this very process, so that signals reach it.
import { readyToStart } from './ready.mjs';

await readyToStart();
process.env.DEMO ??= '1';
process.argv = [process.argv[0], process.argv[1], 'start', ...process.argv.slice(2)];
await import('../dist/cli/main.js');
