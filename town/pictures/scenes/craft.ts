import type { Rng } from '../../prng.ts';
import {
  circle,
  darker,
  ellipse,
  group,
  lighter,
  line,
  mix,
  n,
  path,
  rect,
  type Scene,
  wash,
} from '../svg.ts';

/** Letter-like shapes in a box of 10 by 14, made of strokes: an alphabet of our own. */
const GLYPHS = [
  'M1 13L5 1L9 13M2.5 9H7.5',
  'M2 1V13M2 1H6C9 1 9 7 6 7H2M6 7C10 7 10 13 6 13H2',
  'M9 3C6 0 1 2 1 7S6 14 9 11',
  'M2 1V13H5C10 13 10 1 5 1z',
  'M9 1H2V13H9M2 7H7',
  'M2 13V1H9M2 7H7',
  'M9 3C6 0 1 2 1 7S6 14 9 11V8H6',
  'M2 1V13M8 1V13M2 7H8',
  'M5 1V13M2 1H8M2 13H8',
  'M7 1V10C7 14 1 14 1 10',
  'M2 1V13M9 1L2 8L9 13',
  'M2 1V13H9',
  'M1 13V1L5 8L9 1V13',
  'M2 13V1L8 13V1',
  'M5 1C0 1 0 13 5 13S10 1 5 1z',
  'M2 13V1H6C9 1 9 8 6 8H2',
  'M8.5 3C6 0 1 1 2 5C3 8 9 6 9 10C9 14 3 14 1 11',
  'M1 1H9M5 1V13',
  'M2 1V9C2 14 8 14 8 9V1',
  'M1 1L5 13L9 1',
  'M1 1L3 13L5 5L7 13L9 1',
  'M1 1L9 13M9 1L1 13',
  'M1 1L5 7L9 1M5 7V13',
  'M1 1H9L1 13H9',
] as const;

const WOODS = ['#c9965a', '#b57f45', '#d9ae74', '#a36f3a', '#e0bd8c', '#8f5f33'] as const;

/** A drawer of wood type, each letter the wrong way round. */
export const typecase: Scene = (rng, w, h) => {
  const unit = Math.min(w, h) / 6.2;
  let out = rect(0, 0, w, h, '#4a3020');
  for (let y = unit * 0.16; y < h; ) {
    const tall = unit * rng.pick([0.8, 1, 1.3, 1.7]);
    for (let x = unit * 0.16; x < w; ) {
      const wide = tall * rng.between(0.55, 0.85);
      out += block(rng, x, y, wide, tall);
      x += wide + unit * 0.06;
    }
    out += rect(0, y + tall + unit * 0.03, w, unit * 0.1, '#6b4628');
    y += tall + unit * 0.17;
  }
  return { svg: out, alt: 'Wood type in its drawer, letters the wrong way round' };
};

function block(rng: Rng, x: number, y: number, wide: number, tall: number): string {
  const wood = rng.pick(WOODS);
  const ink = rng.chance(0.18) ? rng.pick(['#b2402f', '#27495c', '#2f5d62']) : '#2a1c16';
  const inked = rng.chance(0.8);
  const s = Math.min((wide * 0.74) / 10, (tall * 0.78) / 14);
  const glyph = `<g transform="translate(${n(x + wide / 2)} ${n(y + tall / 2)}) scale(${n(-s * 10) === '0' ? -1 : -Math.round(s * 100) / 100} ${Math.round(s * 100) / 100}) translate(-5 -7)">${line(rng.pick(GLYPHS), inked ? ink : darker(wood, 0.4), rng.pick([1.8, 2.4, 3]), 'stroke-linecap="butt" stroke-linejoin="miter"')}</g>`;
  return (
    rect(x, y, wide, tall, wood, 'rx="2"') +
    rect(x, y, wide, tall * 0.05, lighter(wood, 0.3)) +
    rect(x, y + tall * 0.94, wide, tall * 0.06, darker(wood, 0.3)) +
    glyph
  );
}

const INKS = [
  ['#f3ead9', '#b2402f', '#27495c', '#e0a13f', '#2a2230'],
  ['#efe3cf', '#2f5d62', '#d8703f', '#1f2b3a', '#c9a24a'],
  ['#27304a', '#e9c46a', '#e76f51', '#8fb3a6', '#f3ead9'],
  ['#f2d9c4', '#4b3f72', '#c9567a', '#f2c25b', '#2f4a4a'],
  ['#e6ebe4', '#a5432f', '#35506b', '#5c6b4a', '#171a22'],
] as const;

