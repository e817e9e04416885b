/** Lists of Word: paragraphs that name their list and level (`mso-list:l0 level2 lfo1`) and hold their bullet or number as text. */
import type { HtmlNode } from './dom.ts';
import { holdsBlocks, isBlank, nameOf, stylesOf, textOf } from './pasted-nodes.ts';
import { startTag } from './write.ts';

export interface WordItem {
  /** Which list it belongs to: `l0 lfo1`. */
  list: string;
  level: number;
  /** What its number may mean; none for a bullet. */
  readings: Reading[];
  html: string;
  /** How many nodes it took, white space and comments before it included. */
  nodes: number;
}

/** `i.` is the first Roman number or the ninth letter: only its neighbours tell which. */
interface Reading {
  /** The `type` of `<ol>`; empty for plain numbers. */
  type: string;
  value: number;
}

interface List {
  list: string;
  /** Of its first item: those that its other items agree with. */
  readings: Reading[];
  items: string[];
}

const HEADING = /^h[1-6]$/;
const ROMAN = /^m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/;
const ROMAN_VALUES: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };
const A = 97;
const LETTERS = 26;

/** The items with which a list begins here. A numbered heading is none. `write` makes the text of an item. */
export function wordItems(nodes: HtmlNode[], write: (children: HtmlNode[]) => string): WordItem[] {
  const items: WordItem[] = [];
  let passed = 0;
  for (const node of nodes) {
    passed++;
    if (isBlank(node)) continue;
    const style = stylesOf(node).get('mso-list') ?? '';
    const level = /\blevel(\d+)/i.exec(style)?.[1];
    if (!holdsBlocks(node) || level === undefined || HEADING.test(nameOf(node))) break;
    items.push({
      list: style.replace(/\blevel\d+\s*/i, '').toLowerCase(),
      level: Number(level),
      readings: readingsOf(markerOf(node)),
      html: write(Array.from(node.childNodes)).trim(),
      nodes: passed,
    });
    passed = 0;
  }
  return items;
}

/** A change of list, of kind or of the count begins a new one. */
export function listsHtml(items: WordItem[]): string {
  const lists: List[] = [];
  for (let index = 0; index < items.length; ) {
    const item = items[index] as WordItem; // index is in range
    const end = items.findIndex((other, at) => at > index && other.level <= item.level);
    const inner = items.slice(index + 1, end < 0 ? undefined : end);
    const current = lists.at(-1);
    const readings = current ? agreed(current, item) : undefined;
    const html = `<li>${item.html}${listsHtml(inner)}</li>`;
    if (current && readings) {
      current.readings = readings;
      current.items.push(html);
    } else lists.push({ list: item.list, readings: item.readings, items: [html] });
    index += inner.length + 1;
  }
  return lists.map(listHtml).join('');
}

/** The bullet or number that Word writes as text. */
export function isMarker(node: HtmlNode): boolean {
  return /^ignore$/i.test(stylesOf(node).get('mso-list') ?? '');
}

/** `1.`, `(b)`, `2.3`; undefined for a bullet. */
export function numberOf(marker: string): string | undefined {
  const sign = marker.replace(/[\s\u00a0]+/g, ' ').trim();
  return readingsOf(sign).length > 0 ? sign : undefined;
}

/** What is left of the readings of a list if the item belongs to it; undefined if it begins another. */
function agreed({ list, readings, items }: List, item: WordItem): Reading[] | undefined {
  if (list !== item.list) return undefined;
  if (readings.length === 0 || item.readings.length === 0)
    return readings.length === item.readings.length ? [] : undefined;
  const left = readings.filter((one) =>
    item.readings.some(({ type, value }) => type === one.type && value === one.value + items.length),
  );
  return left.length > 0 ? left : undefined;
}

function listHtml({ readings: [reading], items }: List): string {
  if (!reading) return `<ul>${items.join('')}</ul>`;
  const { type, value } = reading;
  const attributes = { ...(type && { type }), ...(value !== 1 && { start: String(value) }) };
  return `${startTag('ol', attributes)}${items.join('')}</ol>`;
}

function markerOf(node: HtmlNode): string {
  if (isMarker(node)) return textOf(node);
  return Array.from(node.childNodes, markerOf).join('');
}

/** The likeliest first. Of `2.3.` the last number counts: HTML numbers each level by itself. */
function readingsOf(marker: string): Reading[] {
  const sign = marker.replace(/[\s\u00a0]+/g, '');
  const digits = /(\d{1,9})\D*$/.exec(sign)?.[1];
  if (digits !== undefined) return [{ type: '', value: Number(digits) }];
  // The bullet `o` has no sign behind it.
  const letters = /^\(?([a-z]{1,15})[.):]+$/i.exec(sign)?.[1];
  if (letters === undefined) return [];
  const isSmall = letters === letters.toLowerCase();
  const small = letters.toLowerCase();
  const roman = ROMAN.test(small) ? [{ type: isSmall ? 'i' : 'I', value: romanValue(small) }] : [];
  const alphabetic = new Set(small).size === 1 ? [{ type: isSmall ? 'a' : 'A', value: letterValue(small) }] : [];
  return small === 'i' || small.length > 1 ? [...roman, ...alphabetic] : [...alphabetic, ...roman];
}

function romanValue(letters: string): number {
  const values = [...letters].map((letter) => ROMAN_VALUES[letter] ?? 0);
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0);
}

/** After z, Word counts aa, bb, cc. */
function letterValue(letters: string): number {
  return LETTERS * (letters.length - 1) + letters.charCodeAt(0) - A + 1;
}
