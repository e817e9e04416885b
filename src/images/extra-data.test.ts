import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { mediaTools, testApp } from '../../test/app.ts';
import { animation, bytesAt, picture, uploaded } from '../features/media/testing/files.ts';
import { hasExtraData } from './extra-data.ts';

const MARK = 'SECRET PLACE';
const text = (value: string) => Buffer.from(value, 'latin1');
const insert = (bytes: Buffer, at: number, part: Buffer) =>
  Buffer.concat([bytes.subarray(0, at), part, bytes.subarray(at)]);

function segment(marker: number): Buffer {
  const head = Buffer.from([0xff, marker, 0, MARK.length + 2]);
  return Buffer.concat([head, text(MARK)]);
}

/** Decoders check no sums of chunks that they do not know. */
function pngChunk(type: string): Buffer {
  return Buffer.concat([Buffer.from([0, 0, 0, MARK.length]), text(type + MARK), Buffer.alloc(4)]);
}

function webpWith(bytes: Buffer): Buffer {
  const longer = Buffer.concat([bytes, text('JUNK'), Buffer.from([MARK.length, 0, 0, 0]), text(MARK)]);
  longer.writeUInt32LE(longer.length - 8, 4);
  return longer;
}

async function marked(): Promise<[string, string, Buffer][]> {
  const [jpeg, png, webp] = await Promise.all((['jpeg', 'png', 'webp'] as const).map((one) => picture(one, 40, 30)));
  const gif = await animation(3);
  if (!jpeg || !png || !webp) throw new Error('No pictures.');
  const end = png.length - 12;
  const gifText = Buffer.concat([Buffer.from([MARK.length]), text(MARK), Buffer.from([0])]);
  return [
    ['jpeg comment', 'image/jpeg', insert(jpeg, 2, segment(0xfe))],
    ['jpeg APP11', 'image/jpeg', insert(jpeg, 2, segment(0xeb))],
    ['jpeg behind its end', 'image/jpeg', Buffer.concat([jpeg, insert(jpeg, 2, segment(0xfe))])],
    ['gif comment', 'image/gif', insert(gif, gif.length - 1, Buffer.concat([text('!\xfe'), gifText]))],
    ['gif XMP', 'image/gif', insert(gif, gif.length - 1, Buffer.concat([text('!\xff\x0bXMP DataXMP'), gifText]))],
    ['gif behind its end', 'image/gif', Buffer.concat([gif, text(MARK)])],
    ...['eXIf', 'tEXt', 'iTXt', 'zTXt', 'prVt'].map((type): [string, string, Buffer] => [
      `png ${type}`,
      'image/png',
      insert(png, end, pngChunk(type)),
    ]),
    ['png behind its end', 'image/png', Buffer.concat([png, text(MARK)])],
    ['webp private chunk', 'image/webp', webpWith(webp)],
  ];
}

describe('extra data', () => {
  it('is found in no picture that has only pixels', async () => {
    for (const format of ['jpeg', 'png', 'webp', 'gif'] as const)
      expect(hasExtraData(await picture(format, 40, 30), `image/${format}`), format).toBe(false);
    const moving = await animation(3);
    expect(hasExtraData(moving, 'image/gif')).toBe(false);
    expect(hasExtraData(await sharp(moving, { animated: true }).webp().toBuffer(), 'image/webp')).toBe(false);
    const progressive = await sharp(await picture())
      .jpeg({ progressive: true })
      .toBuffer();
    expect(hasExtraData(progressive, 'image/jpeg')).toBe(false);
  });

  it('is not stored', async () => {
    const app = await testApp({ media: mediaTools() });
    const site = await app.site();
    for (const [name, mime, bytes] of await marked()) {
      expect(hasExtraData(bytes, mime), name).toBe(true);
      const item = await uploaded(app, site, bytes, { name });
      const file = await bytesAt(app, item.path);
      expect([item.mime, file.bytes.includes(MARK)], name).toEqual([mime, false]);
      expect((await sharp(file.bytes).metadata()).pages ?? 1, name).toBe(mime === 'image/gif' ? 3 : 1);
    }
  });
});
