import type { Rng } from '../../prng.ts';
import {
  circle,
  darker,
  ellipse,
  group,
  lighter,
  line,
  n,
  path,
  rect,
  type Scene,
  wash,
} from '../svg.ts';

const WALLS = [
  ['#f2dcc8', '#e3b998'],
  ['#d3dfdc', '#a9bfbc'],
  ['#e6e0ee', '#c3b5d6'],
  ['#f3ead6', '#e0cfa4'],
  ['#39455e', '#28304a'],
] as const;

/** A bicycle against a wall. */
export const bicycle: Scene = (rng, w, h) => {
  const wall = rng.pick(WALLS.slice(0, 4));
  const floor = h * 0.84;
  const s = Math.min(w / 160, h / 104);
  const frame = rng.pick([
    '#b2402f',
    '#2f5d62',
    '#27495c',
    '#d9a441',
    '#5c6b4a',
    '#1f2230',
    '#c96a8a',
  ]);
  const wheel = (x: number) =>
    circle(x, 0, 24, 'none', 'stroke="#26222a" stroke-width="2.6"') +
    circle(x, 0, 21.6, 'none', 'stroke="#d9d3c6" stroke-width="1"') +
    Array.from(
      { length: 12 },
      (_, i) =>
        `<path d="M${x} 0V-21.5" stroke="#b9b2a6" stroke-width=".5" transform="rotate(${i * 30} ${x} 0)"/>`,
    ).join('') +
    circle(x, 0, 2.6, '#4a4a52');
  const basket = rng.chance(0.5)
    ? path('M74 -50H96L92 -32H78z', '#b5824a') +
      line('M76 -44H95M77 -38H93M82 -50L83 -32M88 -50L87 -32', '#8a5f30', 0.9) +
      (rng.chance(0.6)
        ? circle(80, -53, 4, '#d9534a') +
          circle(86, -55, 4.6, '#f2c25b') +
          circle(92, -53, 4, '#e8a0b0')
        : path('M78 -50L90 -62L94 -50z', '#d9a564'))
    : '';
  const bike =
    wheel(-2) +
    wheel(74) +
    line('M-2 0L24 -34H60L30 0zM24 -34L30 0M60 -34L56 -46', frame, 3) +
    line('M74 0L58 -40', frame, 3) +
    line('M24 -34L22 -42M14 -43C20 -46 28 -44 30 -42', '#3a2a22', 3.4) +
    line('M56 -46C50 -52 62 -54 66 -48M56 -46L64 -50', '#2a262c', 2.4) +
    circle(30, 0, 6, 'none', 'stroke="#6a6a72" stroke-width="1.8"') +
    line('M30 0L37 5M34 6h7', '#3a3a42', 1.8) +
    line('M-2 -26.5A26.5 26.5 0 0 1 20 -16', darker(frame, 0.2), 2.2) +
    basket;
  const bricks = Array.from({ length: 26 }, () =>
    rect(
      rng.between(0, w),
      rng.between(0, floor - 20),
      w * 0.05,
      h * 0.026,
      darker(wall[1], 0.08),
      'rx="2" opacity=".5"',
    ),
  ).join('');
  const door = rng.chance(0.6)
    ? rect(
        w * 0.08,
        floor - h * 0.6,
        w * 0.15,
        h * 0.6,
        rng.pick(['#7a2f2a', '#2f5d62', '#c8803a', '#35506b']),
      ) + rect(w * 0.1, floor - h * 0.54, w * 0.11, h * 0.16, '#fbeecb')
    : '';
  return {
    svg:
      wash(0, 0, w, h, wall) +
      bricks +
      door +
      rect(0, floor, w, h - floor, darker(wall[1], 0.4)) +
      rect(0, floor, w, h * 0.012, lighter(wall[1], 0.1)) +
      ellipse(w * 0.56, floor + s * 3, s * 66, s * 3.4, '#1a1420', 'opacity=".25"') +
      group(
        bike,
        `transform="translate(${n(w * 0.56 - s * 36)} ${n(floor - s * 24)}) scale(${Math.round(s * 100) / 100})"`,
      ),
    alt: 'A bicycle leaning where it was left',
  };
};

