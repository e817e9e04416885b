/**
 * Merges what two people wrote: field by field, and in the body block by block. Blocks that only one of them changed merge by
 * themselves; where both changed the same, both sides are given back for a person to choose.
 */
import { diffArrays } from 'diff';
import { type Piece, splitBlocks } from './split.ts';

export type Fields = Readonly<Record<string, unknown>>;

export interface FieldConflict {
  field: string;
  base: unknown;
  mine: unknown;
  theirs: unknown;
}

export interface BlockConflict {
  base: string[];
  mine: string[];
  theirs: string[];
}

/** A stretch of blocks: decided, or for a person to decide. */
export type BodyPart = { blocks: string[]; from: 'both' | 'mine' | 'theirs' } | BlockConflict;

export interface Merged {
  /** What the fields are now; fields in conflict have mine. */
  fields: Record<string, unknown>;
  /** Fields that took their value. */
  taken: string[];
  conflicts: FieldConflict[];
  /** The body part by part, if both changed it. */
  body: BodyPart[] | undefined;
}

export type Choice = 'mine' | 'theirs' | 'both';

/** `sent` is a request without a response: if the stored version contains it, it was saved, and only later changes are mine. */
export function mergeFields(base: Fields, mine: Fields, theirs: Fields, sent: Fields = {}): Merged {
  const merged: Merged = { fields: {}, taken: [], conflicts: [], body: undefined };
  for (const field of Object.keys(mine)) {
    const since = field in sent && holds(field, base[field], sent[field], theirs[field]) ? sent[field] : base[field];
    mergeField(merged, field, since, mine[field], theirs[field]);
  }
  return merged;
}

export function mergeBodies(base: string, mine: string, theirs: string): BodyPart[] {
  const from = blocksOf(base);
  const edits = [...editsOf(from, blocksOf(mine), 'mine'), ...editsOf(from, blocksOf(theirs), 'theirs')];
  const parts: BodyPart[] = [];
  let at = 0;
  for (const region of regionsOf(edits)) {
    addDecided(parts, 'both', from.slice(at, region.start));
    addRegion(parts, from, region);
    at = region.end;
  }
  addDecided(parts, 'both', from.slice(at));
  return parts;
}

export function isConflict(part: BodyPart): part is BlockConflict {
  return 'base' in part;
}

/** The body with a choice for each conflict, in their order; mine where none was made. */
export function joinParts(parts: BodyPart[], choices: Choice[] = []): string {
  let index = 0;
  const blocks = parts.flatMap((part) => (isConflict(part) ? chosen(part, choices[index++] ?? 'mine') : part.blocks));
  return blocks.join('').replace(/^[\t\n\f\r ]+/, '');
}

/** Applies the choices. If they drop changes of mine, also returns a version with both, to be stored as a revision. */
export function resolved(
  merged: Merged,
  fieldChoices: Readonly<Record<string, Choice>>,
  blockChoices: Choice[],
): { fields: Fields; parked: Fields | undefined } {
  const fields = { ...merged.fields };
  for (const { field, theirs } of merged.conflicts) if (fieldChoices[field] === 'theirs') fields[field] = theirs;
  if (merged.body) fields.body = joinParts(merged.body, blockChoices);
  const isComplete = ![...Object.values(fieldChoices), ...blockChoices].includes('theirs');
  if (isComplete) return { fields, parked: undefined };
  const both = merged.body?.filter(isConflict).map(() => 'both' as const);
  return { fields, parked: merged.body ? { ...merged.fields, body: joinParts(merged.body, both) } : merged.fields };
}

export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** Whether the stored version contains the sent one: it is equal, or has all its blocks. */
function holds(field: string, base: unknown, sent: unknown, theirs: unknown): boolean {
  if (isSame(sent, theirs)) return true;
  if (field !== 'body' || typeof base !== 'string' || typeof sent !== 'string' || typeof theirs !== 'string')
    return false;
  const parts = mergeBodies(base, sent, theirs);
  return !parts.some(isConflict) && joinParts(parts) === joinParts(mergeBodies(theirs, theirs, theirs));
}

function mergeField(merged: Merged, field: string, base: unknown, mine: unknown, theirs: unknown): void {
  merged.fields[field] = mine;
  if (isSame(mine, theirs) || isSame(base, theirs)) return;
  if (isSame(base, mine)) {
    merged.fields[field] = theirs;
    merged.taken.push(field);
    return;
  }
  if (field !== 'body') {
    merged.conflicts.push({ field, base, mine, theirs });
    return;
  }
  merged.body = mergeBodies(String(base ?? ''), String(mine ?? ''), String(theirs ?? ''));
  merged.fields.body = joinParts(merged.body);
}

