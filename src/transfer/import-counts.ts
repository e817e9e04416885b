/** Counts the results of an import's lines by noun, and the unknown fields that were dropped from them. */
import type { CountsByNoun } from './import-state.ts';
import type { LineOutcome } from './noun.ts';
import type { Line } from './reader.ts';

/** Names of dropped fields come from the file: at most this many are counted separately. */
const MOST_DROPPED_NAMES = 50;
const OTHER_FIELDS = 'other fields';

export function counted(before: CountsByNoun, lines: Line[], outcomes: LineOutcome[]): CountsByNoun {
  const counts = structuredClone(before);
  for (const [index, { noun, isCleaned, dropped }] of lines.entries()) {
    const outcome = outcomes[index];
    if (typeof outcome !== 'string') continue;
    const count = counts[noun.key] ?? { new: 0, changed: 0, same: 0, cleaned: 0 };
    count[outcome]++;
    if (isCleaned) count.cleaned++;
    if (dropped.length > 0) count.dropped = withDropped(count.dropped ?? {}, dropped);
    counts[noun.key] = count;
  }
  return counts;
}

function withDropped(counts: Record<string, number>, paths: string[]): Record<string, number> {
  // `/attachments/instagram_item/users_in_photo/3/user/age` is one field for all elements.
  for (const field of new Set(
    paths.map((path) =>
      path
        .slice(1)
        .replaceAll('/', '.')
        .replace(/\.\d+(?=\.)/g, '[]'),
    ),
  )) {
    const name = field in counts || Object.keys(counts).length < MOST_DROPPED_NAMES ? field : OTHER_FIELDS;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
