/** Addresses that an attacker might register to make this service send requests to internal machines. */

export const INNER_V6 = [
  '::',
  '::1',
  '::7f00:1',
  '::127.0.0.1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:a00:1::1',
  '2002:808:808::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'febf::1',
  'fec0::1',
  'ff02::1',
  'fe80::1%eth0',
  '1::2::3',
  ':::',
  '2606:4700:4700:0:0:0:0:0:1',
  '12345::',
];

/** One address in every spelling that some program accepts. */
function spellings([a = 0, b = 0, c = 0, d = 0]: number[]): string[] {
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const octal = (n: number) => `0${n.toString(8)}`;
  const hex = (n: number) => `0x${n.toString(16)}`;
  return [
    `${a}.${b}.${c}.${d}`,
    `${a}.${b}.${c}.${d}.`,
    String(whole),
    hex(whole),
    octal(whole),
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    [a, b, c, d].map(hex).join('.'),
    [a, b, c, d].map(octal).join('.'),
    `${hex(a)}.${octal(b)}.${c}.${d}`,
    `[::ffff:${a}.${b}.${c}.${d}]`,
    `[0:0:0:0:0:ffff:${a}.${b}.${c}.${d}]`,
    `[64:ff9b::${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}]`,
    [...`${a}.${b}.${c}.${d}`]
      .map((sign) => (sign === '.' ? '。' : String.fromCodePoint(0xff10 + Number(sign))))
      .join(''),
    `${a}%2e${b}%2E${c}.${d}`,
  ];
}

const INNER = [
  [127, 0, 0, 1],
  [127, 1, 2, 3],
  [192, 0, 0, 192],
  [10, 1, 2, 3],
  [169, 254, 169, 254],
  [192, 168, 0, 1],
  [172, 20, 0, 9],
  [100, 64, 3, 4],
  [0, 0, 0, 0],
];
const HOSTS = [
  ...INNER.flatMap(spellings),
  ...INNER_V6.map((address) => `[${address}]`),
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  'printer.local',
  'metadata.google.internal',
  'Metadata.Google.Internal.',
  'metadata',
  'instance-data',
  'kubernetes.default.svc.cluster.local',
  'db.lan',
  'router.home.arpa',
  'ｌocalhost',
  'local%68ost',
];
/** All hostile addresses: each host with both schemes, with and without port. */
export const HOSTILE = [
  ...HOSTS.flatMap((host) => [`http://${host}/`, `https://${host}:8443/hook`]),
  'http://user@example.com/',
  'http://user:pw@example.com/',
  'http://example.com@127.0.0.1/',
  'http://127.0.0.1\\@example.com/',
  'http://example.com\\.evil/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://example.com/',
  'javascript:alert(1)',
  'data:text/plain,x',
  'unix:///var/run/docker.sock',
  '//example.com/',
  'example.com',
  'http:/example.com',
  'http://',
  'http://[::1',
  'http://exa mple.com/',
  'http://example.com/\r\nX: y',
  'http://example.com/\u0000',
  'http://example.com:99999/',
  `http://${'a'.repeat(300)}.com/`,
  '',
  ' ',
];
