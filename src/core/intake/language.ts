/** Languages that posts and feeds name: `en-GB`, `FIN` and `in` are `en`, `fi` and `id`. */

/** What X says of texts without words; `und` and the like of ISO 639. */
const NO_LANGUAGE = /^(?:und|zxx|mul|mis|q[a-z]{2})$/;

/** Empty if it names none. */
export function languageOf(tag: unknown): string {
  const [, named = ''] = /^\s*([a-z]{2,3})(?:[-_]|\s*$)/i.exec(typeof tag === 'string' ? tag.slice(0, 100) : '') ?? [];
  if (named === '' || NO_LANGUAGE.test(named.toLowerCase())) return '';
  return new Intl.Locale(named).language;
}

export const languagesIn = (tags: unknown): string[] =>
  [...new Set((Array.isArray(tags) ? tags : []).slice(0, 10).map(languageOf))].filter((language) => language !== '');
