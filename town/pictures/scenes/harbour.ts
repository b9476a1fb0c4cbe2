import type { Rng } from '../../prng.ts';
import { darker, lighter, line, mix, n, path, rect, type Scene, specks, wash } from '../svg.ts';

interface Light {
  readonly sky: readonly string[];
  readonly water: readonly string[];
  readonly window: string;
  readonly tint: readonly [string, number];
  readonly words: string;
}

const LIGHTS: readonly Light[] = [
  {
    sky: ['#f0b58a', '#f6d7b3', '#f9e7cf'],
    water: ['#5d8a9b', '#3c6679'],
    window: '#fff1d6',
    tint: ['#f0b58a', 0],
    words: 'in warm morning light',
  },
  {
    sky: ['#b7d0d8', '#dbe6e2', '#f2ecdf'],
    water: ['#6f9aa8', '#3f6f80'],
    window: '#f7f1e3',
    tint: ['#dfe9ea', 0.1],
    words: 'on a mild grey day',
  },
  {
    sky: ['#1c2440', '#39406a', '#7a5d80'],
    water: ['#2a3354', '#151b33'],
    window: '#ffd98a',
    tint: ['#1c2440', 0.52],
    words: 'by night, lamps lit',
  },
  {
    sky: ['#e58f6a', '#efb483', '#f7d9a6'],
    water: ['#8a6a7d', '#514667'],
    window: '#ffe8b0',
    tint: ['#7a4a5c', 0.24],
    words: 'in the evening sun',
  },
];
const WALLS = [
  '#a5432f',
  '#e6d5b8',
  '#365663',
  '#d08a45',
  '#8e3b3b',
  '#6f8a72',
  '#c9b27c',
  '#48617c',
  '#d9a79a',
  '#efe2c8',
  '#7d5a4a',
  '#4e7a80',
] as const;
const HULLS = ['#f3ead9', '#b2402f', '#27495c', '#e0a13f', '#4e6b4a', '#f7f3ea'] as const;

/** A row of houses along the quay, boats before it. */
export const harbour: Scene = (rng, w, h) => {
  const light = rng.pick(LIGHTS);
  const quay = h * rng.between(0.58, 0.68);
  const unit = Math.min(w, h * 1.5) / 100;
  const night = light.tint[1] > 0.4;
  const backdrop =
    wash(0, 0, w, h, light.sky) +
    hill(rng, w, quay, mix('#8a8f9a', light.sky[1] ?? '#dddddd', 0.55)) +
    (night ? stars(rng, w, quay) : clouds(rng, w, quay, unit));
  const houses = row(rng, w, quay, unit, light);
  const water = wash(0, quay, w, h - quay, light.water) + reflections(rng, w, h, quay, light, unit);
  const boats = Array.from({ length: rng.int(2, 4) }, (_, i) =>
    boat(
      rng,
      w * (0.14 + 0.24 * i + rng.between(-0.06, 0.06)),
      quay + (h - quay) * rng.between(0.22, 0.62),
      unit * rng.between(0.8, 1.35),
      light,
    ),
  ).join('');
  const wall = rect(0, quay - unit * 1.4, w, unit * 2.2, tinted('#8a7a6a', light));
  const alt = `Houses along the quay and small boats before them, ${light.words}`;
  return { svg: backdrop + houses + water + wall + boats, alt };
};

function tinted(colour: string, light: Light): string {
  return mix(colour, light.tint[0], light.tint[1]);
}

function row(rng: Rng, w: number, quay: number, unit: number, light: Light): string {
  let x = -unit * rng.between(0, 6);
  let out = '';
  let last = '';
  while (x < w) {
    const wide = unit * rng.between(9, 16);
    const tall = Math.min(quay * 0.8, unit * rng.between(14, 27));
    const wall = rng.pick(WALLS.filter((colour) => colour !== last));
    last = wall;
    out += house(rng, x, quay, wide, tall, unit, tinted(wall, light), light);
    x += wide + (rng.chance(0.2) ? unit * rng.between(0.6, 2) : 0);
  }
  return out;
}