/** A poster of plain shapes. */
export const poster: Scene = (rng, w, h) => {
  const inks = rng.pick(INKS);
  const [paper, ...colours] = inks;
  const columns = Math.max(3, Math.round(w / (Math.min(w, h) / rng.pick([2, 3, 3, 4]))));
  const cell = w / columns;
  let out = rect(0, 0, w, h, paper);
  for (let y = 0; y < h; y += cell)
    for (let x = 0; x < w - 1; x += cell) out += tile(rng, x, y, cell + 0.5, colours, paper);
  return { svg: out, alt: 'A poster of circles, arcs and stripes' };
};

function tile(
  rng: Rng,
  x: number,
  y: number,
  s: number,
  colours: readonly string[],
  paper: string,
): string {
  const [a, b] = [rng.pick(colours), rng.pick([...colours, paper])];
  const ground = rng.chance(0.55) ? rect(0, 0, 100, 100, b) : '';
  const shapes = [
    () => circle(50, 50, 50, a),
    () => circle(50, 50, 50, a) + circle(50, 50, 24, b === a ? paper : b),
    () => path('M0 0A100 100 0 0 1 100 100H0z', a),
    () =>
      path('M0 0A100 100 0 0 1 100 100H0z', a) +
      path('M0 50A50 50 0 0 1 50 100H0z', b === a ? paper : b),
    () => path('M0 100L50 0 100 100z', a),
    () => path('M0 0H100L0 100z', a),
    () =>
      [10, 30, 50, 70, 90].map((p) => line(`M0 ${p}H100`, a, 9, 'stroke-linecap="butt"')).join(''),
    () => [12, 37, 62, 87].flatMap((p) => [12, 37, 62, 87].map((q) => circle(p, q, 6, a))).join(''),
    () => path('M0 50A50 50 0 0 1 100 50z', a) + path('M0 100A50 50 0 0 1 100 100z', a),
    () => line('M50 10V90M10 50H90M22 22L78 78M78 22L22 78', a, 7),
    () => [44, 32, 20, 8].map((r, i) => circle(50, 50, r, i % 2 ? b : a)).join(''),
    () => '',
  ];
  return group(
    ground + rng.pick(shapes)(),
    `transform="translate(${n(x)} ${n(y)}) scale(${Math.round(s * 100) / 10_000}) rotate(${rng.pick([0, 90, 180, 270])} 50 50)"`,
  );
}

/** A wall of books, with a lamp, a cat or a plant between them. */
export const shelf: Scene = (rng, w, h) => {
  const rows = Math.max(2, Math.round(h / (Math.min(w, h) / 2.6)));
  const tall = h / rows;
  const wood = rng.pick(['#7d5233', '#5d3f2b', '#8f6a44', '#3f4a52']);
  let out = rect(0, 0, w, h, darker(wood, 0.45));
  for (let r = 0; r < rows; r++) out += shelfRow(rng, w, r * tall, tall, wood);
  return { svg: out, alt: 'Shelves full of books' };
};

function shelfRow(rng: Rng, w: number, top: number, tall: number, wood: string): string {
  const floor = top + tall * 0.93;
  let out = '';
  for (let x = tall * 0.03; x < w; ) {
    if (rng.chance(0.05)) {
      out += ornament(rng, x, floor, tall);
      x += tall * 0.4;
      continue;
    }
    const [wide, high] = [tall * rng.between(0.06, 0.15), tall * rng.between(0.55, 0.82)];
    const cover = rng.pick([
      '#a5432f',
      '#27495c',
      '#5c6b4a',
      '#d9a441',
      '#7a4f6d',
      '#e6d5b8',
      '#3d4663',
      '#8c3b3b',
      '#2f5d62',
      '#c8803a',
      '#efe3cf',
      '#4a4450',
    ]);
    const lean = rng.chance(0.06) ? 8 : 0;
    out += group(
      rect(x, floor - high, wide, high, cover) +
        rect(x, floor - high * 0.86, wide, high * 0.035, lighter(cover, 0.45)) +
        rect(x, floor - high * 0.8, wide, high * 0.015, lighter(cover, 0.45)) +
        (rng.chance(0.6)
          ? rect(x + wide * 0.3, floor - high * 0.66, wide * 0.4, high * 0.3, lighter(cover, 0.35))
          : circle(x + wide / 2, floor - high * 0.2, wide * 0.2, lighter(cover, 0.4))),
      lean ? `transform="rotate(${lean} ${n(x)} ${n(floor)})"` : '',
    );
    x += wide + tall * (lean ? 0.1 : 0.006);
  }
  return (
    out +
    rect(0, floor, w, tall * 0.07, wood) +
    rect(0, floor, w, tall * 0.012, lighter(wood, 0.25))
  );
}

