import { describe, expect, it } from 'vitest';
import { addressAfter, addressOf, isMadeFrom } from './address.ts';

describe('the address of a draft', () => {
  it('is made of the title alone', () => {
    expect(addressOf('Silakka palaa: kevät 2027')).toBe('silakka-palaa-kevat-2027');
    expect(addressOf('')).toBe('article');
  });

  it.each([
    ['fog', 'Fog', true],
    ['fog-2', 'Fog', true],
    ['fog-until-noon', 'Fog', false],
    ['fog-cafe', 'Fog', false],
    ['fog-2027', 'Fog', false],
    ['mist', 'Fog', false],
  ])('%s of %s was made of it: %s', (address, title, expected) => {
    expect(isMadeFrom(address, title)).toBe(expected);
  });

  it('gets a number when it is taken, and only then', () => {
    expect(addressAfter('fog', 'Fog')).toBe('fog-2');
    expect(addressAfter('fog-2', 'Fog')).toBe('fog-3');
    expect(addressAfter('my-own', 'Fog')).toBeUndefined();
    expect(addressAfter('fog-99', 'Fog')).toBeUndefined();
  });
});