/** A desk with a screen of text, a mug, a lamp. */
export const screen: Scene = (rng, w, h) => {
  const wall = rng.pick(WALLS);
  const desk = h * 0.78;
  const s = Math.min(w / 168, h / 96);
  const ground = rng.pick(['#1f2430', '#fbf7ec', '#24302c', '#2b2440']);
  const dark = ground !== '#fbf7ec';
  const inks = dark
    ? ['#e9c46a', '#8fb3a6', '#f3ead9', '#e79a72', '#9fb4c9']
    : ['#3a3440', '#b2402f', '#6d6660', '#2f5d62'];
  const rows = Array.from({ length: 9 }, (_, i) => {
    let x = 6 + rng.pick([0, 0, 4, 8]);
    let out = '';
    while (x < rng.between(24, 62)) {
      const long = rng.between(4, 15);
      out += rect(x, 6 + i * 4, long, 1.8, rng.pick(inks), 'rx=".9"');
      x += long + 1.8;
    }
    return out;
  }).join('');
  const machine =
    rect(-2, -2, 76, 50, '#2a262c', 'rx="3"') +
    rect(0, 0, 72, 44, ground, 'rx="1.5"') +
    rows +
    path('M28 48H44L47 58H25z', '#3a363c') +
    rect(18, 57, 36, 3, '#3a363c', 'rx="1.5"');
  const mug = group(
    path('M0 0H13V13C13 17 0 17 0 13z', rng.pick(['#b5533a', '#27495c', '#d9a441', '#f3ead9'])) +
      line('M13 3C19 3 19 11 13 11', '#7a5a4a', 2) +
      line('M4 -3c-2 -4 2 -5 0 -9M9 -3c-2 -4 2 -5 0 -9', '#fffaf0', 1.2, 'opacity=".7"'),
    'transform="translate(86 44)"',
  );
  const lamp =
    line('M-22 60L-30 30L-12 12', '#3a2c2c', 2) +
    path('M-18 8L-4 16 -10 26 -24 14z', '#d9a441') +
    rect(-30, 58, 16, 2.6, '#3a2c2c', 'rx="1.3"') +
    path('M-14 22L10 58H-40L-20 18z', '#fff0c4', 'opacity=".2"');
  const tin = rng.chance(0.6)
    ? group(
        rect(0, 0, 17, 11, '#8c3b3b', 'rx="2"') +
          rect(0, 0, 17, 3.4, '#c9a24a', 'rx="1.5"') +
          circle(4, 7.5, 0.9, '#8fe0a0') +
          circle(7, 7.5, 0.9, '#f2c25b'),
        'transform="translate(-38 -1) translate(148 50)"',
      )
    : '';
  return {
    svg:
      wash(0, 0, w, h, wall) +
      note(rng, w, h) +
      rect(0, desk, w, h - desk, '#a5714a') +
      rect(0, desk, w, h * 0.014, '#c9965a') +
      group(
        machine + mug + lamp + tin,
        `transform="translate(${n(w / 2 - s * 40)} ${n(desk - s * 60)}) scale(${Math.round(s * 100) / 100})"`,
      ),
    alt: 'A desk with a screen of plain text and a mug of tea',
  };
};

function note(rng: Rng, w: number, h: number): string {
  return Array.from({ length: 4 }, (_, i) =>
    rect(
      w * (0.06 + i * 0.25 + rng.between(-0.02, 0.03)),
      h * rng.between(0.06, 0.18),
      Math.min(w, h) * 0.11,
      Math.min(w, h) * 0.1,
      rng.pick(['#f6e3a0', '#f2c9b4', '#cfe0d0', '#dfe6f0']),
      `transform="rotate(${rng.int(-6, 6)} ${n(w * 0.3)} ${n(h * 0.1)})" opacity=".85"`,
    ),
  ).join('');
}