function ornament(rng: Rng, x: number, floor: number, tall: number): string {
  const s = tall * 0.36;
  return rng.pick([
    () =>
      path(
        `M${n(x + s * 0.2)} ${n(floor)}C${n(x + s * 0.1)} ${n(floor - s * 0.6)} ${n(x + s * 0.3)} ${n(floor - s * 0.8)} ${n(x + s * 0.3)} ${n(floor - s * 1.2)}L${n(x + s * 0.4)} ${n(floor - s * 1.06)} ${n(x + s * 0.55)} ${n(floor - s * 1.06)} ${n(x + s * 0.66)} ${n(floor - s * 1.2)}C${n(x + s * 0.72)} ${n(floor - s * 0.8)} ${n(x + s * 0.95)} ${n(floor - s * 0.5)} ${n(x + s * 0.85)} ${n(floor)}z`,
        '#1f1a1f',
      ) +
      circle(x + s * 0.42, floor - s * 0.95, s * 0.035, '#e9d27a') +
      circle(x + s * 0.55, floor - s * 0.95, s * 0.035, '#e9d27a'),
    () =>
      rect(x + s * 0.3, floor - s * 0.4, s * 0.44, s * 0.4, '#b5653a') +
      [-30, 0, 30]
        .map((a) =>
          ellipse(
            x + s * 0.52,
            floor - s * 0.8,
            s * 0.12,
            s * 0.42,
            '#5c8a4b',
            `transform="rotate(${a} ${n(x + s * 0.52)} ${n(floor - s * 0.4)})"`,
          ),
        )
        .join(''),
    () =>
      circle(x + s * 0.5, floor - s * 0.62, s * 0.36, '#6f9aa8') +
      path(
        `M${n(x + s * 0.3)} ${n(floor - s * 0.7)}q${n(s * 0.2)} ${n(-s * 0.2)} ${n(s * 0.34)} 0q${n(-s * 0.1)} ${n(s * 0.3)} ${n(-s * 0.34)} 0z`,
        '#7fa35a',
      ) +
      rect(x + s * 0.46, floor - s * 0.28, s * 0.08, s * 0.28, '#3a2c2c') +
      rect(x + s * 0.28, floor - s * 0.06, s * 0.44, s * 0.06, '#3a2c2c'),
  ])();
}

/** A bench with planes, chisels and curls of wood. */
export const workbench: Scene = (rng, w, h) => {
  const wall = rng.pick([
    ['#e6d9c4', '#cdb99a'],
    ['#c9d1cd', '#a9b5b0'],
    ['#46525c', '#343e48'],
    ['#ead2bc', '#d3ae8c'],
  ]);
  const top = h * 0.64;
  const unit = Math.min(w / 108, h / 68);
  const tools = Array.from({ length: Math.ceil(w / (unit * 13)) }, (_, i) =>
    group(
      hanging(rng),
      `transform="translate(${n(unit * (5 + i * 13 + rng.between(-1, 1)))} ${n(h * 0.12)}) scale(${Math.round(unit * 100) / 100})"`,
    ),
  ).join('');
  const rail = rect(0, h * 0.1, w, unit * 1.6, '#8a6238');
  const bench =
    rect(0, top, w, h - top, '#b07a45') +
    rect(0, top, w, unit * 1.2, '#d9ae74') +
    Array.from({ length: 6 }, () =>
      line(
        `M${n(rng.between(-0.1, 0.9) * w)} ${n(rng.between(top + unit * 4, h))}q${n(w * 0.1)} ${n(rng.between(-6, 6))} ${n(w * 0.24)} 0`,
        '#94622f',
        2,
      ),
    ).join('');
  const plane = group(
    path(
      'M0 0H44C46 -4 46 -8 44 -10H34L28 -18C26 -21 22 -21 22 -17L24 -10H8C2 -10 0 -6 0 0z',
      rng.pick(['#7a3b22', '#5a3524', '#8a4f2a']),
    ) +
      rect(18, -15, 5, 13, '#b9c2c6', 'transform="rotate(-22 20 -8)"') +
      circle(7, -12, 4, '#3a2418') +
      rect(0, -2, 44, 2.4, '#4a4f55'),
    `transform="translate(${n(w * rng.between(0.12, 0.4))} ${n(top + unit * 8)}) scale(${Math.round(unit * 70) / 100})"`,
  );
  const curls = Array.from({ length: 14 }, () => {
    const [x, y, r] = [
      rng.between(0.1, 0.9) * w,
      rng.between(top + unit * 6, h - unit * 3),
      unit * rng.between(1, 2.2),
    ];
    return line(
      `M${n(x)} ${n(y)}a${n(r)} ${n(r)} 0 1 1 ${n(r * 1.4)} ${n(-r * 0.4)}a${n(r * 0.6)} ${n(r * 0.6)} 0 1 1 ${n(-r)} ${n(-r * 0.3)}`,
      rng.pick(['#f3dcb0', '#ecc98f', '#f7e8c9']),
      unit * 0.5,
    );
  }).join('');
  const plank = group(
    rect(0, -7, 60, 7, '#e3bd84') +
      rect(0, -7, 60, 1.6, '#f3dcb0') +
      [0, 1, 2, 3]
        .map((i) => path(`M60 ${-7 + i * 1.9}h5l-1 .95h-4z`, i % 2 ? '#e3bd84' : '#c99a5c'))
        .join(''),
    `transform="translate(${n(w * 0.52)} ${n(top + unit * 11)}) scale(${Math.round(unit * 60) / 100}) rotate(-3)"`,
  );
  return {
    svg: wash(0, 0, w, h, wall) + rail + tools + bench + plank + plane + curls,
    alt: 'A bench with hand tools above it and fresh shavings on it',
  };
};

