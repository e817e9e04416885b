/** The small picture of a row. Pictures of the library have one in any size (docs/media.md); others are scaled by the browser. */
const OWN = /^(.*)\/files\/(sites\/\d+\/.+)(\.\w+)$/;

export function thumbOf(address: string, width: number, height: number): string {
  const [, base, path, extension] = OWN.exec(address) ?? [];
  return path === undefined ? address : `${base}/thumbs/${path}_s${width}x${height}${extension}`;
}
