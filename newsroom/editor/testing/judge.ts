/** Checks the HTML guarantee for a body with any DOM: in Node and in a browser. */
import { Fragment, type Node } from 'prosemirror-model';
import { canonical, type ParseHtml } from '../dom.ts';
import { openBody, writeBody } from '../guard.ts';
import { schema } from '../schema.ts';

/** A letter that no body holds. */
const LETTER = '\u2603';

export interface Finding {
  what: string;
  body: string;
  written: string;
}

export interface Judgement {
  findings: Finding[];
  kept: number;
  blocks: number;
  /** Every body that one letter was added to. */
  edited: string[];
}

export function judge(body: string, parse: ParseHtml): Judgement {
  const { doc, sources } = openBody(body, parse);
  const result: Judgement = { findings: [], kept: 0, blocks: doc.childCount, edited: [] };
  const report = (what: string, written: string) => result.findings.push({ what, body, written });
  const untouched = writeBody(doc, sources);
  if (untouched !== body) report('an untouched body changed', untouched);
  const meaning = canonical(parse(body).childNodes);
  for (let index = 0; index < doc.childCount; index++) {
    const block = withLetter(doc.child(index));
    if (doc.child(index).type.name === 'kept') result.kept++;
    if (block === undefined) continue;
    const written = writeBody(doc.copy(doc.content.replaceChild(index, block)), sources);
    result.edited.push(written);
    const [before = '', after = ''] = textAround(
      sources.origins.map((one) => one.gap + one.source),
      index,
    );
    if (!written.startsWith(before) || !written.endsWith(after + sources.tail))
      report('another block changed', written);
    // Text without a paragraph gets one when it is edited.
    const hasParagraph = sources.origins[index]?.isInline === false;
    // Taken out of the text, not of the canonical form: a space at the end of a block is none before a letter.
    const back = canonical(parse(written.replace(LETTER, '')).childNodes);
    if (hasParagraph && back !== meaning) report('more than a letter changed', written);
  }
  return result;
}

/** The block with a letter added to the end of its first text; undefined for one that has no place for it. */
function withLetter(node: Node): Node | undefined {
  if (node.inlineContent) {
    const marks = node.type.spec.code ? [] : (node.lastChild?.marks ?? []);
    return node.copy(node.content.append(Fragment.from(schema.text(LETTER, marks))));
  }
  for (let index = 0; index < node.childCount; index++) {
    const child = withLetter(node.child(index));
    if (child) return node.copy(node.content.replaceChild(index, child));
  }
  return undefined;
}

function textAround(sources: string[], index: number): string[] {
  return [sources.slice(0, index).join(''), sources.slice(index + 1).join('')];
}