/** Every block with the white space before it; the last one also with what follows. */
function blocksOf(body: string): string[] {
  const { pieces, tail } = splitBlocks(body);
  return pieces.map((piece: Piece, index) => piece.gap + piece.source + (index === pieces.length - 1 ? tail : ''));
}

const bare = (block: string) => block.replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, '');

/** An edit: the blocks from `start` to `end` of the base were replaced. */
interface Edit {
  by: 'mine' | 'theirs';
  start: number;
  end: number;
  blocks: string[];
}

/** Edits that touch the same blocks. */
interface Region {
  start: number;
  end: number;
  edits: Edit[];
}

function editsOf(base: string[], other: string[], by: Edit['by']): Edit[] {
  const edits: Edit[] = [];
  let [at, to] = [0, 0];
  for (const { added, removed, count = 0 } of diffArrays(base.map(bare), other.map(bare))) {
    const last = edits.at(-1);
    const isSameEdit = last !== undefined && last.end === at;
    if (removed && isSameEdit) last.end = at + count;
    else if (removed) edits.push({ by, start: at, end: at + count, blocks: [] });
    if (added && isSameEdit) last.blocks.push(...other.slice(to, to + count));
    else if (added) edits.push({ by, start: at, end: at, blocks: other.slice(to, to + count) });
    if (!added) at += count;
    if (!removed) to += count;
  }
  return edits.flatMap(singleEdits);
}

/** If the number of blocks is unchanged, each one was edited by itself. */
function singleEdits(edit: Edit): Edit[] {
  if (edit.blocks.length !== edit.end - edit.start) return [edit];
  return edit.blocks.map((block, index) => {
    const start = edit.start + index;
    return { by: edit.by, start, end: start + 1, blocks: [block] };
  });
}

function regionsOf(edits: Edit[]): Region[] {
  const regions: Region[] = [];
  for (const edit of edits.toSorted((one, other) => one.start - other.start || one.end - other.end)) {
    const last = regions.at(-1);
    if (last && meets(last, edit)) {
      last.edits.push(edit);
      last.end = Math.max(last.end, edit.end);
    } else regions.push({ start: edit.start, end: edit.end, edits: [edit] });
  }
  return regions;
}

/** Whether both edit the same blocks. Two insertions at the same place conflict too: their order is unknown. */
function meets(region: Region, edit: Edit): boolean {
  const bothAdd = region.start === region.end && edit.start === edit.end && region.start === edit.start;
  return bothAdd || (region.start < edit.end && edit.start < region.end);
}

function addRegion(parts: BodyPart[], from: string[], region: Region): void {
  const base = from.slice(region.start, region.end);
  const [mine, theirs] = [blocksBy('mine', from, region), blocksBy('theirs', from, region)];
  const isEqual = (one: string[], other: string[]) => isSame(one.map(bare), other.map(bare));
  if (isEqual(mine, theirs)) addDecided(parts, 'both', mine);
  else if (isEqual(base, mine)) addDecided(parts, 'theirs', theirs);
  else if (isEqual(base, theirs)) addDecided(parts, 'mine', mine);
  else parts.push({ base, mine, theirs });
}

/** The region as one of them left it. */
function blocksBy(by: Edit['by'], from: string[], { start, end, edits }: Region): string[] {
  const blocks: string[] = [];
  let at = start;
  for (const edit of edits.filter((edit) => edit.by === by)) {
    blocks.push(...from.slice(at, edit.start), ...edit.blocks);
    at = edit.end;
  }
  return [...blocks, ...from.slice(at, end)];
}

function addDecided(parts: BodyPart[], from: 'both' | 'mine' | 'theirs', blocks: string[]): void {
  if (blocks.length === 0 && from === 'both') return;
  const last = parts.at(-1);
  if (last && !isConflict(last) && last.from === from) last.blocks.push(...blocks);
  else parts.push({ blocks: [...blocks], from });
}

function chosen({ mine, theirs }: BlockConflict, choice: Choice): string[] {
  if (choice === 'both') return [...mine, ...theirs.filter((block) => !mine.map(bare).includes(bare(block)))];
  return choice === 'mine' ? mine : theirs;
}
