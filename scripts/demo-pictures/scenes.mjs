// Pictures that take more than a line.
import {
  circle,
  fade,
  fish,
  glitter,
  gull,
  H,
  hills,
  house,
  island,
  line,
  path,
  random,
  range,
  rect,
  round,
  sky,
  stars,
  W,
} from './shapes.mjs';

/** Tiles of quarter circles, as on the cover of a programme. */
export function tiles(seed, colors) {
  const next = random(seed);
  const pick = () => colors[Math.floor(next() * colors.length)];
  const size = 200;
  const cells = range(24).map((i) => {
    const [x, y] = [(i % 6) * size, Math.floor(i / 6) * size];
    const corners = [
      `M${x} ${y}h${size}a${size} ${size} 0 0 1 -${size} ${size}z`,
      `M${x + size} ${y}v${size}a${size} ${size} 0 0 1 -${size} -${size}z`,
      `M${x + size} ${y + size}h-${size}a${size} ${size} 0 0 1 ${size} -${size}z`,
      `M${x} ${y + size}v-${size}a${size} ${size} 0 0 1 ${size} ${size}z`,
    ];
    const kind = Math.floor(next() * 6);
    const shape =
      kind < 4
        ? path(corners[kind], pick())
        : kind === 4
          ? circle(x + size / 2, y + size / 2, size * 0.32, pick())
          : '';
    return rect(x, y, size, size, pick()) + shape;
  });
  return cells.join('');
}

/** Rows of waves, as cut in lino. */
export function waves(back, colors, seed) {
  const next = random(seed);
  const rows = range(9).map((row) => {
    const [y, shift] = [250 + row * 66, -next() * 150];
    const crests = range(10)
      .map(() => `q38 -${46 + row * 3} 75 0q38 ${14 + row} 75 0`)
      .join('');
    return path(`M${round(shift)} ${y}${crests}V${H}H0Z`, colors[row % colors.length]);
  });
  return rect(0, 0, W, H, back) + rows.join('');
}

export function chart() {
  const next = random(12);
  const lines = range(7).map((i) => {
    const [rx, ry] = [90 + i * 74, 60 + i * 52];
    return `<ellipse cx="430" cy="440" rx="${rx}" ry="${ry}" transform="rotate(-14 430 440)" fill="${i === 0 ? '#e9c46a' : 'none'}" stroke="#2a6f97" stroke-width="${i === 1 ? 4 : 2}" ${i > 3 ? 'stroke-dasharray="10 8"' : ''}/>`;
  });
  const depths = range(34).map(
    () =>
      `<text x="${Math.round(next() * 1120 + 40)}" y="${Math.round(next() * 720 + 50)}">${Math.round(2 + next() * 40)}</text>`,
  );
  const rose = range(16).map(
    (i) =>
      `<path d="M960 250L${960 - 12} 230L960 ${i % 2 ? 170 : 110}L${960 + 12} 230Z" fill="${i % 2 ? '#a9bcd0' : '#d1495b'}" transform="rotate(${i * 22.5} 960 250)"/>`,
  );
  return `${rect(0, 0, W, H, '#dcecf2')}${path('M0 0H420Q330 130 120 120T0 220Z', '#f3dfa2')}${lines.join('')}<g fill="#52789a" font-family="Georgia,serif" font-size="22" font-style="italic">${depths.join('')}</g>${circle(960, 250, 96, '#dcecf2')}${rose.join('')}${line('M330 420L640 560L1000 610', '#d1495b', 5, ' stroke-dasharray="2 16"')}${circle(1000, 610, 12, '#d1495b')}`;
}

