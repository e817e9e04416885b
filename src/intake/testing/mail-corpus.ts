/** Nasty messages, made by code, and what is taken of each. */
import { message, mixed, type Part, parts, related } from './mail.ts';

export interface Expected {
  title?: string | RegExp;
  /** The text, before it is sanitised. */
  body?: string | RegExp;
  /** Part of the reason why it is rejected. */
  reason?: RegExp;
  /** Name and address of the sender. */
  from?: [string, string];
  files?: number;
  /** The reader gives up. */
  isUnread?: boolean;
  id?: RegExp;
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC',
  'base64',
);
const html = (content: string, headers: Record<string, string> = {}) =>
  message({ 'Content-Type': 'text/html; charset=utf-8', ...headers }, content);
const text = (content: string, headers: Record<string, string> = {}) => message(headers, content);
const file = (name: string, headers: Record<string, string> = {}): Part => ({
  type: 'image/png',
  content: PNG,
  headers: { 'Content-Disposition': `attachment; filename="${name}"`, ...headers },
});
const WORDS: Part = { type: 'text/plain; charset=utf-8', content: 'Words.' };
const inline = (content: string, id = '<a@x>'): string =>
  message(
    related,
    parts({ type: 'text/html', content }, { type: 'image/png', content: PNG, headers: { 'Content-ID': id } }),
  );
const nested = (depth: number) => {
  const opened = Array.from(
    { length: depth },
    (_, n) => `--e${n}\r\nContent-Type: multipart/mixed; boundary=e${n + 1}\r\n\r\n`,
  );
  return message({ 'Content-Type': 'multipart/mixed; boundary=e0' }, opened.join(''));
};
const latin1 = (raw: string) => Buffer.from(raw, 'latin1');

