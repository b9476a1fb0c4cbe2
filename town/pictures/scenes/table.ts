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

const ROOMS = [
  { wall: ['#f4e3c4', '#ecc997'], table: '#b5654a', cloth: '#3f6f78', words: 'on a warm table' },
  { wall: ['#dfe3da', '#c4cfc6'], table: '#7a5a44', cloth: '#d8703f', words: 'by a green wall' },
  { wall: ['#e8d9cc', '#d3b8a4'], table: '#5d4a4a', cloth: '#c9a24a', words: 'in window light' },
  { wall: ['#36465c', '#54627a'], table: '#8a5f42', cloth: '#e6d5b8', words: 'in the evening' },
  { wall: ['#f2dcd2', '#e5b9a8'], table: '#9c6a4a', cloth: '#5c6b4a', words: 'at breakfast' },
] as const;

type Room = (typeof ROOMS)[number];

/** Draws something in a box of 640 by 400, table at 270, on a page of any shape. */
function onTable(
  rng: Rng,
  w: number,
  h: number,
  draw: (room: Room) => string,
): { svg: string; room: Room } {
  const room = rng.pick(ROOMS);
  const top = h * 0.66;
  const scale = Math.min(w / 640, h / 430);
  const wall = wash(0, 0, w, h, room.wall) + light(rng, w, h);
  const table =
    rect(0, top, w, h - top, room.table) +
    rect(0, top, w, h * 0.012, lighter(room.table, 0.18)) +
    [0.2, 0.5, 0.78]
      .map((t) =>
        line(
          `M${n(w * (t - 0.18))} ${n(top + (h - top) * t)}h${n(w * 0.3)}`,
          darker(room.table, 0.14),
          2,
        ),
      )
      .join('');
  const things = group(
    draw(room),
    `transform="translate(${n(w / 2)} ${n(top + h * 0.09)}) scale(${Math.round(scale * 1000) / 1000}) translate(-320 -300)"`,
  );
  return { svg: wall + table + things, room };
}

function light(rng: Rng, w: number, h: number): string {
  if (rng.chance(0.4)) return '';
  const x = w * rng.between(0.05, 0.5);
  const pane = (a: number, b: number) =>
    path(
      `M${n(x + w * a)} ${n(h * 0.08)}h${n(w * 0.12)}l${n(-w * 0.06)} ${n(h * 0.24)}h${n(-w * 0.12)}z`,
      '#fff6df',
      `opacity=".38" transform="translate(${n(-w * b * 0.06)} ${n(h * b * 0.26)})"`,
    );
  return pane(0, 0) + pane(0.14, 0) + pane(0, 1) + pane(0.14, 1);
}

const shadow = (x: number, y: number, rx: number) =>
  ellipse(x, y, rx, rx * 0.13, '#1a0f0a', 'opacity=".26"');

/** A loaf or two on a board. */
export const bread: Scene = (rng, w, h) => {
  const crust = rng.pick(['#c98b46', '#b5713a', '#a5602f', '#8a4f2a', '#d6a25e']);
  const { svg, room } = onTable(
    rng,
    w,
    h,
    (r) =>
      board(r.cloth) +
      rng.pick([
        () => boule(rng, 320, crust, 1.25),
        () => boule(rng, 262, crust, 1) + tin(rng, 430, darker(crust, 0.08)),
        () => baguettes(crust),
        () => boule(rng, 300, crust, 1.1) + slices(crust),
      ])() +
      knife(rng) +
      flour(rng),
  );
  return { svg, alt: `Fresh bread on a board ${room.words}` };
};

const board = (cloth: string) =>
  shadow(320, 316, 240) +
  path('M80 296H560C574 296 574 320 560 320H80C66 320 66 296 80 296z', '#d9b27c') +
  path('M80 310H570C568 316 564 320 560 320H80C74 320 72 316 71 310z', '#b88d55') +
  path('M96 298L170 298 150 346 60 346z', cloth, 'opacity=".9"');

function boule(rng: Rng, x: number, crust: string, s: number): string {
  const cuts = rng.pick([
    'M-60 -70C-20 -92 30 -92 66 -66M-72 -44C-30 -66 40 -66 78 -40',
    'M-50 -86L-30 -30M-6 -96L0 -34M40 -90L34 -32',
    'M0 -100C-10 -70 -10 -50 0 -24M-14 -76L-44 -60M14 -76L44 -60M-12 -52L-40 -38M12 -52L40 -38',
  ]);
  return group(
    shadow(0, 2, 112) +
      path('M-112 0C-122 -62 -66 -104 0 -104S122 -62 112 0C108 8 -108 8 -112 0z', crust) +
      path(
        'M-112 0C-118 -38 -96 -70 -62 -88 -84 -54 -84 -22 -74 4 -96 6 -110 4 -112 0z',
        darker(crust, 0.18),
      ) +
      line(cuts, lighter(crust, 0.55), 7) +
      line(cuts, lighter(crust, 0.75), 2.5),
    `transform="translate(${x} 296) scale(${s})"`,
  );
}