export function books() {
  const next = random(5);
  const colors = ['#264653', '#2a9d8f', '#e9c46a', '#f4a261', '#e76f51', '#f1faee', '#8d5a97', '#457b9d'];
  const shelf = (y) => {
    let x = 70;
    let all = '';
    while (x < 1100) {
      const [w, h, color] = [22 + next() * 38, 120 + next() * 60, colors[Math.floor(next() * colors.length)]];
      const lean = next() > 0.9 ? ` transform="rotate(8 ${round(x)} ${y})"` : '';
      all += `<g${lean}>${rect(x, y - h, w, h, color, ' rx="3"')}${rect(x + w * 0.25, y - h * 0.8, w * 0.5, 6, '#00000055')}</g>`;
      x += w + 4 + (next() > 0.93 ? 50 : 0);
    }
    return all + rect(40, y, 1120, 16, '#6b4226');
  };
  return (
    rect(0, 0, W, H, '#3d2617') +
    rect(40, 30, 1120, 740, '#4e3220') +
    [220, 440, 660].map(shelf).join('') +
    circle(980, 120, 230, '#ffd98a', fade(0.16))
  );
}

export function stalls() {
  const stall = (x, color, seed) => {
    const next = random(seed);
    const stripes = range(8).map((i) => path(`M${x + i * 40} 330h40v60a20 20 0 0 1 -40 0z`, i % 2 ? '#fff6e6' : color));
    const goods = range(16).map((i) =>
      circle(
        x + 34 + (i % 8) * 36,
        560 - Math.floor(i / 8) * 26,
        17,
        ['#e76f51', '#f4a261', '#e9c46a', '#8ab17d'][Math.floor(next() * 4)],
      ),
    );
    return (
      rect(x + 6, 380, 10, 300, '#6b4226') +
      rect(x + 304, 380, 10, 300, '#6b4226') +
      goods.join('') +
      rect(x, 570, 320, 110, '#8d5b3a') +
      rect(x, 570, 320, 14, '#a4714d') +
      stripes.join('') +
      rect(x - 6, 312, 332, 22, color)
    );
  };
  return `${sky('#bfe3ef', '#fdf1d8')}${hills(560, 90, '#9cc5a1', 3)}${rect(0, 660, W, 140, '#d8c3a5')}${stall(60, '#d1495b', 1)}${stall(440, '#2a6f97', 2)}${stall(820, '#8d5a97', 3)}${gull(300, 150, 1.4, '#3d5a6c')}${gull(760, 110, 1, '#3d5a6c')}`;
}

export function plate(back, cloth) {
  return `${rect(0, 0, W, H, back)}${range(12)
    .map((i) => rect(i * 100, 0, 50, H, cloth, fade(0.35)))
    .join(
      '',
    )}${circle(600, 400, 320, '#00000022')}${circle(600, 390, 310, '#fdfaf3')}${circle(600, 390, 240, '#f1ebdd')}${fish(590, 300, 1.5, '#8fb3c4', '#34566b', -6)}${fish(600, 395, 1.5, '#7aa3b8', '#2c4b5e', 2)}${fish(590, 490, 1.5, '#9fc0cf', '#34566b', -3)}${path('M780 230a70 70 0 0 1 96 96z', '#f2d34f')}${path('M786 240a58 58 0 0 1 80 80z', '#fbeaa0')}${[
    [440, 220],
    [410, 560],
    [760, 560],
    [520, 590],
  ]
    .map(([x, y]) => circle(x, y, 12, '#6a994e') + circle(x + 20, y + 8, 9, '#88b06a'))
    .join('')}`;
}

export function cup() {
  const steam = [520, 590, 660].map((x, i) =>
    line(`M${x} 300q-40 -50 0 -100t0 -${90 + i * 14}`, '#fff8ec', 12, fade(0.7)),
  );
  return `${rect(0, 0, W, H, '#e0a458')}${circle(900, 180, 340, '#e8b872')}${rect(0, 610, W, 190, '#8c4a2f')}${rect(0, 610, W, 14, '#a45d3e')}${path('M410 340H770V500a120 120 0 0 1 -120 120H530a120 120 0 0 1 -120 -120Z', '#20435c')}${line('M770 400h40a56 56 0 0 1 0 112h-46', '#20435c', 26)}<ellipse cx="590" cy="342" rx="180" ry="28" fill="#163247"/><ellipse cx="590" cy="346" rx="156" ry="19" fill="#3b2314"/>${steam.join('')}${path('M130 620q10 -110 120 -110t120 110z', '#c98b4e')}${range(
    4,
  )
    .map((i) => line(`M${180 + i * 46} 552l22 -26`, '#f0d3a4', 8))
    .join('')}`;
}

