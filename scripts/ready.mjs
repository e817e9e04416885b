// Installs the dependencies and builds, when what is there does not match the checkout. Needs Node and npm, nothing else.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const TEST_TOOLS = join(root, 'scripts/test-tools');
const LEAST_NODE = [20, 19];

export function ready() {
  checkNode();
  upToDate(join(root, 'node_modules/.masthead-install'), installInputs(), install);
  upToDate(join(root, 'dist/.masthead-build'), buildInputs(), build);
}

/** Servers that tests run against, in a folder of their own: whoever starts the service does not wait for them. */
export function readyToTest() {
  ready();
  const inputs = digest([file('scripts/test-tools/package.json'), file('scripts/test-tools/package-lock.json')]);
  upToDate(join(TEST_TOOLS, 'node_modules/.masthead-install'), inputs, () => {
    say('Installing the servers of the tests …');
    run(npm(['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']), 'npm install', TEST_TOOLS);
  });
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1])) return;
  fail(`Masthead needs Node.js ${LEAST_NODE.join('.')} or newer; this is ${process.versions.node}.`);
}

/** The stamp is written last, so that work that was broken off is done again. */
function upToDate(stamp, inputs, work) {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return;
  work();
  writeFileSync(stamp, inputs);
}

function installInputs() {
  return digest([file('package.json'), file('package-lock.json'), process.platform, process.arch]);
}

function install() {
  say('Installing dependencies …');
  // What the lock file names, and nothing saved. Not `npm ci`: it refuses a lock file that lacks a build of some tool for
  // another platform. Development packages are needed to build, also where NODE_ENV says production.
  run(npm(['install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']), 'npm install');
}

function buildInputs() {
  const sources = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
  const config = ['package.json', 'package-lock.json', 'scripts/build.mjs'].map(file);
  const client = ['packages/client/package.json', 'packages/client/README.md'].map(file);
  return digest([...config, ...client, ...sources.flatMap((path) => [path.slice(root.length), readFileSync(path)])]);
}

function build() {
  say('Building …');
  run([process.execPath, join(root, 'scripts/build.mjs')], 'the build');
}

/** The npm that runs us, else the one on the path. */
function npm(args) {
  const cli = process.env.npm_execpath;
  return cli?.endsWith('.js') ? [process.execPath, cli, ...args] : ['npm', ...args];
}

function run([command, ...args], name, cwd = root) {
  const { status, error } = spawnSync(command, args, { cwd, stdio: ['ignore', 2, 2] });
  if (error || status !== 0) fail(`${name} failed${error ? `: ${error.message}` : ''}.`);
}

function digest(parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
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