function house(
  rng: Rng,
  x: number,
  quay: number,
  wide: number,
  tall: number,
  unit: number,
  wall: string,
  light: Light,
): string {
  const top = quay - tall;
  const roofColour = tinted(rng.pick(['#3a2c2c', '#6b3a30', '#4a4450', '#7d4a38']), light);
  const peak = unit * rng.between(5, 8.5);
  const roofs = [
    path(
      `M${n(x - unit * 0.6)} ${n(top)}L${n(x + wide / 2)} ${n(top - peak)} ${n(x + wide + unit * 0.6)} ${n(top)}z`,
      roofColour,
    ),
    path(
      `M${n(x - unit * 0.5)} ${n(top)}L${n(x + wide * 0.18)} ${n(top - peak * 0.7)}H${n(x + wide * 0.82)}L${n(x + wide + unit * 0.5)} ${n(top)}z`,
      roofColour,
    ),
    path(
      `M${n(x)} ${n(top)}v${n(-peak * 0.35)}h${n(wide * 0.2)}v${n(-peak * 0.3)}h${n(wide * 0.2)}v${n(-peak * 0.3)}h${n(wide * 0.2)}v${n(peak * 0.3)}h${n(wide * 0.2)}v${n(peak * 0.3)}h${n(wide * 0.2)}v${n(peak * 0.35)}z`,
      wall,
    ),
  ];
  const chimney = rect(
    x + wide * rng.between(0.62, 0.76),
    top - peak * 0.95,
    unit * 1.5,
    peak * 0.8,
    darker(roofColour, 0.2),
  );
  return (
    chimney +
    rng.pick(roofs) +
    rect(x, top, wide, tall, wall) +
    rect(x + wide * 0.86, top, wide * 0.14, tall, darker(wall, 0.12)) +
    windows(rng, x, top, wide, tall, unit, wall, light) +
    door(rng, x, quay, wide, unit, light)
  );
}

function windows(
  rng: Rng,
  x: number,
  top: number,
  wide: number,
  tall: number,
  unit: number,
  wall: string,
  light: Light,
): string {
  const columns = Math.max(2, Math.round(wide / (unit * 4.6)));
  const rows = Math.max(1, Math.floor((tall - unit * 7) / (unit * 6)));
  const night = light.tint[1] > 0.4;
  let out = '';
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const [px, py] = [x + (wide * (c + 0.5)) / columns - unit, top + unit * 2.4 + r * unit * 6];
      const lit = night ? rng.chance(0.6) : rng.chance(0.9);
      out +=
        rect(px, py, unit * 2, unit * 3.2, lit ? light.window : darker(wall, 0.35)) +
        line(
          `M${n(px + unit)} ${n(py)}v${n(unit * 3.2)}M${n(px)} ${n(py + unit * 1.4)}h${n(unit * 2)}`,
          darker(wall, 0.25),
          unit * 0.24,
        );
    }
  }
  return out;
}

function door(rng: Rng, x: number, quay: number, wide: number, unit: number, light: Light): string {
  const at = x + wide * rng.between(0.2, 0.6);
  const awning = rng.chance(0.3)
    ? path(
        `M${n(at - unit * 2)} ${n(quay - unit * 6)}h${n(unit * 6.4)}l${n(unit)} ${n(unit * 1.8)}h${n(-unit * 8.4)}z`,
        tinted(rng.pick(['#c8503a', '#3f6f78', '#d9a441']), light),
      )
    : '';
  return (
    rect(
      at,
      quay - unit * 5,
      unit * 2.4,
      unit * 5,
      tinted(rng.pick(['#3a2c2c', '#27495c', '#7a2f2a', '#4e6b4a']), light),
    ) + awning
  );
}

