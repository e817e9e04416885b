import { badConfiguration, databaseUnavailable, diskFailure, StartError } from '../../core/errors.ts';

const FULL = /No space left on device|Disk quota exceeded|ENOSPC|EDQUOT/;
const BROKEN = /Input\/output error|EIO\b/;
/** `ENOENT`: mkdir in /proc. */
const NOT_PERMITTED = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
  'EEXIST',
  'ENOENT',
  'EBUSY',
  'ELOOP',
  'ENAMETOOLONG',
  'EINVAL',
]);
/** "2026-01-31 12:00:00.000 UTC [123] FATAL:  text" → level and text. */
const LOG_LINE = /^(?:\S+ \S+ \S+ \[\d+\] )?(?:\w+: )?(\w+): {1,2}(.*)$/;
const ERROR_LEVELS = new Set(['FATAL', 'PANIC', 'HINT', 'DETAIL', 'error', 'detail', 'hint']);
const LINES_SHOWN = 3;

/** The output of a failed PostgreSQL or initdb as a one-line error. */
export function postgresFailure(doing: string, dataDir: string, output: string): StartError {
  if (FULL.test(output)) return diskFull(dataDir);
  if (BROKEN.test(output)) return diskFailure(`The disk of ${dataDir} fails: ${errorLines(output)}`);
  return databaseUnavailable(`${doing} failed: ${errorLines(output) || 'it printed no error'}`);
}

/** A file system error at `path` as a one-line error. */
export function fileFailure(error: unknown, path: string): Error {
  if (error instanceof StartError || !(error instanceof Error)) return error as Error; // thrown values here are Errors
  const code = 'code' in error ? String(error.code) : '';
  if (FULL.test(code)) return diskFull(path);
  if (BROKEN.test(code)) return diskFailure(`The disk of ${path} fails: ${error.message}`);
  if (!NOT_PERMITTED.has(code)) return error;
  return badConfiguration(`The data folder ${path} cannot be used (${error.message}); set DATA_DIR to another folder.`);
}

const diskFull = (path: string) => diskFailure(`The disk of ${path} is full; free some space and start again.`);

function errorLines(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const parsed = lines.map((line) => LOG_LINE.exec(line)).filter((match) => match !== null);
  const chosen = parsed.filter((match) => ERROR_LEVELS.has(match[1] ?? '')).map((match) => (match[2] ?? '').trim());
  return (chosen.length > 0 ? chosen : lines.map((line) => line.trim())).slice(-LINES_SHOWN).join('; ');
}
