// What the pictures of the demo are made of: strings of SVG on a ground of W by H.
export const [W, H] = [1200, 800];

export const round = (n) => Math.round(n * 10) / 10;
export const rect = (x, y, w, h, fill, more = '') =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}" fill="${fill}"${more}/>`;
export const circle = (x, y, r, fill, more = '') =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}" fill="${fill}"${more}/>`;
export const path = (d, fill, more = '') => `<path d="${d}" fill="${fill}"${more}/>`;
export const line = (d, color, width, more = '') =>
  path(d, 'none', ` stroke="${color}" stroke-width="${width}" stroke-linecap="round"${more}`);
export const range = (n) => Array.from({ length: n }, (_, i) => i);
export const fade = (opacity) => ` opacity="${opacity}"`;

export function random(seed) {
  let state = seed * 2_654_435_761;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function sky(...colors) {
  const stops = colors.map((color, i) => `<stop offset="${round(i / (colors.length - 1))}" stop-color="${color}"/>`);
  return `<defs><linearGradient id="sky" x2="0" y2="1">${stops.join('')}</linearGradient></defs>${rect(0, 0, W, H, 'url(#sky)')}`;
}

/** A range of low hills, from the left edge to the right and down. */
export function hills(y, height, color, seed, steps = 6) {
  const next = random(seed);
  const width = W / steps;
  let d = `M0 ${H}V${y}`;
  for (const i of range(steps)) {
    const x = i * width;
    d += `Q${round(x + width / 2)} ${round(y - height * (0.2 + next()))} ${round(x + width)} ${round(y + height * 0.15 * (next() - 0.5))}`;
  }
  return path(`${d}V${H}Z`, color);
}

/** A low island with a few firs. */
export function island(x, y, w, color, seed) {
  const next = random(seed);
  const trees = range(5).map(() => {
    const at = x + w * (0.2 + 0.6 * next());
    const h = 30 + 50 * next();
    return path(
      `M${round(at - h / 4)} ${y - 8}L${round(at)} ${round(y - 12 - h)}L${round(at + h / 4)} ${y - 8}Z`,
      color,
    );
  });
  return trees.join('') + path(`M${x} ${y}Q${x + w / 2} ${y - 46} ${x + w} ${y}Z`, color);
}

export const glitter = (y, color, seed, n = 26) => {
  const next = random(seed);
  return range(n)
    .map((i) => {
      const [x, w] = [next() * W, 20 + next() * 110];
      return rect(x, y + (i / n) * (H - y), w, 3, color, ` rx="1.5"${fade(round(0.25 + next() * 0.5))}`);
    })
    .join('');
};
export const stars = (color, seed, n = 60, depth = 420) => {
  const next = random(seed);
  return range(n)
    .map(() => circle(next() * W, next() * depth, 1 + next() * 2, color, fade(round(0.4 + next() * 0.6))))
    .join('');
};
export const boat = (x, y, hull, sail, second, s = 1) =>
  `<g transform="translate(${x} ${y}) scale(${s})">${path('M-70 0H70L48 38H-50Z', hull)}${path('M-4 -8V-170L80 -16Z', sail)}${path('M-14 -8V-130L-66 -14Z', second)}</g>`;
export const house = (x, y, w, h, wall, roof, lit) =>
  rect(x, y - h, w, h, wall) +
  path(`M${x - 8} ${y - h}L${x + w / 2} ${y - h - w * 0.45}L${x + w + 8} ${y - h}Z`, roof) +
  rect(x + w * 0.2, y - h * 0.7, w * 0.2, h * 0.3, lit) +
  rect(x + w * 0.6, y - h * 0.7, w * 0.2, h * 0.3, lit);
export const fish = (x, y, s, body, dark, turn = 0) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${s})">${path('M-120 0Q-30 -70 90 0Q-30 70 -120 0Z', body)}${path('M78 0L140 -42V42Z', body)}${path('M-120 0Q-30 -8 90 0Q-30 26 -120 0Z', dark, fade(0.35))}${circle(-88, -8, 7, dark)}${line('M-58 -26Q-44 0 -58 26', dark, 4)}</g>`;
export const gull = (x, y, s, color) =>
  line(
    `M${x - 30 * s} ${y - 8 * s}Q${x - 14 * s} ${y - 22 * s} ${x} ${y}Q${x + 14 * s} ${y - 22 * s} ${x + 30 * s} ${y - 8 * s}`,
    color,
    round(5 * s),
  );
