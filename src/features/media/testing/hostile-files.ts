/** Files that attack decoders, or claim a wrong type. None may be served as another type, or crash the service. */
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { animation, picture } from './files.ts';

export interface HostileFile {
  name: string;
  bytes: Buffer;
}

/** Each with its name; the same every time. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const [jpeg, png, webp, gif, avif] = await Promise.all(
    (['jpeg', 'png', 'webp', 'gif', 'avif'] as const).map((format) => picture(format, 60, 40)),
  );
  const files: Record<string, Buffer> = {};
  for (const [format, bytes] of Object.entries({ jpeg, png, webp, gif, avif }) as [string, Buffer][]) {
    files[`${format} cut in half`] = bytes.subarray(0, Math.floor(bytes.length / 2));
    files[`${format} of its head alone`] = bytes.subarray(0, 16);
    files[`${format} with flipped bits`] = flipped(bytes);
    files[`${format} with a page behind it`] = Buffer.concat([bytes, Buffer.from('<html><script>alert(1)</script>')]);
  }
  const tiff = await sharp(png).tiff().toBuffer();
  const lying = (head: Buffer | string, rest: Buffer) => Buffer.concat([Buffer.from(head as string, 'latin1'), rest]);
  return Object.entries({
    ...files,
    'png of 20,000 by 20,000 pixels': pngOf(20_000, 20_000),
    'png of 2 billion by 1 pixels': pngOf(2_000_000_000, 1),
    'png without pixels': pngOf(0, 0),
    'png that unpacks to 200 MB': pngOf(7_000, 7_000, 200_000_000),
    'gif of 5,000 frames': await animation(5_000, 4, 4),
    'gif of 65,535 by 65,535 pixels': Buffer.from(
      'GIF89a\xff\xff\xff\xff\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\xff\xff\xff\xff\0\x02\x02D\x01\0;',
      'latin1',
    ),
    'svg of 40,000 pixels': Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="40000" height="40000"><rect width="9" height="9"/></svg>',
    ),
    'svg that reads a file': Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" width="9" height="9"><image x:href="file:///etc/passwd" width="9" height="9"/></svg>',
    ),
    'svg with entities within entities': Buffer.from(
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${'bcdefghij'
        .split('')
        .map((name, at) => `<!ENTITY ${name} "${`&${'abcdefghij'[at]};`.repeat(10)}">`)
        .join('')}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&j;</text></svg>`,
    ),
    'svg with a script': Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
    ),
    'svg without end': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><g>'),
    'page that begins like a drawing': Buffer.from('<!-- x --><html><svg></svg><script>alert(1)</script></html>'),
    'tiff called jpeg': tiff,
    'tiff behind the head of a jpeg': lying('\xff\xd8\xff\xe0', tiff),
    'png behind the head of a gif': lying('GIF89a', png as Buffer),
    'jpeg with the brand of avif': lying('\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf', jpeg as Buffer),
    heic: lying('\0\0\0\x18ftypheic\0\0\0\0mif1heic', Buffer.alloc(500)),
    program: Buffer.from(`MZ${'\0'.repeat(500)}`),
    archive: Buffer.from('PK\x03\x04'.padEnd(600, 'x')),
    nothing: Buffer.alloc(0),
  }).map(([name, bytes]) => ({ name, bytes }));
}

/** Every seventh byte behind the head. */
function flipped(bytes: Buffer): Buffer {
  return Buffer.from(bytes.map((byte, at) => (at > 30 && at % 7 === 0 ? byte ^ 0xff : byte)));
}

/** A PNG whose head says one size and whose data has another. */
function pngOf(width: number, height: number, unpacked = 1_000): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const data = deflateSync(Buffer.alloc(unpacked), { level: 9 });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}
