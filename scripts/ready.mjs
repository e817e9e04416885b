// Installs packages and builds if the installed state does not match the checkout. Needs only Node and npm.
// `npm start` installs the packages to build and run the service; `npm test` adds the rest, and neither removes what the other installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const PACKAGES = join(root, 'node_modules');
const TEST_TOOLS = join(root, 'scripts/test-tools');
const LEAST_NODE = [20, 19];
/** The development packages without which `build.mjs --program` cannot run. */
const BUILD_TOOLS = [
  'esbuild',
  '@mantine/core',
  '@mantine/hooks',
  '@mantine/spotlight',
  '@tanstack/react-query',
  'diff',
  'get-nonce',
  'prosemirror-commands',
  'prosemirror-dropcursor',
  'prosemirror-gapcursor',
  'prosemirror-history',
  'prosemirror-inputrules',
  'prosemirror-keymap',
  'prosemirror-model',
  'prosemirror-schema-list',
  'prosemirror-state',
  'prosemirror-transform',
  'prosemirror-view',
  'react',
  'react-dom',
  'wouter',
];
const PROGRESS_MS = 5_000;

/** The service's packages and the built program. */
export async function readyToStart() {
  await ready(hasDevelopmentPackages() ? 'all' : 'program');
}

/** Every package of package.json, and the SDK with its types. */
export async function readyToDevelop() {
  await ready('all');
}

/** Servers that tests run against, in a separate folder, because they have many old dependencies. */
export async function readyToTest() {
  await readyToDevelop();
  const inputs = digest([file('scripts/test-tools/package.json'), file('scripts/test-tools/package-lock.json')]);
  await upToDate(join(TEST_TOOLS, 'node_modules/.masthead-install'), inputs, 'all', () => {
    return install('the servers of the tests', ['--omit=dev'], TEST_TOOLS);
  });
}

async function ready(scope) {
  checkNode();
  await upToDate(join(PACKAGES, '.masthead-install'), installInputs(), scope, () => installPackages(scope));
  await upToDate(join(root, 'dist/.masthead-build'), buildInputs(), scope, () => build(scope));
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1])) return;
  fail(`Masthead needs Node.js ${LEAST_NODE.join('.')} or newer; this is ${process.versions.node}.`);
}

/** `all` includes `program`. The stamp is removed first and written last, so that interrupted work is repeated. */
async function upToDate(stamp, inputs, scope, work) {
  const done = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (done === `${inputs} all` || done === `${inputs} ${scope}`) return;
  rmSync(stamp, { force: true });
  await work();
  writeFileSync(stamp, `${inputs} ${scope}`);
}

/**
 * Also after a plain `npm install`: an install without them would remove them. Only these are checked, because a build tool may
 * depend on another development package, as Mantine does on `@types/react`.
 */
function hasDevelopmentPackages() {
  return ['vitest', '@biomejs/biome'].some((name) => existsSync(join(PACKAGES, name)));
}

function installInputs() {
  return digest([file('package.json'), file('package-lock.json'), process.platform, process.arch]);
}

/** Development packages are installed by name, even with NODE_ENV=production. */
function installPackages(scope) {
  if (scope === 'all') return install('all packages', ['--include=dev']);
  const { packages } = json('package-lock.json');
  const tools = BUILD_TOOLS.map((name) => `${name}@${packages[`node_modules/${name}`].version}`);
  // npm skips a development package even if it is named, unless it would be saved as another kind; nothing is saved.
  return install('what the service needs', ['--omit=dev', '--save-prod', ...tools]);
}

/** Installs the versions of the lock file and saves nothing. Not `npm ci`: it removes what is there first. */
async function install(what, options, folder = root) {
  const common = ['--no-save', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  say(`Installing ${what} …`);
  const seconds = stopwatch();
  // npm first fetches the metadata of all packages, so there are none for a while.
  const timer = setInterval(() => {
    say(`  after ${seconds()} s ${packagesIn(join(folder, 'node_modules'))} packages are in place`);
  }, PROGRESS_MS);
  await run(npm(['install', ...common, ...options]), 'npm install', folder);
  clearInterval(timer);
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  say(`Installed ${packagesIn(join(folder, 'node_modules'))} packages in ${seconds()} s.`);
}

function packagesIn(folder) {
  return names(folder)
    .flatMap((name) => (name.startsWith('@') ? names(join(folder, name)).map((inner) => join(name, inner)) : [name]))
    .filter((name) => existsSync(join(folder, name, 'package.json')))
    .reduce((sum, name) => sum + 1 + packagesIn(join(folder, name, 'node_modules')), 0);
}

/** npm creates and removes folders meanwhile. */
function names(folder) {
  try {
    return readdirSync(folder).filter((name) => !name.startsWith('.'));
  } catch {
    return [];
  }
}

function buildInputs() {
  const sources = ['src', 'newsroom']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
  const scripts = [
    'scripts/build.mjs',
    'scripts/build-newsroom.mjs',
    'scripts/newsroom-bars.mjs',
    'public/reference/tokens.css',
  ];
  const config = ['package.json', 'package-lock.json', ...scripts].map(file);
  const client = ['packages/client/package.json', 'packages/client/README.md'].map(file);
  return digest([...config, ...client, ...sources.flatMap((path) => [path.slice(root.length), readFileSync(path)])]);
}

async function build(scope) {
  say('Building …');
  const seconds = stopwatch();
  const options = scope === 'program' ? ['--program'] : [];
  await run([process.execPath, join(root, 'scripts/build.mjs'), ...options], 'the build');
  say(`Built in ${seconds()} s.`);
}

/** The npm that runs us, else the one on the path. */
function npm(args) {
  const cli = process.env.npm_execpath;
  return cli?.endsWith('.js') ? [process.execPath, cli, ...args] : ['npm', ...args];
}

/** A signal that ends this process ends the command too: it may have been sent only to this process. */
async function run([command, ...args], name, cwd = root) {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 2, 2] });
  const stop = (signal) => {
    child.kill(signal);
    process.exit(1);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, stop);
  const problem = await new Promise((resolve) => {
    child.on('error', (error) => resolve(`: ${error.message}`));
    child.on('close', (code) => resolve(code === 0 ? null : ''));
  });
  for (const signal of signals) process.off(signal, stop);
  if (problem !== null) fail(`${name} failed${problem}.`);
}

function stopwatch() {
  const began = Date.now();
  return () => Math.round((Date.now() - began) / 1000);
}

function digest(parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}

function json(name) {
  return JSON.parse(file(name));
}

function file(name) {
  return readFileSync(join(root, name));
}

function say(line) {
  process.stderr.write(`${line}\n`);
}

function fail(line) {
  say(`masthead: ${line}`);
  process.exit(1);
}
