/** Formatting as people type it in other programs: `## ` makes a heading, `- ` a list, `**word**` bold. */
import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules';
import type { MarkType, NodeType } from 'prosemirror-model';
import type { Plugin } from 'prosemirror-state';
import { findWrapping } from 'prosemirror-transform';
import { unwrapItems } from './commands.ts';
import { schema } from './schema.ts';

const node = (name: string) => schema.nodes[name] as NodeType; // the schema has it

/** Backspace right after one of them brings the signs back. */
export function typingRules(): Plugin {
  return inputRules({
    rules: [
      textblockTypeInputRule(/^(#{1,6})\s$/, node('heading'), ([, signs = '']) => ({ level: signs.length })),
      wrappingInputRule(/^\s*>\s$/, node('blockquote')),
      listRule(/^\s*[-*]\s$/, 'bullet_list'),
      listRule(/^(\d+)\.\s$/, 'ordered_list'),
      textblockTypeInputRule(/^```$/, node('code_block')),
      new InputRule(/^---$/, (state, _, start, end) =>
        state.tr.replaceRangeWith(start - 1, end, node('horizontal_rule').create()),
      ),
      markRule('**', 'strong'),
      markRule('__', 'strong'),
      markRule('*', 'em'),
      markRule('_', 'em'),
      markRule('`', 'code'),
      markRule('~~', 's'),
    ],
  });
}

/**
 * The signs stand around words, not within one, and not beside a space: `2 * 3 * 4`, `file_name_here` and `***` stay as they
 * are typed.
 */
function markRule(sign: string, name: string): InputRule {
  const letter = sign[0];
  const signs = `[${letter}]{${sign.length}}`;
  const words = `[^\\s${letter}](?:[^${letter}]*[^\\s${letter}])?`;
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}${letter}])${signs}(${words})${signs}$`, 'u');
  const type = schema.marks[name] as MarkType; // the schema has it
  return new InputRule(pattern, (state, [, marked = ''], start, end) => {
    const from = start + sign.length;
    const to = from + marked.length;
    // The last sign is being typed: it is not in the text yet.
    const tr = state.tr.delete(to, end).delete(start, from);
    return tr.addMark(start, start + marked.length, type.create()).removeStoredMark(type);
  });
}

function listRule(pattern: RegExp, name: 'bullet_list' | 'ordered_list'): InputRule {
  return new InputRule(pattern, (state, [, first = '1'], start, end) => {
    const tr = state.tr.delete(start, end);
    const range = tr.doc.resolve(start).blockRange();
    const attrs = name === 'ordered_list' && first !== '1' ? { html: { start: first } } : null;
    const wrapping = range && findWrapping(range, node(name), attrs);
    return range && wrapping ? unwrapItems(tr.wrap(range, wrapping)) : null;
  });
}