function tin(rng: Rng, x: number, crust: string): string {
  const seeds = Array.from({ length: 22 }, () =>
    ellipse(
      rng.between(-70, 70),
      rng.between(-96, -74),
      3,
      1.6,
      '#f3e3bd',
      `transform="rotate(${rng.int(0, 90)})"`,
    ),
  );
  return group(
    shadow(0, 2, 92) +
      path('M-84 0L-92 -66C-98 -104 -50 -110 0 -110S98 -104 92 -66L84 0z', crust) +
      path('M-92 -66C-60 -52 60 -52 92 -66L84 0H-84z', darker(crust, 0.14)) +
      seeds.filter((_, i) => i < 0).join('') +
      line('M-70 -88C-30 -98 30 -98 70 -88', lighter(crust, 0.5), 6),
    `transform="translate(${x} 296)"`,
  );
}

const baguettes = (crust: string) =>
  [0, 1, 2]
    .map((i) =>
      group(
        path(
          'M-190 0C-196 -30 -150 -38 0 -38S196 -30 190 0C180 10 -180 10 -190 0z',
          i % 2 ? darker(crust, 0.1) : crust,
        ) +
          [-120, -60, 0, 60, 120]
            .map((x) => line(`M${x - 18} -6L${x + 22} -32`, lighter(crust, 0.55), 7))
            .join(''),
        `transform="translate(${320 + i * 14} ${296 - i * 26}) rotate(${-3 + i * 3})"`,
      ),
    )
    .join('');
const slices = (crust: string) =>
  [0, 1]
    .map((i) =>
      group(
        path('M-34 0C-44 -50 -30 -72 0 -72S44 -50 34 0z', crust) +
          path('M-27 -4C-36 -46 -24 -63 0 -63S36 -46 27 -4z', '#f3e2bf') +
          circle(-8, -30, 3, '#dcc193') +
          circle(9, -44, 2.4, '#dcc193') +
          circle(6, -18, 3, '#dcc193'),
        `transform="translate(${456 + i * 38} ${300 + i * 4}) rotate(${8 + i * 10})"`,
      ),
    )
    .join('');
const knife = (rng: Rng) =>
  rng.chance(0.5)
    ? ''
    : path('M150 330L330 324C346 324 350 332 340 336L150 338z', '#dfe3e6') +
      path('M62 328H150V340H62C52 340 52 328 62 328z', '#4a2f22');
const flour = (rng: Rng) =>
  Array.from({ length: 18 }, () =>
    circle(
      rng.between(110, 540),
      rng.between(288, 346),
      rng.between(1, 2.8),
      '#fff8ea',
      'opacity=".75"',
    ),
  ).join('');

const FRUITS = [
  {
    name: 'lemons',
    colours: ['#f2c230', '#e9b424'],
    shape: (c: string) => ellipse(0, 0, 62, 48, c) + ellipse(58, 0, 10, 7, darker(c, 0.06)),
  },
  {
    name: 'oranges',
    colours: ['#e8873a', '#d9722c'],
    shape: (c: string) => circle(0, 0, 52, c) + circle(-8, -30, 4, darker(c, 0.25)),
  },
  {
    name: 'pears',
    colours: ['#b9b84e', '#cdbf58'],
    shape: (c: string) =>
      path(
        'M0 -76C20 -76 22 -44 34 -22 52 14 36 46 0 46S-52 14 -34 -22C-22 -44 -20 -76 0 -76z',
        c,
      ) + line('M0 -76C0 -88 6 -94 12 -96', '#5a3a24', 5),
  },
  {
    name: 'plums',
    colours: ['#5f3a66', '#7a4570'],
    shape: (c: string) =>
      ellipse(0, 0, 44, 48, c) + line('M6 -44C-6 -10 -4 20 4 44', darker(c, 0.3), 3),
  },
  {
    name: 'apples',
    colours: ['#b2402f', '#c65a3a', '#9fae4a'],
    shape: (c: string) =>
      path(
        'M0 -40C24 -58 58 -40 54 0 50 36 26 50 0 44 -26 50 -50 36 -54 0 -58 -40 -24 -58 0 -40z',
        c,
      ) + line('M0 -38C0 -54 6 -62 12 -64', '#5a3a24', 5),
  },
] as const;

