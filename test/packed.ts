/** Packages as users get them: packed, unpacked into a folder without network, and compiled against. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './guide.ts';

const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const NO_LENIENCY = ['--strict', '--exactOptionalPropertyTypes', '--target', 'es2022', '--lib', 'es2022,dom'];

/** Packs the package in `source` and puts it where `folder` finds it. */
export function unpackInto(folder: string, name: string, source: string): string {
  const installed = join(folder, 'node_modules', name);
  mkdirSync(installed, { recursive: true });
  const options = ['--silent', '--offline', '--ignore-scripts', '--pack-destination', folder];
  const file = execFileSync('npm', ['pack', ...options], { cwd: source, encoding: 'utf8' });
  execFileSync('tar', ['xzf', join(folder, file.trim()), '--strip-components=1', '-C', installed]);
  return installed;
}

/** Throws the compiler's errors. */
export function compiled(folder: string, files: string[], types: string, options: string[]): void {
  const given = [TSC, ...NO_LENIENCY, '--types', types, ...options, ...files];
  try {
    execFileSync(process.execPath, given, { cwd: folder, encoding: 'utf8' });
  } catch (error) {
    throw new Error((error as { stdout?: string }).stdout ?? String(error)); // tsc writes its complaints to standard output
  }
}
