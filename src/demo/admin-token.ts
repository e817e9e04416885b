/** The demo's management token. It is stored, so that it survives a restart. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { defaultDataDir } from '../db/embedded/data-folder.ts';
import { fileFailure } from '../db/embedded/failures.ts';

const OWNER_ONLY = 0o600;

/** Null outside development: a printed token does not belong on a machine that others can reach. */
export function demoToken({ demo, adminToken, serviceEnv, dataDir }: Config): string | null {
  if (!demo || adminToken !== null || serviceEnv !== 'development') return null;
  const folder = dataDir ?? defaultDataDir(process.cwd());
  const file = join(folder, 'demo-admin-token');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return keptToken(folder, file);
  }
}

function keptToken(folder: string, file: string): string {
  const token = `demo_${randomBytes(24).toString('base64url')}`;
  try {
    if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
    writeFileSync(file, `${token}\n`, { mode: OWNER_ONLY });
  } catch (error) {
    throw fileFailure(error, folder);
  }
  return token;
}