export const CORPUS: [name: string, raw: string | Buffer, expected: Expected][] = [
  [
    'plain words',
    text('One.\n\nTwo.'),
    { title: 'Late ferry', body: '<p>One.</p><p>Two.</p>', from: ['Ida Holm', 'ida@sender.example'] },
  ],
  [
    'markup in plain text',
    text('<script>alert(1)</script> & more'),
    { body: '<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp; more</p>' },
  ],
  ['no subject', text('The pier is closed.', { Subject: '' }), { title: 'The pier is closed.' }],
  ['no subject and no text', text('', { Subject: '' }), { reason: /no subject and no text/ }],
  ['a subject of spaces', text('Words.', { Subject: ' \t ' }), { title: 'Words.' }],
  ['a subject in Base64', text('x', { Subject: '=?UTF-8?B?RsOkaHJl?=' }), { title: 'Fähre' }],
  [
    'a subject in quoted-printable',
    text('x', { Subject: '=?ISO-8859-1?Q?F=E4hre_um_acht?=' }),
    { title: 'Fähre um acht' },
  ],
  [
    'a letter split over two encoded words',
    text('x', { Subject: '=?UTF-8?B?RsOk?= =?UTF-8?B?aHJl?=' }),
    { title: 'Fähre' },
  ],
  ['an encoded word of an unknown charset', text('x', { Subject: '=?x-unknown?Q?abc?=' }), { title: /abc/ }],
  ['a broken encoded word', text('x', { Subject: '=?UTF-8?B?###?=' }), { title: /./ }],
  ['a folded subject', text('x', { Subject: 'Late\r\n ferry\r\n\ttoday' }), { title: 'Late ferry today' }],
  ['a subject of 10,000 letters', text('x', { Subject: 'a'.repeat(10_000) }), { title: /^a{499}…$/ }],
  [
    'a line break encoded in the subject',
    text('x', { Subject: '=?UTF-8?Q?One=0D=0ABcc:_x?=' }),
    { title: 'One Bcc: x' },
  ],
  ['direction marks in the subject', text('x', { Subject: '=?UTF-8?Q?abc=E2=80=AEdef?=' }), { title: /abc/ }],
  [
    'windows-1252',
    latin1(text('“Nice”').replace('utf-8', 'windows-1252').replace('“Nice”', '\x93Nice\x94')),
    { body: '<p>“Nice”</p>' },
  ],
  ['UTF-8 that is declared as ASCII', text('Fähre').replace('utf-8', 'us-ascii'), { body: /F.*hre/ }],
  ['an unknown charset', text('Words.').replace('utf-8', 'x-none'), { body: '<p>Words.</p>' }],
  ['invalid bytes', Buffer.concat([Buffer.from(text('Words ')), Buffer.from([0xff, 0xfe, 0xc0])]), { body: /Words/ }],
  ['zero bytes', text('A\0B'), { body: /A.?B/ }],
  [
    'quoted-printable',
    text('F=C3=A4hre =\nkommt', { 'Content-Transfer-Encoding': 'quoted-printable' }),
    { body: '<p>Fähre kommt</p>' },
  ],
  [
    'broken quoted-printable',
    text('50=% and =ZZ', { 'Content-Transfer-Encoding': 'quoted-printable' }),
    { body: /50/ },
  ],
  [
    'Base64 text',
    text(Buffer.from('Hidden words.').toString('base64'), { 'Content-Transfer-Encoding': 'base64' }),
    { body: '<p>Hidden words.</p>' },
  ],
  ['broken Base64', text('!!!!', { 'Content-Transfer-Encoding': 'base64' }), { title: 'Late ferry' }],
  [
    'an unknown transfer encoding',
    text('Words.', { 'Content-Transfer-Encoding': 'x-rot13' }),
    { body: '<p>Words.</p>' },
  ],
  ['a signature', text('News.\n\n-- \nIda Holm\nHarbour office'), { body: '<p>News.</p>' }],
  ['a signature alone', text('-- \nIda Holm'), { body: /Ida Holm/ }],
  [
    'an answer above a quote',
    text('Yes.\n\nOn 17 Nov 2026, Bo wrote:\n> Is it late?\n> Really?\n'),
    { body: '<p>Yes.</p>' },
  ],
  ['an answer between quoted lines', text('> Is it late?\nYes.\n> Why?\nFog.'), { body: /Is it late\?<br>Yes\./ }],
  ['a quote alone', text('> All of it\n> is quoted.'), { body: /All of it/ }],
  [
    'Outlook’s original message',
    text('Yes.\n\n-----Original Message-----\nFrom: Bo\nSecret.'),
    { body: '<p>Yes.</p>' },
  ],
  ['words that end in a colon before a quote', text('He said this:\n> Fog.\n'), { body: '<p>He said this:</p>' }],
  ['HTML', html('<p>Words.</p>'), { body: '<p>Words.</p>' }],
  [
    'HTML and text',
    message(
      { 'Content-Type': 'multipart/alternative; boundary=edge' },
      parts(WORDS, { type: 'text/html', content: '<p>Better.</p>' }),
    ),
    { body: '<p>Better.</p>' },
  ],
  [
    'empty HTML beside text',
    message(
      { 'Content-Type': 'multipart/alternative; boundary=edge' },
      parts(WORDS, { type: 'text/html', content: ' ' }),
    ),
    { body: '<p>Words.</p>' },
  ],
  [
    'a quote of Gmail',
    html('<p>Yes.</p><div class="gmail_quote"><div>On Monday</div><blockquote>Old.</blockquote></div>'),
    { body: '<p>Yes.</p>' },
  ],
  [
    'a signature of Gmail',
    html('<p>Yes.</p><div class="gmail_signature"><div>Ida</div></div><p>More.</p>'),
    { body: '<p>Yes.</p><p>More.</p>' },
  ],
  [
    'a quote of Apple Mail',
    html('<p>Yes.</p><blockquote type="cite"><p>Old.</p></blockquote>'),
    { body: '<p>Yes.</p>' },
  ],
  ['a quote of Outlook', html('<p>Yes.</p><div id="x_appendonsend"></div><hr><p>Old.</p>'), { body: '<p>Yes.</p>' }],
  ['a quote that is never closed', html('<p>Yes.</p><div class="gmail_quote"><div>Old.'), { body: '<p>Yes.</p>' }],
  ['a quote and nothing else', html('<div class="gmail_quote"><p>Forwarded.</p></div>'), { body: /Forwarded/ }],
  ['100,000 nested elements', html(`${'<div>'.repeat(100_000)}Deep`), { body: /Deep/ }],
  [
    'a tracking pixel',
    html('<p>Hi</p><img src="https://t.example/o.gif" width="1" height="1">'),
    { body: '<p>Hi</p>' },
  ],
  [
    'a tracking pixel by style',
    html('<p>Hi</p><img src="https://t.example/o.gif" style="width:1px;height:1px">'),
    { body: '<p>Hi</p>' },
  ],
  [
    'a hidden picture',
    html('<p>Hi</p><img src="https://t.example/o.gif" style="display: none">'),
    { body: '<p>Hi</p>' },
  ],
  [
    'a picture of the web',
    html('<p>Hi</p><img src="https://p.example/a.png" onerror="x" alt="A &quot;pier&quot;">'),
    { body: '<p>Hi</p><img src="https://p.example/a.png" alt="A &quot;pier&quot;">' },
  ],
  [
    'a picture of this machine',
    html('<p>Hi</p><img src="file:///etc/passwd"><img src="javascript:x">'),
    { body: '<p>Hi</p>' },
  ],
  [
    'a picture within the text',
    inline('<p>Hi</p><img src="cid:a@x">'),
    { body: '<p>Hi</p><img src="/files/1" alt="">', files: 1 },
  ],
  ['a picture with an encoded id', inline('<img src="CID:a%40x">'), { body: '<img src="/files/1" alt="">' }],
  ['a picture that is missing', inline('<p>Hi</p><img src="cid:other">'), { body: '<p>Hi</p>' }],
  ['a picture with a broken id', inline('<p>Hi</p><img src="cid:%E0%A4%A">', '<%E0%A4%A>'), { body: /Hi/ }],
  ['an attachment', message(mixed, parts(WORDS, file('pier.png'))), { body: '<p>Words.</p>', files: 1 }],
  ['a file name with folders', message(mixed, parts(WORDS, file('../../etc/passwd'))), { files: 1 }],
  [
    'a file name in pieces',
    message(
      mixed,
      parts(WORDS, file('x', { 'Content-Disposition': "attachment; filename*0*=UTF-8''p%C3%A4; filename*1=er.png" })),
    ),
    { files: 1 },
  ],
  [
    '30 attachments',
    message(mixed, parts(WORDS, ...Array.from({ length: 30 }, (_, n) => file(`${n}.png`)))),
    { files: 30 },
  ],
  ['1,000 parts', message(mixed, `${'--edge\n\nx\n'.repeat(1_000)}--edge--`), { title: 'Late ferry' }],
  ['1,001 parts', message(mixed, `${'--edge\n\nx\n'.repeat(1_001)}--edge--`), { isUnread: true }],
  [
    'a message within',
    message(mixed, parts(WORDS, { type: 'message/rfc822', content: text('Inner.') })),
    { body: '<p>Words.</p>', files: 1 },
  ],
  ['a boundary that never ends', message(mixed, parts(WORDS).replace('--edge--', '')), { body: '<p>Words.</p>' }],
  ['no boundary', message({ 'Content-Type': 'multipart/mixed' }, 'Words.'), { title: 'Late ferry' }],
  ['1,000 levels', nested(1_000), { isUnread: true }],
  ['3 MB of headers', text('x', { 'X-Long': 'a'.repeat(3_000_000) }), { isUnread: true }],
  ['10,000 headers', `${'X-A: b\r\n'.repeat(10_000)}${text('Words.')}`, { body: '<p>Words.</p>' }],
  ['no headers', '\r\nWords.', { reason: /no sender/ }],
  ['nothing', '', { reason: /no sender/ }],
  [
    'bare line feeds',
    text('One.\nTwo.').replaceAll('\r\n', '\n'),
    { title: 'Late ferry', body: '<p>One.<br>Two.</p>' },
  ],
  ['a line of 2 MB', text('x'.repeat(2_100_000)), { reason: /longer than/ }],
  ['no sender', text('x', { From: '' }), { reason: /no sender/, from: ['', ''] }],
  ['two senders', text('x', { From: 'a@x.example, b@x.example' }), { reason: /no sender, or several/ }],
  ['two From headers', `From: Mal <mal@evil.example>\r\n${text('x')}`, { reason: /no sender, or several/ }],
  ['a group as sender', text('x', { From: 'Team: a@x.example;' }), { from: ['', 'a@x.example'] }],
  [
    'a name that is an address',
    text('x', { From: '"boss@bank.example" <mal@evil.example>' }),
    { from: ['', 'mal@evil.example'] },
  ],
  ['an encoded name', text('x', { From: '=?UTF-8?Q?=C3=85sa?= <asa@x.example>' }), { from: ['Åsa', 'asa@x.example'] }],
  ['an address with two signs', text('x', { From: '"a@b"@x.example' }), { reason: /no sender/ }],
  ['an answer of a program', text('I am away.', { 'Auto-Submitted': 'auto-replied' }), { reason: /Auto-Submitted/ }],
  ['a person’s Auto-Submitted', text('Words.', { 'Auto-Submitted': 'no' }), { body: '<p>Words.</p>' }],
  ['bulk mail', text('Buy.', { Precedence: 'bulk' }), { reason: /bulk/ }],
  ['a report', text('Undelivered.', { 'Return-Path': '<>' }), { reason: /report/ }],
  ['no Message-ID', text('x', { 'Message-ID': '' }), { id: /^[0-9a-f]{32}$/ }],
  ['a Message-ID of 5,000 letters', text('x', { 'Message-ID': `<${'a'.repeat(5_000)}@x>` }), { id: /^.{400,540}$/ }],
  ['a date of the future', text('x', { Date: 'Fri, 31 Dec 2100 10:00:00 +0000' }), { title: 'Late ferry' }],
  ['no valid date', text('x', { Date: 'yesterday' }), { title: 'Late ferry' }],
];
