/** The address that a `Link` header names for a relation; empty if there is none. */
export function linkOf(header: string | undefined, rel: string): string {
  const text = header?.slice(0, LONGEST) ?? '';
  for (const [, address = '', parameters = ''] of text.matchAll(LINK)) {
    const [, quoted, bare] = REL.exec(parameters) ?? [];
    const relations = (quoted ?? bare ?? '').toLowerCase().split(/\s+/);
    if (relations.includes(rel)) return address.trim();
  }
  return '';
}

const LONGEST = 8_000;
const LINK = /<([^<>]*)>([^<]*)/g;
const REL = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i;
