import { describe, expect, it } from 'vitest';
import { idOfCookies, signedId, VISITOR_COOKIE, visitorHash } from './visitor.ts';

const secret = Buffer.alloc(32, 7);
const other = Buffer.alloc(32, 8);
const cookie = (value: string) => `${VISITOR_COOKIE}=${value}`;

describe('the cookie of a visitor', () => {
  const good = signedId(secret, 'abc');
  it.each<[string, string, string | null]>([
    ['alone', cookie(good), 'abc'],
    ['among others', `a=b; ${cookie(good)};c=d`, 'abc'],
    ['after a forged one', `${cookie('abc.xyz')}; ${cookie(good)}`, 'abc'],
    ['of another secret', cookie(signedId(other, 'abc')), null],
    ['with the signature of another id', cookie(`abd${good.slice(3)}`), null],
    ['cut off', cookie(good.slice(0, -1)), null],
    ['without a signature', cookie('abc'), null],
    ['empty', cookie(''), null],
    ['under another name', `x${cookie(good)}`, null],
    ['that is not there', '', null],
  ])('%s', (_, header, id) => {
    expect(idOfCookies(secret, header)).toBe(id);
  });
});

describe('the stored hash of a visitor', () => {
  it('differs by site, by where the name came from, by name and by secret', () => {
    const hashes = [
      visitorHash(secret, 1, { by: 'header', id: 'a' }),
      visitorHash(secret, 2, { by: 'header', id: 'a' }),
      visitorHash(secret, 1, { by: 'cookie', id: 'a' }),
      visitorHash(secret, 1, { by: 'header', id: 'b' }),
      visitorHash(other, 1, { by: 'header', id: 'a' }),
    ];
    expect(new Set(hashes.map((hash) => hash.toString('hex'))).size).toBe(hashes.length);
  });
});
