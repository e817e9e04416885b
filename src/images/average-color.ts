/** The average colour of pixels with alpha, as `#rrggbb`. */
export function averageColor(rgba: Uint8Array): string {
  const sums = [0, 0, 0, 0];
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = rgba[at + 3] ?? 0;
    for (let part = 0; part < 3; part++) sums[part] = (sums[part] ?? 0) + (rgba[at + part] ?? 0) * alpha;
    sums[3] = (sums[3] ?? 0) + alpha;
  }
  const hex = (sum: number) =>
    Math.round(sum / (sums[3] || 1))
      .toString(16)
      .padStart(2, '0');
  return `#${sums.slice(0, 3).map(hex).join('')}`;
}