/** One hanging tool, about 9 wide and 40 high. */
function hanging(rng: Rng): string {
  const handle = rng.pick(['#8a4f2a', '#b5653a', '#c9965a', '#5a3524']);
  const steel = mix('#b9c2c6', '#7f8a92', rng.next());
  return rng.pick([
    () =>
      rect(3, 0, 4, 15, handle, 'rx="2"') +
      rect(3.6, 15, 2.8, 17, steel) +
      path('M3.6 32H6.4L5.4 35z', steel),
    () => path('M1 0H9V7H1z', steel) + rect(4, 7, 2.4, 26, handle),
    () => path('M1 3H9L8 30H6z', steel) + path('M0 0H9C10 4 8 8 5 8S0 4 0 0z', handle),
    () => circle(5, 6, 5, 'none', `stroke="${steel}" stroke-width="2"`) + rect(4, 11, 2, 22, steel),
    () =>
      line('M2 0L5 16L8 0', steel, 1.6) + line('M5 16V34', steel, 1.8) + circle(5, 14, 1.8, handle),
    () =>
      rect(2, 0, 6, 5, handle) +
      rect(4, 5, 2, 30, steel) +
      [9, 13, 17, 21, 25, 29].map((y) => line(`M4 ${y}h2`, '#4a4f55', 0.5)).join(''),
  ])();
}

/** Patchwork. */
export const quilt: Scene = (rng, w, h) => {
  const inks = rng.pick(INKS);
  const step = Math.min(w, h) / rng.pick([5, 6, 7]);
  const kind = rng.int(0, 2);
  const colours = inks.slice(1);
  let out = rect(0, 0, w, h, inks[0]);
  for (let r = 0; r * step < h; r++) {
    for (let c = 0; c * step < w; c++) {
      const [x, y] = [c * step, r * step];
      const colour =
        colours[(r * (kind + 1) + c * (2 - kind) + Math.floor((r + c) / 3)) % colours.length] ??
        '#a5432f';
      if (kind === 0)
        out +=
          rect(x + 2, y + 2, step - 4, step - 4, colour) +
          rect(x + step * 0.28, y + step * 0.28, step * 0.44, step * 0.44, inks[0]);
      else if (kind === 1)
        out += path(
          (r + c) % 2
            ? `M${n(x)} ${n(y)}h${n(step)}v${n(step)}z`
            : `M${n(x)} ${n(y)}v${n(step)}h${n(step)}z`,
          colour,
        );
      else
        out +=
          path(
            `M${n(x + step / 2)} ${n(y)}L${n(x + step)} ${n(y + step / 2)} ${n(x + step / 2)} ${n(y + step)} ${n(x)} ${n(y + step / 2)}z`,
            colour,
          ) + circle(x + step / 2, y + step / 2, step * 0.12, inks[0]);
    }
  }
  return { svg: out, alt: 'Patchwork in warm colours' };
};
