/**
 * Databases from before the migrations were squashed (docs/decisions/030-squashed-schema.md). One that is exactly at 0019 or at
 * 0025 is brought to the schema of the squashed files, with its data; any other is refused.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { databaseUnavailable } from '../core/errors.ts';

interface Applied {
  number: number;
  name: string;
  hash: string;
}

/** The squashed files: an adopted database has them all. */
export const FIRST_SQUASHED = 101;
export const LAST_SQUASHED = 106;

const FOLDER = new URL('../../migrations/adopt/', import.meta.url);

/** By the last migration: the files to run, in one transaction, and the fingerprint of all migrations up to it. */
const ADOPTED = new Map([
  [
    19,
    {
      files: ['from-0019.sql', 'from-0025.sql'],
      fingerprint: '08fcfa2f841a6d2487cc492d60967ba41e9e76b24ad0b00586015232914278a3',
    },
  ],
  [
    25,
    {
      files: ['from-0025.sql'],
      fingerprint: '728c4ca3d9135f641a313ee7ae1b81ff842e4e5fa1df9874c573245329442d75',
    },
  ],
]);

/** The files that adopt a database with these migrations; throws if none do. */
export function adoptionFiles(former: Applied[]): string[] {
  const last = Math.max(...former.map(({ number }) => number));
  const adopted = ADOPTED.get(last);
  if (!adopted) {
    throw databaseUnavailable(
      `The database is at migration ${String(last).padStart(4, '0')}, and this version of Masthead adopts only databases at 0019 or 0025. Run \`masthead migrate\` of the last 0.1.0 first (the commit before the one that set the version to 0.2.0), then start this version again.`,
    );
  }
  if (fingerprint(former) !== adopted.fingerprint) {
    throw databaseUnavailable(
      'The migrations of this database are not those that were released, so its schema is unknown. Export its content with the version that made it (`masthead export`) and import it into a new database.',
    );
  }
  return adopted.files;
}

export function readAdoption(file: string): Promise<string> {
  return readFile(new URL(file, FOLDER), 'utf8');
}

function fingerprint(former: Applied[]): string {
  const hash = createHash('sha256');
  for (const { name, hash: ofFile } of [...former].sort((one, other) => one.number - other.number)) {
    hash.update(`${name} ${ofFile}\n`);
  }
  return hash.digest('hex');
}