export function seats() {
  const colors = ['#d1495b', '#edae49', '#00798c', '#30638e', '#8ab17d'];
  const rows = range(5).flatMap((row) => {
    const n = 11 + row * 5;
    return range(n).map((i) => {
      const angle = Math.PI * (i / (n - 1));
      const r = 190 + row * 78;
      return circle(
        600 - Math.cos(angle) * r,
        690 - Math.sin(angle) * r,
        26,
        colors[Math.min(4, Math.floor((i / n) * 5))],
      );
    });
  });
  return `${rect(0, 0, W, H, '#f4f1de')}${rows.join('')}${rect(520, 640, 160, 70, '#003d5b', ' rx="8"')}${circle(600, 600, 28, '#003d5b')}`;
}

export function windows() {
  const next = random(9);
  const block = (x, w, h, color) => {
    const panes = range(Math.floor((w - 30) / 46) * Math.floor((h - 40) / 64)).map((i) => {
      const columns = Math.floor((w - 30) / 46);
      const lit = next();
      return rect(
        x + 22 + (i % columns) * 46,
        720 - h + 30 + Math.floor(i / columns) * 64,
        26,
        38,
        lit > 0.62 ? '#ffd166' : lit > 0.5 ? '#f4a261' : '#00000040',
      );
    });
    return rect(x, 720 - h, w, h, color) + panes.join('');
  };
  return `${sky('#0b132b', '#1c2541', '#3a506b')}${stars('#fff', 4, 50, 260)}${circle(1010, 130, 54, '#f6f0d8')}${block(40, 220, 380, '#223253')}${block(280, 170, 500, '#2b3d63')}${block(470, 260, 330, '#1b2a49')}${block(750, 190, 460, '#2a3a5e')}${block(960, 210, 360, '#1f2f50')}${rect(0, 720, W, 80, '#0a1024')}${glitter(728, '#ffd166', 8, 14)}`;
}

export function stage() {
  const beam = (x, to, color) => path(`M${x} 0L${to - 130} 640H${to + 130}Z`, color, fade(0.28));
  const singers = range(3).flatMap((row) =>
    range(9 + row).map((i) => {
      const [x, y] = [600 + (i - (8 + row) / 2) * 88, 470 + row * 78];
      return (
        circle(x, y, 26, ['#f2cc8f', '#e0a97a', '#b5774a', '#f7dfc0'][(i * 3 + row) % 4]) +
        path(`M${x - 38} ${y + 92}q0 -66 38 -66t38 66z`, ['#3d405b', '#5f4b8b', '#81559b'][row])
      );
    }),
  );
  return `${rect(0, 0, W, H, '#1a1333')}${beam(200, 420, '#ff9f1c')}${beam(600, 600, '#ffe066')}${beam(1000, 800, '#f15bb5')}${singers.join('')}${rect(0, 700, W, 100, '#0e0a1f')}${rect(0, 700, W, 8, '#5f4b8b')}`;
}

export function curtain() {
  const folds = (from, direction) =>
    range(5).map((i) =>
      path(
        `M${from + direction * i * 84} 0h${direction * 84}q${direction * -22} 360 ${direction * (i > 2 ? -70 : -10)} 720h${direction * -84}q${direction * 30} -360 ${direction * (i > 2 ? 70 : 10)} -720z`,
        i % 2 ? '#a4161a' : '#ba181b',
      ),
    );
  return `${rect(0, 0, W, H, '#2b0b0e')}${circle(600, 460, 330, '#ffe8b0', fade(0.25))}${circle(600, 460, 220, '#ffe8b0', fade(0.35))}${rect(590, 380, 20, 250, '#3b2314')}${path('M500 380h200l-34 -120h-132z', '#e5b25d')}${folds(0, 1).join('')}${folds(1200, -1).join('')}${rect(0, 0, W, 70, '#660708')}${range(
    12,
  )
    .map((i) => path(`M${i * 100} 70h100a50 46 0 0 1 -100 0z`, '#7f0d10'))
    .join('')}${rect(0, 720, W, 80, '#5a3a22')}`;
}

