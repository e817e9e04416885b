/** Lists of feeds as OPML, which every feed reader reads and writes. */

export interface Outline {
  text?: string;
  title?: string;
  xmlUrl?: string;
  outlines?: Outline[];
}

export interface ListedFeed {
  url: string;
  name: string;
}

const MOST_FEEDS = 5_000;

/** The feeds in all folders, each once, up to a limit. */
export function feedsIn(outlines: Outline[], most = MOST_FEEDS): ListedFeed[] {
  const found = new Map<string, ListedFeed>();
  const waiting = [...outlines].reverse();
  for (let outline = waiting.pop(); outline && found.size < most; outline = waiting.pop()) {
    const url = outline.xmlUrl?.trim() ?? '';
    if (url !== '' && !found.has(url)) found.set(url, { url, name: (outline.title ?? outline.text ?? '').trim() });
    // One by one: a folder may have more members than a call may have arguments.
    for (const inner of [...(outline.outlines ?? [])].reverse()) waiting.push(inner);
  }
  return [...found.values()];
}

export function opmlOf(title: string, feeds: ListedFeed[]): string {
  const lines = feeds.map(
    ({ url, name }) =>
      `    <outline type="rss" text="${escaped(name)}" title="${escaped(name)}" xmlUrl="${escaped(url)}"/>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<opml version="2.0">',
    `  <head><title>${escaped(title)}</title></head>`,
    '  <body>',
    ...lines,
    '  </body>',
    '</opml>',
    '',
  ].join('\n');
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
