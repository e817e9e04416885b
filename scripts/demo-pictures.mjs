// Draws the pictures of the demo site into public/demo, as WebP: `node scripts/demo-pictures.mjs`. With a folder as argument it
// writes the drawings themselves there, as SVG.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  aurora,
  books,
  chart,
  cup,
  curtain,
  ferry,
  garden,
  hull,
  plate,
  pole,
  postbox,
  sauna,
  seats,
  stage,
  stalls,
  tiles,
  waves,
  windows,
} from './demo-pictures/scenes.mjs';
import {
  boat,
  circle,
  fade,
  glitter,
  gull,
  H,
  hills,
  house,
  island,
  line,
  path,
  range,
  rect,
  sky,
  stars,
  W,
} from './demo-pictures/shapes.mjs';

const DRAWINGS = process.argv[2];
const FOLDER = DRAWINGS ?? fileURLToPath(new URL('../public/demo/', import.meta.url));
const { default: sharp } = DRAWINGS ? { default: null } : await import('sharp');

const pictures = {
  harbour:
    sky('#f7b267', '#f4845f', '#c1587a') +
    circle(860, 330, 90, '#ffe0a8') +
    hills(500, 90, '#6b4a6f', 2) +
    island(80, 520, 340, '#4a3558', 6) +
    rect(0, 516, W, 284, '#5b4a7d') +
    glitter(524, '#ffd9a0', 2, 34) +
    boat(430, 560, '#fdf3e3', '#fff8ec', '#e4572e', 1.1) +
    boat(960, 540, '#3b2b49', '#f7d6b5', '#f0c29a', 0.6),
  lighthouse:
    sky('#0d1b3e', '#22366b', '#5a5f93') +
    stars('#fff', 3, 70) +
    path('M640 250L1260 90V330Z', '#ffe9a8', fade(0.35)) +
    path('M600 250L-60 150V290Z', '#ffe9a8', fade(0.22)) +
    hills(640, 60, '#16254d', 9) +
    path('M470 660Q620 560 800 660Z', '#0c1733') +
    path('M585 640L600 280H640L655 640Z', '#f7f3e8') +
    path('M589 560L594 450H646L651 560Z', '#d1495b') +
    path('M598 370L600 310H640L642 370Z', '#d1495b') +
    rect(596, 232, 48, 48, '#ffe08a') +
    path('M588 232L620 196L652 232Z', '#d1495b') +
    rect(0, 652, W, 148, '#101d42') +
    glitter(660, '#ffe9a8', 7, 22),
  winter:
    sky('#dfe9f5', '#f7eef2') +
    circle(250, 190, 60, '#fff6df') +
    hills(460, 120, '#c3d3e6', 11) +
    hills(540, 90, '#dbe6f2', 4) +
    house(300, 580, 130, 80, '#b5402f', '#f8fbff', '#ffd98a') +
    house(470, 590, 90, 60, '#c99a2e', '#f8fbff', '#ffd98a') +
    house(860, 570, 150, 90, '#8e3b2e', '#f8fbff', '#ffd98a') +
    path('M0 590Q300 560 620 600T1200 580V800H0Z', '#f8fbff') +
    line('M120 800Q380 650 700 690T1200 660', '#cfdcec', 10) +
    stars('#fff', 6, 90, 800),
  fog:
    sky('#dfe8e6', '#b9ccca') +
    [
      [430, '#a9c0be', 3],
      [500, '#8eaaa9', 5],
      [580, '#6f9091', 8],
      [660, '#4f7274', 13],
    ]
      .map(([y, color, seed]) => hills(y, 80, color, seed) + island((seed * 137) % 800, y + 6, 260, color, seed))
      .join('') +
    rect(0, 690, W, 110, '#3d5c60') +
    boat(760, 690, '#26393d', '#e8efec', '#d4dfdc', 0.55) +
    gull(330, 210, 1.2, '#5c7a7c') +
    gull(410, 170, 0.8, '#5c7a7c'),
  storm:
    waves('#c9d6df', ['#52789a', '#3f6284', '#2d4d6e', '#1f3b58'], 4) +
    ferry(600, 330, 0.8) +
    [130, 330, 900, 1080].map((x, i) => line(`M${x} ${60 + i * 20}l-40 110`, '#8fa9bd', 5)).join(''),
  ferry:
    sky('#bfe1f2', '#eef6f1') +
    circle(980, 160, 70, '#fff2c4') +
    hills(470, 80, '#7ba591', 14) +
    island(760, 484, 360, '#4d7c68', 9) +
    rect(0, 480, W, 320, '#4f93b8') +
    glitter(490, '#ffffff', 9, 30) +
    ferry(470, 520, 1),
  market: stalls(),
  plate: plate('#cfe3e8', '#7fb2c2'),
  supper: plate('#f0dcc0', '#d99a6c'),
  coffee: cup(),
  library: books(),
  concert: stage(),
  theatre: curtain(),
  council: seats(),
  chart: chart(),
  town: windows(),
  sauna: sauna(),
  garden: garden(),
  boatyard: hull(),
  birds:
    sky('#fde2c4', '#f8b595', '#c06c84') +
    circle(600, 520, 150, '#fff0cf') +
    range(17)
      .map((i) => gull(600 + (i - 8) * 58, 160 + Math.abs(i - 8) * 30, 1 + (i % 3) * 0.15, '#4a2c46'))
      .join('') +
    hills(640, 50, '#6c3f5f', 15) +
    rect(0, 640, W, 160, '#8a4f6d') +
    glitter(648, '#ffd9b0', 4, 20),
  midsummer: pole(),
  aurora: aurora(),
  post: postbox(),
  rowing:
    waves('#f3ead7', ['#2a9d8f', '#23867a', '#1d7066', '#165a53'], 7) +
    [300, 600, 900]
      .map(
        (x, i) =>
          `<g transform="translate(${x} ${300 + i * 110}) rotate(-8)">${line('M-60 -10L-190 60M60 -10L190 60', '#8d5524', 10)}${path('M-150 0Q0 60 150 0Q0 -24 -150 0Z', ['#e76f51', '#f4a261', '#e9c46a'][i])}${circle(0, -44, 24, '#f2cc8f')}${path('M-34 6q0 -48 34 -48t34 48z', '#264653')}</g>`,
      )
      .join(''),
  programme: tiles(3, ['#264653', '#2a9d8f', '#e9c46a', '#f4a261', '#e76f51', '#f1faee']),
  column: tiles(11, ['#1d3557', '#457b9d', '#a8dadc', '#f1faee', '#e63946']),
  notebook: tiles(27, ['#3d405b', '#81b29a', '#f2cc8f', '#e07a5f', '#f4f1de']),
};

