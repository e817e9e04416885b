/** Two bodies as one: the newer one, with `ins` around what it adds and `del` around what it lacks. */
import { diffArrays } from 'diff';
import { splitBlocks } from './split.ts';

/** A tag, in which quoted values may contain `>`; a word; space. */
const TOKENS = /<(?:"[^"]*"|'[^']*'|[^>"'])*>|[^<\s]+|\s+|</g;
const PICTURE = /^<(?:img|video|audio|iframe)\b/i;

export function diffHtml(before: string, after: string): string {
  const parts = diffArrays(blocksOf(before), blocksOf(after));
  return parts
    .map(({ value, added, removed }, index) => {
      if (!added && !removed) return value.join('');
      const isPair = removed && parts[index + 1]?.added;
      if (isPair) return changed(value, parts[index + 1]?.value ?? []);
      // The second of a pair.
      if (added && parts[index - 1]?.removed) return '';
      return added ? changed([], value) : changed(value, []);
    })
    .join('');
}

function blocksOf(body: string): string[] {
  return splitBlocks(body).pieces.map(({ source }) => source);
}

function changed(before: string[], after: string[]): string {
  const length = Math.max(before.length, after.length);
  return Array.from({ length }, (_, index) => changedBlock(before[index], after[index])).join('');
}

function changedBlock(before: string | undefined, after: string | undefined): string {
  if (after === undefined) return marked(tokensOf(before ?? ''), 'del', true);
  const parts = diffArrays(tokensOf(before ?? ''), tokensOf(after));
  return parts
    .map(({ value, added, removed }) => {
      if (added) return marked(value, 'ins', true);
      // The tags are those of the newer block, so that they stay balanced.
      return removed ? marked(value, 'del', false) : value.join('');
    })
    .join('');
}

function tokensOf(html: string): string[] {
  return html.match(TOKENS) ?? [];
}

/** Marks words and pictures; the other tags are kept or dropped. */
function marked(tokens: readonly string[], mark: 'ins' | 'del', keepsTags: boolean): string {
  const isMarked = (token: string) => PICTURE.test(token) || !/^(?:<|\s)/.test(token);
  return tokens
    .map((token) => {
      if (isMarked(token)) return `<${mark}>${token}</${mark}>`;
      return /^\s/.test(token) || keepsTags ? token : '';
    })
    .join('')
    .replaceAll(new RegExp(`</${mark}>(\\s*)<${mark}>`, 'g'), '$1');
}
