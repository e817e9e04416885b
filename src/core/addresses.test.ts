import { describe, expect, it } from 'vitest';
import { bytesOf, clientNetwork, isPublicAddress, receiverOf } from './addresses.ts';
import { HOSTILE, INNER_V6 } from './testing/hostile-addresses.ts';

const PUBLIC = [
  '8.8.8.8',
  '1.1.1.1',
  '172.15.0.1',
  '172.32.0.1',
  '100.63.0.1',
  '100.128.0.1',
  '169.253.1.1',
  '223.1.2.3',
];
const PUBLIC_V6 = [
  '2606:4700:4700::1111',
  '2a00:1450:4001::1',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
  '2001:4860:4860::8888',
];

/** The first and the last address of every part of IPv4 that is not for hosts on the internet. */
const INNER_V4 = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['168.63.129.16', '168.63.129.16'],
  ['169.254.0.0', '169.254.255.255'],
  ['169.254.169.254', '169.254.170.2'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.192'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '239.255.255.255'],
  ['240.0.0.0', '255.255.255.255'],
  ['100.100.100.200', '10.0.0.1'],
].flat();

describe('an address', () => {
  it.each([...PUBLIC, ...PUBLIC_V6])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([...INNER_V4, ...INNER_V6, '', 'example.com', '1.2.3', '1.2.3.4.5', '256.1.1.1', '01.1.1.1', '1.1.1.1 '])(
    '%s is not',
    (address) => {
      expect(isPublicAddress(address)).toBe(false);
    },
  );

  it.each(INNER_V4)('%s is refused inside an IPv6 address too', (address) => {
    const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
    const hex = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
    for (const carried of [`::ffff:${address}`, `::ffff:${hex}`, `64:ff9b::${hex}`, `2002:${hex}::1`, `::${hex}`]) {
      expect(isPublicAddress(carried), carried).toBe(false);
    }
  });

  it('is converted to the right bytes', () => {
    expect(bytesOf('2001:db8::ff00:42:8329')).toEqual([
      0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0xff, 0, 0, 0x42, 0x83, 0x29,
    ]);
    expect(bytesOf('::ffff:1.2.3.4')).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 1, 2, 3, 4]);
    expect(bytesOf('1:2:3:4:5:6:7:8')?.at(-1)).toBe(8);
  });
});

describe('a receiver', () => {
  it(`is refused at ${HOSTILE.length} hostile addresses`, () => {
    expect(HOSTILE.length).toBeGreaterThanOrEqual(300);
    const taken = HOSTILE.filter((address) => typeof receiverOf(address, false) !== 'string');
    expect(taken).toEqual([]);
  });

  it.each([
    'https://example.com/hook?x=1',
    ' https://example.com/ ',
    'HTTP://EXAMPLE.COM:8080',
    'https://8.8.8.8/',
    'https://[2606:4700::1]/',
  ])('may be at %j', (address) => {
    expect(typeof receiverOf(address, false)).toBe('object');
  });

  it('may be private in development, but must be a web address without a password', () => {
    expect(receiverOf(' http://localhost:3000/x ', true)).toMatchObject({ host: 'localhost' });
    expect(receiverOf('http://[::1]:9/', true)).toMatchObject({ host: '::1' });
    expect(receiverOf('http://a:b@localhost/', true)).toBe('must not contain a user name or password');
    expect(receiverOf('ftp://localhost/', true)).toContain('http or https');
  });
});

describe('a client', () => {
  it('is an IPv4 address in any spelling, or an IPv6 network', () => {
    expect(['203.0.113.7', '::ffff:203.0.113.7', '::ffff:cb00:7107'].map(clientNetwork)).toEqual(
      Array(3).fill('203.0.113.7'),
    );
    expect(clientNetwork('2a01:4f8:1:2:3::9')).toBe(clientNetwork('2a01:04f8:1:2:ffff:ffff:ffff:ffff'));
    expect(clientNetwork('2a01:4f8:1:2::')).not.toBe(clientNetwork('2a01:4f8:1:3::'));
    expect(['fe80::1%eth0', 'unknown', ''].map(clientNetwork)).toEqual(['fe80::1%eth0', 'unknown', '']);
  });
});