function portrait(seed, { back, skin, hair, shirt, style }) {
  const hairs = {
    bob: path(
      'M104 190Q96 78 200 74T296 190Q300 240 286 262H262Q270 170 240 150Q170 168 138 150Q128 200 138 262H114Q100 240 104 190Z',
      hair,
    ),
    short: path('M122 170Q112 84 200 82T278 170Q262 130 236 128Q180 140 150 126Q130 140 122 170Z', hair),
    bun: circle(200, 70, 34, hair) + path('M118 180Q110 84 200 82T282 180Q266 130 200 126Q134 130 118 180Z', hair),
    beard:
      path('M124 168Q116 84 200 82T276 168Q262 128 200 124Q138 128 124 168Z', hair) +
      path('M130 196Q132 290 200 290T270 196Q262 232 236 232Q200 214 164 232Q138 232 130 196Z', hair),
    cap: path('M112 150Q120 74 200 72T288 150Z', hair) + rect(108, 144, 184, 18, hair, ' rx="9"'),
    curls: range(9)
      .map((i) => circle(124 + i * 19, 112 - Math.sin((i / 8) * Math.PI) * 34, 30, hair))
      .join(''),
  };
  const glasses =
    seed % 3 === 0
      ? circle(168, 184, 22, 'none', ' stroke="#2b2b2b" stroke-width="5"') +
        circle(232, 184, 22, 'none', ' stroke="#2b2b2b" stroke-width="5"') +
        line('M190 182h20', '#2b2b2b', 5)
      : '';
  const face = `<ellipse cx="200" cy="190" rx="74" ry="90" fill="${skin}"/>${circle(168, 184, 7, '#2b2b2b')}${circle(232, 184, 7, '#2b2b2b')}${line('M176 236Q200 252 224 236', '#7a3b2e', 5)}${line('M200 192q-8 20 4 24', '#00000033', 5)}`;
  return `${rect(0, 0, 400, 400, back)}${circle(310, 90, 150, '#ffffff22')}${path('M70 400Q80 290 200 290T330 400Z', shirt)}${rect(174, 250, 52, 60, skin, ' rx="22"')}${face}${hairs[style]}${glasses}`;
}

const portraits = {
  aino: { back: '#7fb2c2', skin: '#f2cfae', hair: '#6b3e26', shirt: '#1d3557', style: 'bob' },
  jorgen: { back: '#f4a261', skin: '#eec39a', hair: '#c98b4e', shirt: '#264653', style: 'beard' },
  sanni: { back: '#e9c46a', skin: '#f5d6ba', hair: '#d9b26a', shirt: '#d1495b', style: 'bun' },
  tomas: { back: '#8d5a97', skin: '#c68e5f', hair: '#22181c', shirt: '#f1faee', style: 'short' },
  ulla: { back: '#84a59d', skin: '#f0cdb0', hair: '#b9b4ad', shirt: '#7768ae', style: 'curls' },
  eero: { back: '#457b9d', skin: '#e8bd94', hair: '#20435c', shirt: '#ffb703', style: 'cap' },
};

mkdirSync(FOLDER, { recursive: true });
for (const [name, drawing] of Object.entries(pictures)) await write(name, W, H, drawing);
for (const [i, [name, looks]] of Object.entries(portraits).entries())
  await write(`author-${name}`, 400, 400, portrait(i, looks));

async function write(name, width, height, drawing) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">${drawing}</svg>\n`;
  if (sharp)
    await sharp(Buffer.from(svg))
      .webp({ quality: 80, effort: 6 })
      .toFile(join(FOLDER, `${name}.webp`));
  else writeFileSync(join(FOLDER, `${name}.svg`), svg);
}
