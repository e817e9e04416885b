/** Nasty feeds of our own making. Each says what is taken of it, or why nothing is. */

export interface Nasty {
  name: string;
  bytes: string | Buffer;
  contentType?: string;
  /** Of each item `id | title | page`, with `! reason` for one that is rejected; or the code of the failure. */
  taken: string[] | 'not_a_feed' | 'too_big';
}

const channel = (inner: string, attributes = '') =>
  `<?xml version="1.0"?><rss version="2.0"${attributes}><channel><title>T</title><link>https://o.example/</link>${inner}</channel></rss>`;
const item = (inner: string) => channel(`<item>${inner}</item>`);
const atom = (inner: string, attributes = '') =>
  `<feed xmlns="http://www.w3.org/2005/Atom"${attributes}><title>T</title><id>f</id><updated>2026-01-01T00:00:00Z</updated>${inner}</feed>`;
const entry = (inner: string) => atom(`<entry><id>1</id><updated>2026-01-01T00:00:00Z</updated>${inner}</entry>`);
const json = (items: unknown) => JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'T', items });
const RDF =
  ' xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"';
const rdf = (inner: string) =>
  `<rdf:RDF${RDF}><channel rdf:about="https://o.example/"><title>T</title><link>https://o.example/</link></channel>${inner}</rdf:RDF>`;
const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
const latin = (text: string) => Buffer.from(text, 'latin1');
const MADE = /[0-9a-f]{64}/.source;

