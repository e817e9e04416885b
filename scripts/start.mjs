// `npm start`: installs and builds if needed, then runs the service in this process, so that signals reach it.
import { readyToStart } from './ready.mjs';

await readyToStart();
process.env.DEMO ??= '1';
process.env.DEMO_LIVE ??= process.env.DEMO;
process.argv = [process.argv[0], process.argv[1], 'start', ...process.argv.slice(2)];
await import('../dist/cli/main.js');