function boat(rng: Rng, x: number, y: number, unit: number, light: Light): string {
  const hull = tinted(rng.pick(HULLS), light);
  const long = unit * 22;
  const body =
    path(
      `M${n(x)} ${n(y)}h${n(long)}l${n(-unit * 2.6)} ${n(unit * 4)}h${n(-long + unit * 6)}z`,
      hull,
    ) +
    line(
      `M${n(x + unit * 0.8)} ${n(y + unit * 1.1)}h${n(long - unit * 1.6)}`,
      darker(hull, 0.3),
      unit * 0.4,
    );
  const mastX = x + long * 0.42;
  const mast = line(
    `M${n(mastX)} ${n(y)}V${n(y - unit * 17)}`,
    tinted('#2d2a2a', light),
    unit * 0.5,
  );
  const sail = rng.chance(0.55)
    ? path(
        `M${n(mastX + unit * 0.7)} ${n(y - unit * 16)}L${n(mastX + unit * 9.5)} ${n(y - unit * 1.6)}H${n(mastX + unit * 0.7)}z`,
        tinted(rng.pick(['#f7f3ea', '#e9d3b0', '#c65f3f', '#e8b04a']), light),
      )
    : '';
  const cabin =
    sail === ''
      ? rect(x + long * 0.5, y - unit * 4.4, unit * 7, unit * 4.4, lighter(hull, 0.25)) +
        rect(x + long * 0.5 + unit, y - unit * 3.4, unit * 2, unit * 1.8, light.window)
      : '';
  const shade = `<ellipse cx="${n(x + long / 2)}" cy="${n(y + unit * 4.4)}" rx="${n(long * 0.48)}" ry="${n(unit * 0.9)}" fill="#0f1b26" opacity=".22"/>`;
  return shade + cabin + mast + sail + body;
}

function reflections(
  rng: Rng,
  w: number,
  h: number,
  quay: number,
  light: Light,
  unit: number,
): string {
  const strokes = Array.from({ length: 26 }, () => {
    const y = quay + unit * 2 + (h - quay) * rng.next() ** 1.3;
    return `M${n(rng.between(-40, w))} ${n(y)}h${n(unit * rng.between(4, 20))}`;
  });
  return line(strokes.join(''), lighter(light.water[0] ?? '#789', 0.3), unit * 0.5, 'opacity=".4"');
}

function hill(rng: Rng, w: number, quay: number, colour: string): string {
  const peak = quay * rng.between(0.42, 0.6);
  return path(
    `M0 ${n(quay)}V${n(quay * 0.72)}C${n(w * 0.2)} ${n(peak)} ${n(w * 0.4)} ${n(peak)} ${n(w * 0.6)} ${n(quay * 0.66)}S${n(w * 0.9)} ${n(quay * 0.5)} ${w} ${n(quay * 0.7)}V${n(quay)}z`,
    colour,
    'opacity=".7"',
  );
}

function clouds(rng: Rng, w: number, quay: number, unit: number): string {
  return Array.from({ length: rng.int(1, 3) }, () => {
    const [x, y] = [rng.between(0, w), rng.between(quay * 0.06, quay * 0.3)];
    return path(
      `M${n(x)} ${n(y)}a${n(unit * 3)} ${n(unit * 3)} 0 0 1 ${n(unit * 5)} ${n(-unit * 1.6)}a${n(unit * 4)} ${n(unit * 4)} 0 0 1 ${n(unit * 7.4)} ${n(unit * 0.4)}a${n(unit * 2.4)} ${n(unit * 2.4)} 0 0 1 ${n(unit * 3.6)} ${n(unit * 1.2)}z`,
      '#fffaf0',
      'opacity=".75"',
    );
  }).join('');
}

function stars(rng: Rng, w: number, quay: number): string {
  const points = Array.from({ length: 60 }, (): [number, number] => [
    rng.between(0, w),
    rng.between(0, quay * 0.5),
  ]);
  return specks(points, 1.3, '#f7ecd0', 'opacity=".85"');
}
