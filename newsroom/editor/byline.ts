/** The author of a new article: the one who has the name of the person, if there is exactly one. */
export function bylineOf(person: { name: string }, authors: readonly { id: number; name: string }[]): number[] {
  const own = plain(person.name);
  const found = authors.filter(({ name }) => plain(name) === own);
  return own !== '' && found.length === 1 ? found.map(({ id }) => id) : [];
}

function plain(name: string): string {
  return name.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();
}
