/** A UUIDv7: 48 bits of milliseconds, then random bits. Later ids sort later. */
export function uuidv7(now: Date, random: Uint8Array): string {
  const bytes = Uint8Array.from({ length: 16 }, (_, index) => random[index] ?? 0);
  let time = now.getTime();
  for (let index = 5; index >= 0; index--) {
    bytes[index] = time % 256;
    time = Math.floor(time / 256);
  }
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
