/** Joined documents are one gzip file of the joined texts, for every program that reads gzip. */
import { spawnSync } from 'node:child_process';
import { crc32, gunzipSync, inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { missing } from '../../test/interpreters.ts';
import fc from '../../test/property.ts';
import { combinedCrc, gzipOf, lengthOf, type Part, packed, packedFrom, storedForm } from './packed.ts';

/** Fields of any text; some much longer than a block, some that hardly compress. */
const long = fc.tuple(fc.string({ unit: 'binary', maxLength: 20 }), fc.nat(20_000)).map(([text, n]) => text.repeat(n));
const document = fc
  .dictionary(fc.string(), fc.oneof(fc.string({ unit: 'binary', maxLength: 5_000 }), long, fc.integer()), {
    minKeys: 1,
  })
  .map((fields) => JSON.stringify(fields));
const between = fc.oneof(
  fc.constantFrom('', ',', '},'),
  fc.string({ unit: 'binary', maxLength: 3_000 }),
  fc.nat(200_000).map((length) => 'x'.repeat(length)),
);
/** Each part as it is joined, and its text. */
const joinedParts = fc.array(
  fc.oneof(
    between.map((text) => ({ part: text as Part, text })),
    document.map((text) => ({ part: packed(text) as Part, text: text.slice(0, -1) })),
    document.map((text) => ({ part: packedFrom(storedForm(packed(text))) as Part, text: text.slice(0, -1) })),
  ),
  { maxLength: 30 },
);

const bytesOf = (some: { text: string }[]) => Buffer.concat(some.map(({ text }) => Buffer.from(text)));

describe('joined parts', () => {
  it('are the gzip file of the joined texts, byte for byte', () => {
    fc.assert(
      fc.property(joinedParts, (some) => {
        const parts = some.map(({ part }) => part);
        const text = bytesOf(some);
        expect(gunzipSync(gzipOf(parts)).equals(text)).toBe(true);
        expect(lengthOf(parts)).toBe(text.length);
      }),
      { numRuns: 60 },
    );
  });

  const readers = [
    ['gzip', ['-t'], ['-dc'], spawnSync('gzip', ['--version']).status !== 0],
    [
      'python3',
      ['-c', 'import gzip, sys; gzip.decompress(sys.stdin.buffer.read())'],
      ['-c', 'import gzip, sys; sys.stdout.buffer.write(gzip.decompress(sys.stdin.buffer.read()))'],
      missing('python') !== null,
    ],
  ] as const;
  for (const [program, check, unpack, isMissing] of readers) {
    it.skipIf(isMissing)(`are accepted by ${program}`, () => {
      for (const some of fc.sample(joinedParts, 5)) {
        const input = gzipOf(some.map(({ part }) => part));
        expect(spawnSync(program, check, { input }).status).toBe(0);
        expect(spawnSync(program, unpack, { input, maxBuffer: 2 ** 30 }).stdout.equals(bytesOf(some))).toBe(true);
        const broken = Buffer.from(input);
        broken.writeUInt32LE((broken.readUInt32LE(broken.length - 8) ^ 1) >>> 0, broken.length - 8);
        expect(spawnSync(program, check, { input: broken }).status).not.toBe(0);
      }
    });
  }
});

describe('a packed document', () => {
  it('refers to nothing before it, and ends on a byte border', () => {
    fc.assert(
      fc.property(document, (text) => {
        const { blocks, crc, length } = packed(text);
        const bytes = inflateRawSync(Buffer.concat([blocks, Buffer.from([3, 0])]));
        expect(bytes.toString()).toBe(text.slice(0, -1));
        expect([crc, length]).toEqual([crc32(bytes), bytes.length]);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the combined CRC', () => {
  it('is that of both texts in a row', () => {
    const bytes = fc.uint8Array({ maxLength: 5_000 });
    fc.assert(
      fc.property(bytes, bytes, (first, second) => {
        expect(combinedCrc(crc32(first), crc32(second), second.length)).toBe(crc32(second, crc32(first)));
      }),
    );
    const [few, many] = [Buffer.from('few'), Buffer.alloc(17 * 2 ** 20, 'many')];
    expect(combinedCrc(crc32(few), crc32(many), many.length)).toBe(crc32(many, crc32(few)));
  });
});
