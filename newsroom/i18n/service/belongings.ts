/** `2 API key(s), 1 source(s)`, as the service counts what belongs to a site, in the words of a language. */
export function belongings(list: string, words: Record<string, (count: number) => string>): string {
  const inWords = (counted: string) => {
    const [, count, name = ''] = /^(\d+) (.+)\(s\)$/.exec(counted) ?? [];
    return words[name]?.(Number(count)) ?? counted;
  };
  return list.split(', ').map(inWords).join(', ');
}
