interface Writer {
  name: string;
  bylines: readonly { site_id: number; author_id: number }[];
}

/** The author of a new article: the byline of the person, else the author who has the person's name, if there is exactly one. */
export function bylineOf(person: Writer, siteId: number, authors: readonly { id: number; name: string }[]): number[] {
  const chosen = person.bylines.find(({ site_id }) => site_id === siteId)?.author_id;
  if (chosen !== undefined && authors.some(({ id }) => id === chosen)) return [chosen];
  const own = plain(person.name);
  const found = authors.filter(({ name }) => plain(name) === own);
  return own !== '' && found.length === 1 ? found.map(({ id }) => id) : [];
}

function plain(name: string): string {
  return name.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();
}
