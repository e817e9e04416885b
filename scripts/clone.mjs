// `npm run test:clone`: the two commands of the README in fresh clones that only their owner can enter, as root (when we
// are root) and as an ordinary user, with nothing left running. `--short` skips the nested `npm test`; `--empty-cache` gives
// each clone its own npm cache, so that the first start downloads everything.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const [isShort, isCacheEmpty] = ['--short', '--empty-cache'].map((flag) => process.argv.includes(flag));
const START_PATIENCE = 300_000;
const TEST_PATIENCE = 1_200_000;

const results = [];
for (const who of accounts()) {
  const folder = mkdtempSync(join(tmpdir(), `masthead-clone-${who.name}-`));
  try {
    const checkout = join(folder, 'masthead');
    clone(folder, checkout, who);
    await check(`npm start, as ${who.name}`, () => firstStart(checkout, who));
    await check(`npm start again, as ${who.name}`, () => secondStart(checkout, who));
    if (!isShort) {
      await check(`npm test, as ${who.name}`, () => tests(checkout, who));
      await check(`npm start after npm test, as ${who.name}`, () => startAfterTests(checkout, who));
    }
    await check(`nothing left running, as ${who.name}`, () => nothingLeft(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
const failed = results.filter((passed) => !passed).length;
process.stdout.write(`\n${results.length - failed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;

/** Root and `nobody` when we are root, else ourselves. */
function accounts() {
  if (process.getuid() !== 0) return [{ name: 'user', uid: process.getuid(), gid: process.getgid() }];
  const [, , uid, gid] = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((line) => line.startsWith('nobody:'))
    .split(':');
  return [
    { name: 'root', uid: 0, gid: 0 },
    { name: 'nobody', uid: Number(uid), gid: Number(gid) },
  ];
}

function clone(folder, checkout, who) {
  const { status } = spawnSync('git', ['clone', '--quiet', root, checkout], { stdio: 'inherit' });
  if (status !== 0) throw new Error('git clone failed');
  mkdirSync(join(folder, 'home'));
  spawnSync('chown', ['-R', `${who.uid}:${who.gid}`, folder]);
  chownSync(folder, who.uid, who.gid);
  chmodSync(folder, 0o700);
}

/** It installs the packages to build and run the service, and no test tools. */
async function firstStart(checkout, who) {
  const { seconds, output } = await started(checkout, who, START_PATIENCE);
  if (hasTestTools(checkout)) throw new Error('it installed tools that only tests need');
  const steps = output.split('\n').filter((line) => /^(Installed|Built)/.test(line));
  const { stdout } = spawnSync('du', ['-sm', 'node_modules'], { cwd: checkout, encoding: 'utf8' });
  const load = readFileSync('/proc/loadavg', 'utf8').split(' ')[0];
  process.stdout.write(
    `  ${steps.join(' ')} Ready after ${seconds.toFixed(1)} s; ${Number.parseInt(stdout, 10)} MB; load ${load}\n`,
  );
}

async function secondStart(checkout, who) {
  const { seconds, output } = await started(checkout, who, START_PATIENCE);
  if (output.includes('Installing')) throw new Error('it installed again');
  process.stdout.write(`  ready after ${seconds.toFixed(1)} s\n`);
}

async function startAfterTests(checkout, who) {
  const { output } = await started(checkout, who, START_PATIENCE);
  if (output.includes('Installing') || !hasTestTools(checkout)) throw new Error('it took away what npm test installed');
}

function hasTestTools(checkout) {
  return existsSync(join(checkout, 'node_modules/vitest'));
}

/** Starts, reads the demo, stops with SIGTERM as a supervisor would, and expects a clean end. */
async function started(checkout, who, patience) {
  const port = await freePort();
  const began = Date.now();
  const child = launch(['start'], checkout, who, { PORT: String(port) });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
  const ended = new Promise((resolve) => child.on('close', resolve));
  while (!output.includes('Masthead is ready at')) {
    if (child.exitCode !== null || Date.now() - began > patience) throw new Error(`it did not start:\n${output}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const seconds = (Date.now() - began) / 1000;
  const answer = await fetch(`http://127.0.0.1:${port}/v1/sites/1/authors`);
  if (answer.status !== 200 || (await answer.json()).authors.length === 0)
    throw new Error('the demo site is not there');
  child.kill('SIGTERM');
  const code = await ended;
  if (code !== 0) throw new Error(`it ended with ${code} after SIGTERM:\n${output}`);
  return { seconds, output };
}

async function tests(checkout, who) {
  const child = launch(['test'], checkout, who, {});
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
  const timer = setTimeout(() => child.kill('SIGKILL'), TEST_PATIENCE);
  const code = await new Promise((resolve) => child.on('close', resolve));
  clearTimeout(timer);
  process.stdout.write(`${output.split('\n').slice(-4).join('\n')}\n`);
  if (code !== 0) throw new Error(output.slice(-8_000));
}

function launch(args, cwd, who, env) {
  const { PATH } = process.env;
  const home = who.uid === 0 && process.env.HOME ? process.env.HOME : join(cwd, '..', 'home');
  const cache = isCacheEmpty ? { npm_config_cache: join(cwd, '..', 'cache') } : {};
  return spawn('npm', args, {
    cwd,
    uid: who.uid,
    gid: who.gid,
    env: { PATH, HOME: home, ...cache, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Processes whose command line or working folder is in the clone. */
async function nothingLeft(folder) {
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const { stdout } = spawnSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' });
  const left = stdout.split('\n').filter((line) => line.includes(folder) && !line.includes('clone.mjs'));
  if (left.length > 0) throw new Error(left.join('\n'));
  if (existsSync(join(folder, 'masthead', 'data', 'postgres', 'postmaster.pid')))
    throw new Error('a postmaster.pid is left');
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function check(name, work) {
  try {
    await work();
    results.push(true);
    process.stdout.write(`ok      ${name}\n`);
  } catch (error) {
    results.push(false);
    process.stdout.write(`FAILED  ${name}: ${error.message}\n`);
  }
}
