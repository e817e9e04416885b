/** A folder with the packages that Debian calls essential, copied from this machine, and its Node.js and npm: a base for the image without network. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Node’s own libraries, beside what is essential. */
const MORE = ['libstdc++6', 'base-passwd', 'base-files'];
const MERGED = ['bin', 'sbin', 'lib', 'lib64'];

export function makeBase(folder: string): void {
  for (const name of [
    'tmp',
    'proc',
    'dev',
    'etc/ssl/certs',
    'usr/local/bin',
    'usr/local/etc',
    'usr/local/lib',
    'opt',
    'root',
  ])
    mkdirSync(join(folder, name), { recursive: true });
  chmodSync(join(folder, 'tmp'), 0o1777);
  for (const name of MERGED) {
    if (lstatSync(`/${name}`, { throwIfNoEntry: false })?.isSymbolicLink())
      symlinkSync(readlinkSync(`/${name}`), join(folder, name));
  }
  const files = filesOf(closure([...essential(), ...MORE]));
  const archive = execFileSync('tar', ['-c', '-C', '/', '--no-recursion', '-T', '-'], {
    input: files.join('\n'),
    maxBuffer: 1024 ** 3,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  for (const name of ['passwd', 'group']) cpSync(`/usr/share/base-passwd/${name}.master`, join(folder, 'etc', name));
  addNode(folder);
}

/** With the registry of this machine, which the build of the image asks. */
function addNode(folder: string): void {
  const local = join(folder, 'usr/local');
  const npm = answerOfNpm('root', '--global');
  cpSync(realpathSync(process.execPath), join(local, 'bin/node'));
  cpSync(join(npm, 'npm'), join(local, 'lib/node_modules/npm'), { recursive: true, verbatimSymlinks: true });
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name));
  const lines = [`registry=${answerOfNpm('config', 'get', 'registry')}`];
  const certificates = answerOfNpm('config', 'get', 'cafile');
  if (existsSync(certificates)) {
    cpSync(certificates, join(folder, 'etc/ssl/certs/ca-certificates.crt'), { dereference: true });
    lines.push('cafile=/etc/ssl/certs/ca-certificates.crt');
  }
  writeFileSync(join(local, 'etc/npmrc'), `${lines.join('\n')}\n`);
}

const answerOfNpm = (...args: string[]) =>
  execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

const installed = (fields: string) =>
  execFileSync('dpkg-query', ['-W', '-f', fields], { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 })
    .trim()
    .split('\n');

function essential(): string[] {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg fills it in
  const rows = installed('${Package} ${Essential}\n').map((row) => row.split(' '));
  return rows.filter(([, is]) => is === 'yes').map(([name = '']) => name);
}

/** With everything that they need. Of alternatives, those that are installed. */
function closure(names: string[]): string[] {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg fills it in
  const rows = installed('${Package}\t${Pre-Depends},${Depends}\n').map((row) => row.split('\t'));
  const needs = new Map(rows.map(([name = '', text = '']) => [name, text]));
  const found = new Set<string>();
  const add = (name: string) => {
    if (found.has(name) || !needs.has(name)) return;
    found.add(name);
    for (const one of (needs.get(name) ?? '').split(/[,|]/)) add(one.trim().replace(/[\s:(].*$/s, ''));
  };
  for (const name of names) add(name);
  return [...found];
}

/** Below `/`, each at its real place: packages name files of /bin that are in /usr/bin. Manuals are left out. */
function filesOf(packages: string[]): string[] {
  const listed = execFileSync('dpkg', ['-L', ...packages], { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 });
  const kept = new Set<string>();
  for (const path of listed.split('\n')) {
    if (!path.startsWith('/') || /^\/usr\/share\/(doc|man|locale|info)\//.test(path)) continue;
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (!found || found.isDirectory()) continue;
    kept.add(join(realpathSync(dirname(path)), basename(path)).slice(1));
  }
  return [...kept];
}
