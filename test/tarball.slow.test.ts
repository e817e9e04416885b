/** The packed package as an operator runs it: installed with what it depends on and nothing else, started, read and stopped. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { atFileEnd } from './at-file-end.ts';
import { ROOT } from './guide.ts';
import { unpackInto } from './packed.ts';
import { dataFolder, postmaster, startService } from './process.ts';

/** What `npm install --omit=dev` installs according to the lock file, copied from this checkout: without network. */
function installDependencies(folder: string): void {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const packages = lock.packages as Record<string, { dev?: boolean; link?: boolean }>;
  for (const [path, { dev, link }] of Object.entries(packages)) {
    const isNested = path.lastIndexOf('node_modules/') > 0;
    if (path === '' || dev || link || isNested || !existsSync(join(ROOT, path))) continue;
    cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  }
}

it('starts on the embedded database, serves, and stops', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'masthead-tarball-'));
  atFileEnd(() => rmSync(folder, { recursive: true, force: true }));
  // PostgreSQL runs from here, as another account if we are root.
  chmodSync(folder, 0o711);
  const main = join(unpackInto(folder, 'masthead', ROOT), 'dist/cli/main.js');
  installDependencies(folder);
  expect(readdirSync(join(folder, 'node_modules'))).not.toContain('vitest');

  const DATA_DIR = dataFolder();
  // What a backup has left whose process was killed.
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  mkdirSync(join(DATA_DIR, `backup-work-${pid}-x`));
  const service = await startService({ DATA_DIR, LOG_LEVEL: 'error', DEMO: '1', DEMO_LIVE: '0' }, main);
  const texts = await Promise.all(
    ['/v1/sites/1/articles?count=1&fields=title', '/newsroom', '/docs', '/openapi.json', '/readyz'].map(
      async (path) => {
        const response = await fetch(service.url + path);
        expect([path, response.status]).toEqual([path, 200]);
        return response.text();
      },
    ),
  );
  expect(readdirSync(DATA_DIR).filter((name) => name.startsWith('backup-work-'))).toEqual([]);
  expect(JSON.parse(texts[0] ?? '').articles).toHaveLength(1);
  service.child.kill('SIGTERM');
  expect((await service.ended).code).toBe(0);
  expect(postmaster(DATA_DIR)).toBeNull();
});