/** A net of nodes and channels. */
export const network: Scene = (rng, w, h) => {
  const [ground, edge, ...nodes] = rng.pick([
    ['#1f2740', '#54618c', '#f2c25b', '#e79a72', '#8fb3a6', '#f3ead9'],
    ['#f3ead9', '#c9b68f', '#b2402f', '#27495c', '#e0a13f', '#5c6b4a'],
    ['#2a1f33', '#6a4f74', '#f2a65a', '#d9c46a', '#c9567a', '#f7e6d2'],
    ['#12302f', '#3f6f66', '#f2d38a', '#8fd0b8', '#e9f0e2', '#e58f5a'],
  ] as const);
  const unit = Math.min(w, h) / 100;
  const columns = Math.max(4, Math.round((w / h) * 5));
  const points = Array.from({ length: columns * 5 }, (_, i): [number, number, number] => {
    const [x, y] = [
      ((i % columns) + rng.between(0.12, 0.88)) / columns,
      (Math.floor(i / columns) + rng.between(0.12, 0.88)) / 5,
    ];
    return [x * w, y * h, unit * (rng.chance(0.18) ? rng.between(3, 5) : rng.between(0.8, 2))];
  });
  const edges = points
    .flatMap(([x, y], i) => {
      const near = points
        .map((point, j) => ({ j, d: Math.hypot(point[0] - x, point[1] - y) }))
        .filter((row) => row.j > i)
        .sort((a, b) => a.d - b.d)
        .slice(0, 3);
      return near.map(({ j }) => {
        const [x2, y2] = points[j] ?? [x, y];
        return line(
          `M${n(x)} ${n(y)}Q${n((x + x2) / 2 + rng.bell() * unit * 4)} ${n((y + y2) / 2 + rng.bell() * unit * 4)} ${n(x2)} ${n(y2)}`,
          edge ?? '#888888',
          unit * rng.pick([0.3, 0.3, 0.5, 0.9]),
          'opacity=".75"',
        );
      });
    })
    .join('');
  const dots = points
    .map(([x, y, r]) => {
      const colour = rng.pick(nodes);
      return (
        (r > unit * 2.6 ? circle(x, y, r * 1.9, colour, 'opacity=".2"') : '') +
        circle(x, y, r, colour)
      );
    })
    .join('');
  const bolt = points
    .filter((point) => point[2] > unit * 3)
    .map(([x, y, r]) =>
      path(
        `M${n(x + r * 0.14)} ${n(y - r * 0.62)}L${n(x - r * 0.4)} ${n(y + r * 0.1)}h${n(r * 0.32)}l${n(-r * 0.1)} ${n(r * 0.52)}L${n(x + r * 0.4)} ${n(y - r * 0.12)}h${n(-r * 0.32)}z`,
        ground ?? '#222222',
      ),
    )
    .join('');
  return {
    svg: rect(0, 0, w, h, ground ?? '#222222') + edges + dots + bolt,
    alt: 'Nodes and the channels between them, drawn as a constellation',
  };
};