export const corpus: Nasty[] = [
  // Character sets
  {
    name: 'UTF-8 with a byte order mark',
    bytes: `\ufeff${item('<guid>1</guid><title>Tåke</title>')}`,
    taken: ['1 | Tåke | -'],
  },
  {
    name: 'UTF-16 with a byte order mark',
    bytes: utf16(item('<guid>1</guid><title>Tåke</title>')),
    taken: ['1 | Tåke | -'],
  },
  {
    name: 'UTF-16 without a mark',
    bytes: Buffer.from(item('<guid>1</guid><title>Tåke</title>'), 'utf16le'),
    taken: ['1 | Tåke | -'],
  },
  {
    name: 'Latin-1 by its declaration',
    bytes: latin(item('<guid>1</guid><title>Tåke</title>').replace('"1.0"?', '"1.0" encoding="ISO-8859-1"?')),
    taken: ['1 | Tåke | -'],
  },
  {
    name: 'Latin-1 by its header',
    bytes: latin(item('<guid>1</guid><title>Tåke</title>')),
    contentType: 'text/xml; charset=iso-8859-1',
    taken: ['1 | Tåke | -'],
  },
  {
    name: 'Latin-1 that nothing says',
    bytes: latin(item('<guid>1</guid><title>Tåke</title>')),
    taken: ['1 | Tåke | -'],
  },
  {
    name: 'UTF-8 that says Latin-1',
    bytes: item('<guid>1</guid><title>Tåke</title>'),
    contentType: 'text/xml; charset=ISO-8859-1',
    taken: ['1 | Tåke | -'],
  },
  {
    name: 'windows-1251 by its declaration',
    bytes: Buffer.concat([
      Buffer.from(
        '<?xml version="1.0" encoding="windows-1251"?><rss version="2.0"><channel><title>T</title><item><guid>1</guid><title>',
      ),
      Buffer.from([0xcc, 0xe8, 0xf0]),
      Buffer.from('</title></item></channel></rss>'),
    ]),
    taken: ['1 | Мир | -'],
  },
  {
    name: 'an unknown character set',
    bytes: item('<guid>1</guid><title>Tåke</title>'),
    contentType: 'text/xml; charset=klingon',
    taken: ['1 | Tåke | -'],
  },
  {
    name: 'control characters in the text',
    bytes: item('<guid>1</guid><title>A\u0000\u0008\u000bB</title>'),
    taken: ['1 | AB | -'],
  },
  { name: 'a reference to NUL', bytes: item('<guid>1</guid><title>A&#0;B</title>'), taken: ['1 | A�B | -'] },
  { name: 'half a surrogate in JSON', bytes: json([{ id: '1', title: 'A\ud800B' }]), taken: ['1 | A�B | -'] },
  { name: 'NUL in JSON', bytes: json([{ id: '1\u0000', title: 'A\u0000B' }]), taken: ['1 | AB | -'] },
  // Markup
  { name: 'a bare ampersand', bytes: item('<guid>1</guid><title>Fog & wind</title>'), taken: ['1 | Fog & wind | -'] },
  {
    name: 'an entity of HTML',
    bytes: item('<guid>1</guid><title>Fog&nbsp;&mdash; wind</title>'),
    taken: ['1 | Fog — wind | -'],
  },
  {
    name: 'HTML in a title',
    bytes: item('<guid>1</guid><title>&lt;b&gt;Fog&lt;/b&gt; &amp;amp; wind</title>'),
    taken: ['1 | Fog & wind | -'],
  },
  {
    name: 'a script in a title',
    bytes: item('<guid>1</guid><title><![CDATA[Fog<script>x()</script>]]></title>'),
    taken: ['1 | Fog | -'],
  },
  {
    name: 'a title of two lines',
    bytes: item('<guid>1</guid><title>\n  Fog\n  until noon </title>'),
    taken: ['1 | Fog until noon | -'],
  },
  {
    name: 'names in capitals',
    bytes: '<RSS version="2.0"><CHANNEL><TITLE>T</TITLE><ITEM><GUID>1</GUID><TITLE>Fog</TITLE></ITEM></CHANNEL></RSS>',
    taken: ['1 | Fog | -'],
  },
  {
    name: 'space before the declaration',
    bytes: `\n\n  ${item('<guid>1</guid><title>Fog</title>')}`,
    taken: ['1 | Fog | -'],
  },
  {
    name: 'a comment before the root',
    bytes: `<!-- made by hand -->${channel('<item><guid>1</guid><title>Fog</title></item>').slice(21)}`,
    taken: ['1 | Fog | -'],
  },
  {
    name: 'a style sheet',
    bytes: `<?xml version="1.0"?><?xml-stylesheet href="x.xsl"?>${channel('<item><guid>1</guid><title>Fog</title></item>').slice(21)}`,
    taken: ['1 | Fog | -'],
  },
  {
    name: 'items beside the channel',
    bytes: '<rss version="0.9"><channel><title>T</title></channel><item><guid>1</guid><title>Fog</title></item></rss>',
    taken: ['1 | Fog | -'],
  },
  {
    name: 'Atom with a prefix',
    bytes:
      '<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>T</a:title><a:id>f</a:id><a:updated>2026-01-01T00:00:00Z</a:updated><a:entry><a:id>1</a:id><a:title>Fog</a:title><a:updated>2026-01-01T00:00:00Z</a:updated></a:entry></a:feed>',
    taken: ['1 | Fog | -'],
  },
  {
    name: 'Atom with XHTML',
    bytes: entry(
      '<title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><b>Fog</b> and &lt;wind&gt;</div></title>',
    ),
    taken: ['1 | Fog and <wind> | -'],
  },
  {
    name: 'Atom with a plain title that looks like HTML',
    bytes: entry('<title>The &lt;canvas&gt; element</title>'),
    taken: ['1 | The <canvas> element | -'],
  },
  {
    name: 'RDF',
    bytes: rdf('<item rdf:about="https://o.example/1"><title>Fog</title><link>https://o.example/1</link></item>'),
    taken: ['https://o.example/1 | Fog | https://o.example/1'],
  },
  {
    name: 'RDF without about',
    bytes: rdf('<item><title>Fog</title><link>https://o.example/1</link></item>'),
    taken: ['https://o.example/1 | Fog | https://o.example/1'],
  },
  {
    name: 'JSON Feed with a number as id',
    bytes: json([{ id: 7, title: 'Fog', url: 'https://o.example/7' }]),
    taken: ['7 | Fog | https://o.example/7'],
  },
  {
    name: 'JSON Feed with a text alone',
    bytes: json([{ id: '1', content_text: 'Fog until noon' }]),
    taken: ['1 | Fog until noon | -'],
  },
  { name: 'JSON Feed with null items', bytes: json([null, { id: '1', title: 'Fog' }]), taken: ['1 | Fog | -'] },
  {
    name: 'JSON Feed whose fields have other types',
    bytes: json([{ id: '1', title: ['Fog'], tags: 'sea', authors: 'Ida', url: 5 }]),
    taken: ['1 | Fog | https://feeds.example/rss/5'],
  },
  {
    name: 'a namespace for everything',
    bytes: channel(
      '<item><guid>1</guid><dc:title>Wind</dc:title><title>Fog</title></item>',
      ' xmlns:dc="http://purl.org/dc/elements/1.1/"',
    ),
    taken: ['1 | Fog | -'],
  },
  // Ids and pages
  {
    name: 'no guid',
    bytes: item('<title>Fog</title><link>https://o.example/fog</link>'),
    taken: ['https://o.example/fog | Fog | https://o.example/fog'],
  },
  { name: 'neither guid nor page', bytes: item('<title>Fog</title>'), taken: [`${MADE} | Fog | -`] },
  {
    name: 'a guid that is the page',
    bytes: item('<guid>https://o.example/fog</guid><title>Fog</title>'),
    taken: ['https://o.example/fog | Fog | https://o.example/fog'],
  },
  {
    name: 'a guid that is no page',
    bytes: item('<guid isPermaLink="false">https://o.example/fog</guid><title>Fog</title>'),
    taken: ['https://o.example/fog | Fog | -'],
  },
  {
    name: 'a guid twice',
    bytes: channel(
      '<item><guid>1</guid><title>Fog</title><link>https://o.example/a</link></item><item><guid>1</guid><title>Wind</title><link>https://o.example/b</link></item>',
    ),
    taken: ['https://o.example/a | Fog | https://o.example/a', 'https://o.example/b | Wind | https://o.example/b'],
  },
  {
    name: 'an item twice',
    bytes: channel('<item><guid>1</guid><title>Fog</title><link>https://o.example/a</link></item>'.repeat(2)),
    taken: [`${MADE} | Fog | https://o.example/a`],
  },
  { name: 'space around the guid', bytes: item('<guid>\n 1 \n</guid><title>Fog</title>'), taken: ['1 | Fog | -'] },
  {
    name: 'a very long guid',
    bytes: item(`<guid>${'x'.repeat(5_000)}</guid><title>Fog</title>`),
    taken: [`${MADE} | Fog | -`],
  },
  {
    name: 'a relative page',
    bytes: item('<guid>1</guid><title>Fog</title><link>/fog?a=1&amp;b=2</link>'),
    taken: ['1 | Fog | https://feeds.example/fog?a=1&b=2'],
  },
  {
    name: 'a page by xml:base',
    bytes: atom(
      '<entry xml:base="2026/"><id>1</id><title>Fog</title><updated>2026-01-01T00:00:00Z</updated><link href="fog"/></entry>',
      ' xml:base="https://o.example/news/"',
    ),
    taken: ['1 | Fog | https://o.example/news/2026/fog'],
  },
  {
    name: 'a page of another scheme',
    bytes: item('<guid>1</guid><title>Fog</title><link>javascript:alert(1)</link>'),
    taken: ['1 | Fog | -'],
  },
  {
    name: 'a page of a file',
    bytes: item('<guid>1</guid><title>Fog</title><link>file:///etc/passwd</link>'),
    taken: ['1 | Fog | -'],
  },
  {
    name: 'a page with spaces',
    bytes: item('<guid>1</guid><title>Fog</title><link> https://o.example/a b </link>'),
    taken: ['1 | Fog | https://o.example/a%20b'],
  },
  {
    name: 'a page without a scheme',
    bytes: item('<guid>1</guid><title>Fog</title><link>//o.example/fog</link>'),
    taken: ['1 | Fog | https://o.example/fog'],
  },
  {
    name: 'a page beyond all length',
    bytes: item(`<guid>1</guid><title>Fog</title><link>https://o.example/${'x'.repeat(3_000)}</link>`),
    taken: ['1 | Fog | -'],
  },
  {
    name: 'several links of Atom',
    bytes: entry(
      '<title>Fog</title><link rel="self" href="https://o.example/self"/><link rel="alternate" type="application/pdf" href="https://o.example/pdf"/><link rel="alternate" type="text/html" href="https://o.example/fog"/>',
    ),
    taken: ['1 | Fog | https://o.example/fog'],
  },
  // Contents
  {
    name: 'no title',
    bytes: item(
      '<guid>1</guid><description>&lt;p&gt;Fog until noon.&lt;/p&gt;&lt;p&gt;Then sun.&lt;/p&gt;</description>',
    ),
    taken: ['1 | Fog until noon. Then sun. | -'],
  },
  {
    name: 'no title and a long text',
    bytes: item(`<guid>1</guid><description>${'fog '.repeat(60)}</description>`),
    taken: [`1 | ${'fog '.repeat(20).trim()}… | -`],
  },
  {
    name: 'nothing',
    bytes: item('<guid>1</guid><title> </title>'),
    taken: ['1 |  | - ! It has no title and no text.'],
  },
  { name: 'an empty item', bytes: item(''), taken: [] },
  {
    name: 'a title beyond all length',
    bytes: item(`<guid>1</guid><title>${'x'.repeat(600)}</title>`),
    taken: [`1 | ${'x'.repeat(499)}… | -`],
  },
  {
    name: 'a text beyond all length',
    bytes: item(`<guid>1</guid><title>Fog</title><description>${'x'.repeat(1_000_001)}</description>`),
    taken: ['1 | Fog | - ! Its text is longer than 1000000 characters.'],
  },
  { name: 'no items', bytes: channel(''), taken: [] },
  {
    name: 'one bad item among good ones',
    bytes: channel(
      '<item><guid>1</guid><title>Fog</title></item><item><guid>2</guid></item><item><guid>3</guid><title>Sun</title></item>',
    ),
    taken: ['1 | Fog | -', '2 |  | - ! It has no title and no text.', '3 | Sun | -'],
  },
  {
    name: 'names of prototypes',
    bytes: json([
      { id: '__proto__', title: 'Fog' },
      { id: 'constructor', title: 'Wind' },
    ]),
    taken: ['__proto__ | Fog | -', 'constructor | Wind | -'],
  },
  // No feeds
  { name: 'an empty document', bytes: '', taken: 'not_a_feed' },
  {
    name: 'a page of HTML',
    bytes: '<!doctype html><html><head><title>T</title></head><body><p>Hi</p></body></html>',
    taken: 'not_a_feed',
  },
  { name: 'plain text', bytes: 'Fog until noon', taken: 'not_a_feed' },
  { name: 'other JSON', bytes: '{"articles":[]}', taken: 'not_a_feed' },
  { name: 'JSON of another kind', bytes: '[1,2,3]', taken: 'not_a_feed' },
  { name: 'broken JSON', bytes: json([{ id: '1', title: 'Fog' }]).slice(0, -2), taken: 'not_a_feed' },
  {
    name: 'other XML',
    bytes: '<?xml version="1.0"?><urlset><url><loc>https://o.example/</loc></url></urlset>',
    taken: 'not_a_feed',
  },
  {
    name: 'OPML',
    bytes: '<opml version="2.0"><head/><body><outline xmlUrl="https://o.example/f"/></body></opml>',
    taken: 'not_a_feed',
  },
  {
    name: 'a document that is cut off',
    bytes: item('<guid>1</guid><title>Fog</title><description>Half a te').slice(0, -30),
    taken: 'not_a_feed',
  },
  { name: 'a picture', bytes: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), taken: 'not_a_feed' },
  {
    name: 'an external entity',
    bytes: `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]>${item('<guid>1</guid><title>&x;</title>').slice(21)}`,
    taken: 'not_a_feed',
  },
  {
    name: 'entities that would grow, which are not expanded',
    bytes: `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "${'ha'.repeat(50)}">${[...'bcdefgh'].map((name, at) => `<!ENTITY ${name} "${`&${'abcdefgh'[at]};`.repeat(50)}">`).join('')}]>${item('<guid>1</guid><title>&h;</title>').slice(21)}`,
    taken: ['1 | &h; | -'],
  },
  {
    name: 'elements 20,000 deep',
    bytes: item(`<guid>1</guid><title>Fog</title>${'<x>'.repeat(20_000)}${'</x>'.repeat(20_000)}`),
    taken: 'not_a_feed',
  },
];