export function hull() {
  const ribs = range(13).map((i) => {
    const [x, w] = [130 + i * 78, 20];
    const depth = 210 - Math.abs(i - 6) ** 2 * 4.5;
    return (
      path(
        `M${x} 300q${w} ${depth * 1.4} ${470 - (x - 130) / 2} ${round(depth + 60)}`,
        'none',
        ` stroke="#8d5524" stroke-width="12" opacity="0.35"`,
      ) + rect(x, 300, 14, depth + 60, '#b9783f', ' rx="6"')
    );
  });
  const planks = range(4).map((i) =>
    line(
      `M70 ${310 + i * 26}Q600 ${560 + i * 56} 1130 ${310 + i * 26}`,
      ['#e0a96d', '#cf955a', '#c1854a', '#b3763d'][i],
      20,
    ),
  );
  return `${rect(0, 0, W, H, '#efe3cf')}${path('M0 0H1200V180L600 60L0 180Z', '#d9c7a7')}${range(7)
    .map((i) => rect(i * 200, 60, 12, 600, '#c8b28b'))
    .join(
      '',
    )}${ribs.join('')}${planks.join('')}${line('M70 300Q600 330 1130 300', '#7a4a21', 18)}${rect(0, 690, W, 110, '#c5a880')}${rect(330, 600, 50, 100, '#7a5c3a')}${rect(820, 600, 50, 100, '#7a5c3a')}`;
}

export function garden() {
  const next = random(21);
  const flowers = range(26).map(() => {
    const [x, y, r] = [next() * W, 330 + next() * 380, 22 + next() * 30];
    const color = ['#f28482', '#f6bd60', '#84a59d', '#f5cac3', '#8e7dbe'][Math.floor(next() * 5)];
    const petals = range(6).map((i) =>
      circle(x + Math.cos(i * 1.047) * r * 0.8, y + Math.sin(i * 1.047) * r * 0.8, r * 0.5, color),
    );
    return line(`M${round(x)} ${round(y)}V${H}`, '#5b8e5a', 6) + petals.join('') + circle(x, y, r * 0.42, '#fff3b0');
  });
  const hives = [220, 420, 620].map(
    (x, i) =>
      range(4)
        .map((k) => rect(x + k * 8, 420 - k * 46, 150 - k * 16, 44, ['#ffd166', '#f4a261', '#e9c46a'][i], ' rx="10"'))
        .join('') + rect(x + 60, 436, 34, 12, '#4a3b28'),
  );
  return `${sky('#cdeaf0', '#f9f3dc')}${hills(470, 110, '#a7c9a0', 5)}${rect(0, 460, W, 340, '#7fb069')}${hives.join('')}${flowers.join('')}`;
}

export function pole() {
  const wreath = (x, y) =>
    circle(x, y, 56, 'none', ' stroke="#4f8a4b" stroke-width="22"') +
    range(8)
      .map((i) =>
        circle(x + Math.cos(i * 0.785) * 56, y + Math.sin(i * 0.785) * 56, 9, ['#fff', '#ffd166', '#ef476f'][i % 3]),
      )
      .join('');
  const dancers = range(11).map((i) => {
    const [x, y] = [170 + i * 86, 640 + Math.sin(i * 0.63) * 26];
    return (
      circle(x, y - 62, 20, ['#e0a97a', '#f2cc8f', '#a56b46'][i % 3]) +
      path(
        `M${x - 34} ${round(y + 40)}L${x} ${round(y - 46)}L${x + 34} ${round(y + 40)}Z`,
        ['#d1495b', '#30638e', '#edae49', '#7768ae'][i % 4],
      )
    );
  });
  return `${sky('#b8d8f0', '#ffe3c2', '#ffc9a9')}${circle(980, 410, 70, '#fff1c9')}${hills(500, 70, '#89a8a0', 8)}${rect(0, 500, W, 90, '#a9c7d4')}${glitter(505, '#fff', 3, 10)}${path('M0 600Q600 520 1200 600V800H0Z', '#8bb174')}${rect(590, 120, 20, 500, '#6b8f3c')}${line('M420 240H780', '#6b8f3c', 20)}${path('M600 60l34 70h-68z', '#ffd166')}${wreath(440, 320)}${wreath(760, 320)}${dancers.join('')}`;
}

