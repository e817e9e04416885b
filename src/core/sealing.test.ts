import { expect, test } from 'vitest';
import { isSealedWith, keyFrom, seal, unseal } from './sealing.ts';

const [key, other] = [keyFrom('a long enough setting of this installation'), keyFrom('another one')];
const iv = Buffer.alloc(12, 7);

test('a sealed text is not in the bytes, opens with its key and names it', () => {
  const sealed = seal(key, 'whsec_Ääkköset', iv);
  expect(sealed.includes('whsec_')).toBe(false);
  expect(unseal(key, sealed)).toBe('whsec_Ääkköset');
  expect([isSealedWith(key, sealed), isSealedWith(other, sealed)]).toEqual([true, false]);
  expect(sealed.includes(key)).toBe(false);
});

test('another key cannot open it, nor can the right one after a byte was changed', () => {
  const sealed = seal(key, 'secret', iv);
  expect(() => unseal(other, sealed)).toThrow();
  for (let index = 5; index < sealed.length; index++) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => unseal(key, changed), `byte ${index}`).toThrow();
  }
});