/** A bowl of fruit, one of it on the table. */
export const fruit: Scene = (rng, w, h) => {
  const kind = rng.pick(FRUITS);
  const bowl = rng.pick(['#3f6f78', '#27495c', '#f3ead9', '#a5432f', '#5c6b4a']);
  const put = (x: number, y: number, turn: number) => {
    const colour = rng.pick(kind.colours);
    return group(
      kind.shape(colour) +
        ellipse(-16, -16, 13, 9, lighter(colour, 0.6), 'opacity=".5" transform="rotate(-30)"'),
      `transform="translate(${x} ${y}) rotate(${turn})"`,
    );
  };
  const { svg, room } = onTable(
    rng,
    w,
    h,
    () =>
      shadow(330, 306, 190) +
      put(236, 186, rng.int(-20, 20)) +
      put(426, 190, rng.int(-20, 20)) +
      put(334, 160, rng.int(-30, 30)) +
      path('M352 112c18-34 52-38 76-30-10 28-42 40-76 30z', '#5c8a4b') +
      path('M160 210h330c0 60-60 92-165 92s-165-32-165-92z', bowl) +
      path('M160 210h330v12H162z', darker(bowl, 0.2)) +
      path('M410 222h78c-8 36-36 60-90 74 20-22 20-50 12-74z', '#1a1420', 'opacity=".12"') +
      shadow(548, 312, 60) +
      put(548, 274, rng.int(-60, 60)),
  );
  return { svg, alt: `A bowl of ${kind.name} ${room.words}` };
};

/** A pot and cups, steam. */
export const kettle: Scene = (rng, w, h) => {
  const pot = rng.pick(['#b5533a', '#27495c', '#3f6f78', '#d9a441', '#6a7f5a', '#8c3b3b']);
  const cup = rng.pick(['#f3ead9', '#e9c9a8', '#c9d6cf', '#3d4663']);
  const steam = (x: number, y: number) =>
    line(
      `M${x} ${y}c-14 -22 14 -34 0 -58M${x + 22} ${y}c-14 -22 14 -34 0 -58`,
      '#fffaf0',
      6,
      'opacity=".6"',
    );
  const { svg, room } = onTable(
    rng,
    w,
    h,
    (r) =>
      group(
        shadow(0, 4, 120) +
          path('M-92 -120H60C92 -80 92 -20 44 0H-76C-124 -20 -124 -80 -92 -120z', pot) +
          path('M70 -84C120 -90 112 -140 150 -152 152 -96 126 -40 82 -34z', pot) +
          line('M-100 -108C-172 -112 -172 -22 -104 -24', pot, 18) +
          path('M-78 -120C-70 -150 38 -150 46 -120z', darker(pot, 0.2)) +
          circle(-16, -154, 13, darker(pot, 0.32)) +
          path(
            'M-92 -120H-52C-84 -80 -84 -30 -58 0H-76C-124 -20 -124 -80 -92 -120z',
            '#1a1420',
            'opacity=".13"',
          ),
        'transform="translate(252 302)"',
      ) +
      steam(398, 138) +
      [0, 1]
        .map((i) =>
          group(
            shadow(0, 4, 54) +
              path('M-44 -62H44C46 -20 28 0 0 0S-46 -20 -44 -62z', cup) +
              ellipse(0, -62, 44, 10, '#8a5a34') +
              line('M42 -50C74 -52 70 -16 34 -18', cup, 9),
            `transform="translate(${462 + i * 96} ${306 + i * 14})"`,
          ),
        )
        .join('') +
      steam(450, 216) +
      (rng.chance(0.5) ? path('M120 318L214 306 232 330 132 344z', r.cloth) : plate()),
  );
  return { svg, alt: `A pot of tea and two cups ${room.words}` };
};

const plate = () =>
  ellipse(120, 318, 84, 15, '#f7f3ea') +
  ellipse(120, 315, 60, 9, '#e6d9c4') +
  group(
    path('M-34 0C-40 -30 -18 -44 0 -44S40 -30 34 0z', '#c98b46') +
      circle(-10, -26, 3.4, '#5a2e2a') +
      circle(8, -18, 3.4, '#5a2e2a') +
      circle(4, -34, 3, '#5a2e2a'),
    'transform="translate(112 312)"',
  );
