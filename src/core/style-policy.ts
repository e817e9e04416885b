/** The declarations of `style` that articles may have. Apart from the rest of the policy, so that only the editor loads them. */

const LENGTH = String.raw`(?:auto|\d{1,4}(?:\.\d{1,4})?(?:px|%)|0)`;
const whole = (value: string): RegExp => new RegExp(`^${value}(?: ?!important)?$`, 'i');

/** The allowed declarations of `style`: for the layout of figures and embeds, none that could cover the page. */
export const STYLE_VALUES: ReadonlyMap<string, RegExp> = new Map([
  ['text-align', whole('(?:left|right|center|justify|start|end)')],
  ['float', whole('(?:left|right|none)')],
  ['clear', whole('(?:left|right|both|none)')],
  ...['width', 'min-width', 'max-width', 'height', 'max-height', 'margin-left', 'margin-right'].map(
    (name): [string, RegExp] => [name, whole(LENGTH)],
  ),
  ['margin', whole(`${LENGTH}(?: ${LENGTH}){0,3}`)],
  ['aspect-ratio', whole(String.raw`\d{1,4}(?: ?/ ?\d{1,4})?`)],
  ['border', whole(String.raw`(?:0|none|\d{1,2}px solid (?:#[0-9a-f]{3,8}|[a-z]{3,20}))`)],
  ['border-radius', whole(LENGTH)],
  ['overflow', whole('hidden')],
]);

/** A declaration without white space around it, and with single spaces in it. */
export function isSafeDeclaration(declaration: string): boolean {
  const [, name = '', value = ''] = /^([\w-]+) ?: ?(.*)$/.exec(declaration) ?? [];
  return STYLE_VALUES.get(name.toLowerCase())?.test(value) ?? false;
}