export function aurora() {
  const veils = range(5).map((i) =>
    path(
      `M${-50 + i * 40} ${120 + i * 34}Q${300 + i * 30} ${40 + i * 60} ${560 + i * 20} ${230 + i * 20}T1260 ${110 + i * 50}V${260 + i * 60}Q${860} ${420 + i * 20} ${560} ${380 + i * 20}T-60 ${360 + i * 40}Z`,
      ['#3ddc97', '#46f0a8', '#2ec4b6', '#8a7bd8', '#5bd6c5'][i],
      fade(0.2),
    ),
  );
  return `${sky('#03071e', '#0b2545', '#134074')}${stars('#fff', 14, 90, 520)}${veils.join('')}${hills(600, 90, '#08203a', 4)}${rect(0, 640, W, 160, '#0b2f52')}${glitter(645, '#7be0c0', 6, 18)}${house(250, 640, 90, 60, '#5a1f24', '#2b1216', '#ffd166')}${house(380, 640, 60, 44, '#6b3a2a', '#2b1216', '#ffb703')}`;
}

export function sauna() {
  return `${sky('#f6bd8b', '#e08e79', '#8d5a78')}${circle(880, 400, 80, '#ffe0b0')}${hills(470, 110, '#5c4a6e', 7)}${island(60, 486, 300, '#3d3353', 2)}${rect(0, 484, W, 316, '#7a5f86')}${glitter(490, '#ffe0b0', 5, 30)}${rect(660, 470, 330, 16, '#3a2a20')}${house(700, 470, 220, 130, '#8c3f2b', '#33221c', '#ffd98a')}${rect(860, 250, 26, 80, '#33221c')}${[0, 1, 2].map((i) => circle(880 + i * 34, 226 - i * 46, 22 + i * 12, '#fff3e6', fade(round(0.5 - i * 0.13)))).join('')}${[700, 790, 880, 970].map((x) => rect(x, 484, 12, 120, '#3a2a20')).join('')}`;
}

export function postbox() {
  const letters = [
    [330, 250, -14],
    [420, 420, 9],
    [760, 200, 12],
    [880, 430, -8],
  ].map(
    ([x, y, turn], i) =>
      `<g transform="translate(${x} ${y}) rotate(${turn})">${rect(-120, -76, 240, 152, ['#fffaf0', '#fdf0d5', '#fff', '#f8edeb'][i], ' rx="6"')}${line('M-120 -76L0 24L120 -76', '#c9b79c', 4)}${rect(70, -62, 36, 44, ['#d1495b', '#30638e', '#edae49', '#588157'][i])}</g>`,
  );
  return `${rect(0, 0, W, H, '#9ad1d4')}${circle(600, 420, 380, '#80bfc4')}${letters.join('')}${rect(585, 520, 30, 280, '#5c4033')}${path('M470 360a130 130 0 0 1 260 0V560H470Z', '#ffb703')}${rect(510, 390, 180, 22, '#7a5200', ' rx="11"')}${circle(600, 480, 30, 'none', ' stroke="#7a5200" stroke-width="10"')}`;
}

export function ferry(x, y, s) {
  return `<g transform="translate(${x} ${y}) scale(${s})">${path('M-260 0H260L226 70H-226Z', '#f2b705')}${rect(-190, -60, 380, 60, '#fdfaf3')}${rect(-70, -120, 150, 60, '#fdfaf3')}${range(
    9,
  )
    .map((i) => rect(-172 + i * 40, -44, 22, 22, '#2a5675'))
    .join('')}${range(3)
    .map((i) => rect(-54 + i * 46, -104, 26, 24, '#2a5675'))
    .join('')}${rect(-4, -170, 30, 50, '#d1495b')}${rect(-226, 58, 452, 12, '#9c2c37')}</g>`;
}
