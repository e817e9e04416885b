/** Files for tests of media, and how they are sent. */
import sharp from 'sharp';
import { ADMIN, type Reply, type TestApp } from '../../../../test/app.ts';

/** Left half red, right half blue, with green in the bottom right corner. */
export async function picture(format: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' = 'jpeg', width = 400, height = 300) {
  return drawing(width, height).toFormat(format).toBuffer();
}

function drawing(width: number, height: number) {
  const half = { width: Math.ceil(width / 2), height, channels: 3 as const, background: '#0000ff' };
  const corner = {
    width: Math.ceil(width / 8),
    height: Math.ceil(height / 8),
    channels: 3 as const,
    background: '#00ff00',
  };
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    { input: { create: half }, left: Math.floor(width / 2), top: 0 },
    { input: { create: corner }, left: width - corner.width, top: height - corner.height },
  ]);
}

/** As a phone makes it: turned, and with the place where it was taken. */
export async function phonePicture(width = 400, height = 300): Promise<Buffer> {
  return drawing(width, height)
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExif({ IFD0: { Artist: 'Ida Holm' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '60/1 26/1 0/1' } })
    .keepExif()
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

export async function animation(frames: number, width = 20, height = 10): Promise<Buffer> {
  const raw = Buffer.alloc(width * height * frames * 3);
  for (let frame = 0; frame < frames; frame++)
    raw.fill((frame * 37) % 256, frame * width * height * 3, (frame + 1) * width * height * 3);
  return sharp(raw, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
    .gif()
    .toBuffer();
}

export const DRAWING = `<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" width="120" height="80"><rect width="120" height="80" fill="#336699"/></svg>`;

/** 1 kB that take minutes to draw. */
export function slowDrawing(): string {
  const noise = '<feTurbulence baseFrequency="0.9" numOctaves="9"/><feGaussianBlur stdDeviation="300"/>'.repeat(40);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000"><filter id="f">${noise}</filter>
<rect width="2000" height="2000" filter="url(#f)"/></svg>`;
}

export interface Sent {
  name?: string;
  declared?: string;
  fields?: Record<string, string>;
  token?: string | null;
  headers?: Record<string, string>;
}

export async function upload(app: TestApp, site: number, bytes: Uint8Array | string, sent: Sent = {}): Promise<Reply> {
  return sentForm(app, 'POST', `/v1/manage/sites/${site}/media`, bytes, sent);
}

export async function sentForm(
  app: TestApp,
  method: 'POST' | 'PUT',
  path: string,
  bytes: Uint8Array | string,
  sent: Sent = {},
): Promise<Reply> {
  const { name = 'harbour.jpg', declared = 'application/octet-stream', fields = {}, token = ADMIN } = sent;
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>], { type: declared }), name);
  const response = await fetch(app.url + path, {
    method,
    body: form,
    headers: { ...sent.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: text === '' ? undefined : JSON.parse(text) };
}

/** Uploads a file that must be accepted. */
export async function uploaded(app: TestApp, site: number, bytes: Uint8Array | string, sent: Sent = {}) {
  let reply = await upload(app, site, bytes, sent);
  // A busy machine may be slower than the limit for one picture.
  for (let tries = 1; reply.status === 503 && tries < 6; tries++) reply = await upload(app, site, bytes, sent);
  if (reply.status !== 201) throw new Error(`${reply.status} ${reply.text}`);
  return reply.body.media_item;
}

export async function bytesAt(app: TestApp, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(new URL(path, app.url), { headers });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** The address of a thumbnail, made of the address of a file as clients do. */
export function thumbOf(address: string, size: string): string {
  const { pathname } = new URL(address, 'http://x');
  return pathname.replace('/files/', '/thumbs/').replace(/(\.[a-z0-9]+)$/, `_s${size}$1`);
}
