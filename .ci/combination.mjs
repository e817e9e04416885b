// Runs a command in an environment that differs from this machine's: time zone, language, other interpreters, account, clock.
//   node .ci/combination.mjs npm test
// SEED picks the combination; CI_COMBINATION="tz=UTC,path=bare" sets it; settings that it omits are those of this machine.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const isRoot = process.getuid?.() === 0;
const LIBFAKETIME = 'faketime/libfaketimeMT.so.1';
const faketime = readdirSync('/usr/lib')
  .map((folder) => join('/usr/lib', folder, LIBFAKETIME))
  .find((path) => existsSync(path));
/** Where the clock of every process below a command can be set: the database is one, and gets no variables of ours. */
const canSetClock = faketime && isRoot && spawnSync('unshare', ['--mount', 'true']).status === 0;
/** The first of each is what this machine has. */
const AXES = {
  tz: ['', 'UTC', 'Pacific/Apia', 'America/St_Johns'],
  lang: ['', 'C'],
  // Without Chromium and without interpreters of other languages.
  path: ['', 'bare'],
  // An ordinary account, in a clone that only it can enter.
  user: isRoot ? ['', 'nobody'] : [''],
  clock: canSetClock
    ? ['', '2028-02-29T12:00:00Z', '2027-03-28T01:30:00Z', `${new Date().getUTCFullYear()}-12-31T23:59:00Z`]
    : [''],
};
const OTHERS = /^(php|python|perl|ruby|chromium|pyenv|pypy)/;

const seed = process.env.SEED ?? String(Date.now() % 1_000_000);
const combination = process.env.CI_COMBINATION === undefined ? picked() : given(process.env.CI_COMBINATION);
const [command, ...args] = process.argv.slice(2);
const written = Object.entries(combination)
  .filter(([, value]) => value)
  .map(([axis, value]) => `${axis}=${value}`)
  .join(',');
process.stdout.write(`Environment: CI_COMBINATION='${written}' SEED=${seed}\n`);

const folder = mkdtempSync(join(tmpdir(), 'masthead-combination-'));
chmodSync(folder, 0o711);
try {
  process.exitCode = run();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Each value as likely as the others, and the same for the same seed. The clock is set only on request: of some thousand
 * processes one fails now and then in libfaketime 0.9.10 itself ("sem_open failed and recreation attempts failed").
 */
function picked() {
  const number = (axis) => createHash('sha256').update(`${seed} ${axis}`).digest().readUInt32BE();
  const axes = Object.entries(AXES).filter(([axis]) => axis !== 'clock');
  return Object.fromEntries(axes.map(([axis, values]) => [axis, values[number(axis) % values.length]]));
}

function given(text) {
  const pairs = text
    .split(',')
    .filter(Boolean)
    .map((pair) => pair.split('='));
  const unknown = pairs.filter(([axis]) => !(axis in AXES));
  if (unknown.length > 0) throw new Error(`There is no ${unknown[0][0]}; there are ${Object.keys(AXES).join(', ')}.`);
  const asked = Object.fromEntries(pairs);
  if (asked.clock && !canSetClock) throw new Error('The clock can be set by root alone, with faketime and unshare.');
  return asked;
}

function run() {
  const account = combination.user ? accountOf(combination.user) : null;
  const checkout = account ? ownClone(account) : root;
  const base = { ...process.env, SEED: seed, ...(account ? { HOME: join(folder, 'own', 'home') } : {}) };
  const start = (program, programArgs, env) =>
    spawnSync(program, programArgs, { cwd: checkout, env, stdio: 'inherit', ...account }).status ?? 1;
  // Downloads need the real time, for certificates.
  const ready = "import('./scripts/ready.mjs').then(({ readyToTest }) => readyToTest())";
  const status = start(process.execPath, ['-e', ready], base);
  if (status !== 0) return status;
  const env = { ...base, ...environment() };
  return combination.clock ? runAt(combination.clock, account, { cwd: checkout, env }) : start(command, args, env);
}

/** With a clock that is off by the same amount for all processes: preloaded by the loader, in a mount namespace. */
function runAt(instant, account, options) {
  const seconds = Math.round((Date.parse(instant) - Date.now()) / 1000);
  const files = { '/etc/ld.so.preload': `${faketime}\n`, '/etc/faketimerc': `${seconds < 0 ? '' : '+'}${seconds}s\n` };
  const made = Object.keys(files).filter((path) => !existsSync(path));
  for (const path of made) writeFileSync(path, ''); // to mount on
  const mounts = Object.entries(files).map(([path, text], at) => {
    const file = join(folder, `clock-${at}`);
    writeFileSync(file, text);
    return `mount --bind '${file}' '${path}'`;
  });
  // Another account cannot open shared memory of root's process, so it creates its own.
  const inner = `const { FAKETIME_SHARED, ...env } = process.env;
    const options = { env, stdio: 'inherit', ...${JSON.stringify(account ?? {})} };
    process.exitCode = require('node:child_process').spawnSync(process.argv[1], process.argv.slice(2), options).status ?? 1;`;
  const script = `${mounts.join(' && ')} && exec "$@"`;
  const program = [process.execPath, '-e', inner, command, ...args];
  const ended = spawnSync('unshare', ['--mount', 'sh', '-c', script, 'sh', ...program], {
    ...options,
    stdio: 'inherit',
  });
  for (const path of made) rmSync(path);
  return ended.status ?? 1;
}

function environment() {
  const { tz, lang, path, clock } = combination;
  return {
    ...(tz ? { TZ: tz } : {}),
    ...(lang ? { LANG: lang, LC_ALL: lang } : {}),
    ...(path ? { PATH: barePath() } : {}),
    // Chromium hangs while it starts when libfaketime shifts the wall clock but not the monotonic one, as below (3 of 3 starts; with
    // both shifted 3 of 3 loaded a page). `npm run test:postgres` tests the pages too.
    ...(path || clock ? { CHROMIUM: join(folder, 'none') } : {}),
    // Timers run on the monotonic clock.
    ...(clock ? { FAKETIME_DONT_FAKE_MONOTONIC: '1' } : {}),
  };
}

/** Links to all programs on the path but those of other languages. */
function barePath() {
  const bare = join(folder, 'bin');
  mkdirSync(bare);
  for (const place of (process.env.PATH ?? '').split(delimiter).filter(existsSync))
    for (const name of readdirSync(place))
      if (!OTHERS.test(name) && !existsSync(join(bare, name))) link(join(place, name), join(bare, name));
  return bare;
}

function link(target, path) {
  try {
    symlinkSync(target, path);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error; // a link to nothing is there already
  }
}

function accountOf(name) {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${name}:`));
  const [, , uid, gid] = line.split(':').map(Number);
  return { uid, gid };
}

function ownClone({ uid, gid }) {
  const own = join(folder, 'own');
  const checkout = join(own, 'masthead');
  mkdirSync(join(own, 'home'), { recursive: true });
  if (spawnSync('git', ['clone', '--quiet', root, checkout], { stdio: 'inherit' }).status !== 0)
    throw new Error('git clone failed');
  spawnSync('chown', ['-R', `${uid}:${gid}`, own]);
  chmodSync(own, 0o700);
  return checkout;
}
