/** `#` stands for the number, written as the language writes it. */
export function plural(language: string, forms: { one: string; other: string }): (count: number) => string {
  const rules = new Intl.PluralRules(language);
  const format = new Intl.NumberFormat(language);
  return (count) => forms[rules.select(count) === 'one' ? 'one' : 'other'].replace('#', format.format(count));
}
