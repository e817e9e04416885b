/** Save counters as entity tags: `"7"`, or `"7.4J2N"` where a hash of the content follows. */
import { conflict } from './errors.ts';

export const versionTag = (version: number, content = '') => `"${version}${content && `.${content}`}"`;

/** Whether an If-Match header allows a change of the current version. Absent or `*` allows any. */
export function allowsVersion(ifMatch: string | undefined, version: number): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true;
  return ifMatch.split(',').some((tag) => bareTag(tag) === String(version));
}

/** As `allowsVersion`, of something that has a state beside the version. */
export function allowsTag(ifMatch: string, version: number, state: string): boolean {
  if (ifMatch.trim() === '*') return true;
  const current = versionTag(version, state);
  return ifMatch.split(',').some((tag) => `"${strippedTag(tag)}"` === current);
}

export function refuseStale(ifMatch: string | undefined, version: number, called: string): void {
  if (!allowsVersion(ifMatch, version)) throw conflict(staleMessage(version, called), { version });
}

export const staleMessage = (version: number, called: string) =>
  `This ${called} was changed since you read it (it is at version ${version}); read it again.`;

/** The lowest version in a header; null if it has none. */
export function lowestVersion(ifMatch = ''): number | null {
  const versions = ifMatch
    .split(',')
    .map(bareTag)
    .filter((tag) => /^[0-9]{1,9}$/.test(tag));
  return versions.length === 0 ? null : Math.min(...versions.map(Number));
}

/** `"7.4J2N"` → `7`: the counter alone says whether a change is allowed. */
const bareTag = (tag: string): string => strippedTag(tag).replace(/^(\d+)\..*$/, '$1');

/** `W/"7-gzip"` → `7`: a proxy may have weakened the tag, and compression marks it. */
function strippedTag(tag: string): string {
  return tag
    .trim()
    .replace(/^W\//, '')
    .replace(/^"(.*)"$/, '$1')
    .replace(/-(gzip|br)$/, '');
}