/** A record on its player. */
export const record: Scene = (rng, w, h) => {
  const wood = rng.pick(['#b5824a', '#7d5233', '#c9a06a', '#5a4038']);
  const s = Math.min(w, h) / 100;
  const label = rng.pick(['#c8503a', '#e0a13f', '#2f5d62', '#7a4f9a', '#d9776a', '#27495c']);
  const [cx, cy] = [w * 0.45, h * 0.52];
  const grooves = [40, 36, 33, 29, 26, 22, 19]
    .map((r) => circle(cx, cy, s * r, 'none', `stroke="#3a3640" stroke-width="${n(s * 0.35)}"`))
    .join('');
  const gleam = [-28, 152]
    .map((a) =>
      path(
        `M${n(cx)} ${n(cy)}L${n(cx + s * 42)} ${n(cy - s * 7)}A${n(s * 42)} ${n(s * 42)} 0 0 1 ${n(cx + s * 42)} ${n(cy + s * 7)}z`,
        '#ffffff',
        `opacity=".09" transform="rotate(${a} ${n(cx)} ${n(cy)})"`,
      ),
    )
    .join('');
  const arm =
    line(
      `M${n(cx + s * 54)} ${n(cy - s * 36)}L${n(cx + s * 50)} ${n(cy + s * 6)}L${n(cx + s * 33)} ${n(cy + s * 22)}`,
      '#d9d6d0',
      s * 1.8,
    ) +
    circle(cx + s * 54, cy - s * 36, s * 6, '#8a8a90') +
    circle(cx + s * 54, cy - s * 36, s * 3, '#c9c6c0') +
    path(
      `M${n(cx + s * 35)} ${n(cy + s * 18)}l${n(s * 3)} ${n(s * 3)}l${n(-s * 6)} ${n(s * 6)}l${n(-s * 4)} ${n(-s * 4)}z`,
      '#2a262c',
    );
  const knobs = [0, 1]
    .map(
      (i) =>
        circle(cx + s * (56 + i * 9), cy + s * 38, s * 3, '#e6dccb') +
        line(`M${n(cx + s * (56 + i * 9))} ${n(cy + s * 38)}v${n(-s * 2.4)}`, '#5a4a3a', s * 0.7),
    )
    .join('');
  const grain = Array.from({ length: 10 }, () =>
    line(
      `M${n(-10)} ${n(rng.between(0, h))}Q${n(w / 2)} ${n(rng.between(0, h))} ${n(w + 10)} ${n(rng.between(0, h))}`,
      darker(wood, 0.12),
      2,
      'opacity=".5"',
    ),
  ).join('');
  return {
    svg:
      rect(0, 0, w, h, wood) +
      grain +
      circle(cx, cy + s * 1.5, s * 46, '#1a1420', 'opacity=".25"') +
      circle(cx, cy, s * 45, '#2c2a30') +
      circle(cx, cy, s * 43, '#17161b') +
      grooves +
      gleam +
      circle(cx, cy, s * 15, label) +
      circle(
        cx,
        cy,
        s * 11,
        'none',
        `stroke="${lighter(label, 0.4)}" stroke-width="${n(s * 0.5)}"`,
      ) +
      rect(cx - s * 7, cy - s * 6, s * 14, s * 2, lighter(label, 0.6), 'rx="2"') +
      rect(cx - s * 5, cy + s * 4.5, s * 10, s * 1.2, lighter(label, 0.6), 'rx="1"') +
      circle(cx, cy, s * 1.1, '#e9e4da') +
      arm +
      knobs,
    alt: 'A record turning on its player',
  };
};

/** Keys of a piano, some of them held. */
export const piano: Scene = (rng, w, h) => {
  const body = rng.pick(['#2a2026', '#5a3524', '#27304a', '#6b4630']);
  const top = h * 0.4;
  const key = Math.min(w, h) * 0.11;
  const count = Math.ceil(w / key) + 1;
  let whites = '';
  let blacks = '';
  for (let i = 0; i < count; i++) {
    const held = rng.chance(0.1);
    whites +=
      rect(
        i * key + 1,
        top,
        key - 2,
        h * 0.54 + (held ? h * 0.012 : 0),
        held ? '#f6dca6' : '#fbf6ea',
        'rx="4"',
      ) + rect(i * key + 1, top + h * 0.5, key - 2, h * 0.04, '#e3d9c4', 'rx="4"');
    if (![2, 6].includes(i % 7))
      blacks +=
        rect((i + 1) * key - key * 0.3, top, key * 0.6, h * 0.33, '#241f26', 'rx="3"') +
        rect((i + 1) * key - key * 0.2, top, key * 0.4, h * 0.29, '#3a343c', 'rx="3"');
  }
  const staff = [0, 1, 2, 3, 4]
    .map((i) => line(`M${n(w * 0.26)} ${n(h * (0.1 + i * 0.034))}H${n(w * 0.74)}`, '#6d6660', 1.6))
    .join('');
  const notes = Array.from({ length: 9 }, (_, i) => {
    const [x, y] = [w * (0.3 + i * 0.05), h * (0.1 + rng.int(0, 8) * 0.017)];
    return (
      ellipse(x, y, h * 0.014, h * 0.011, '#2a2230', `transform="rotate(-20 ${n(x)} ${n(y)})"`) +
      line(`M${n(x + h * 0.013)} ${n(y)}v${n(-h * 0.075)}`, '#2a2230', 2.4)
    );
  }).join('');
  const sheet = rect(w * 0.22, h * 0.04, w * 0.56, h * 0.28, '#fbf3e0') + staff + notes;
  return {
    svg:
      rect(0, 0, w, h, body) +
      rect(0, h * 0.33, w, h * 0.07, lighter(body, 0.1)) +
      sheet +
      whites +
      blacks +
      rect(0, top - h * 0.012, w, h * 0.018, '#a5372c') +
      rect(0, h * 0.955, w, h * 0.05, darker(body, 0.3)),
    alt: 'Piano keys under a sheet of music',
  };
};
