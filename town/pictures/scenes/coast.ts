import type { Rng } from '../../prng.ts';
import {
  circle,
  curve,
  darker,
  ellipse,
  glow,
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
import { starry } from './starry.ts';

interface Weather {
  readonly sky: readonly string[];
  readonly sea: readonly [string, string];
  readonly sun: string;
  readonly words: string;
}

const WEATHERS: readonly Weather[] = [
  {
    sky: ['#c9dde6', '#e2ebe6', '#f3eee0'],
    sea: ['#6f9aa8', '#34606f'],
    sun: '#fdf6e3',
    words: 'on a calm pale morning',
  },
  {
    sky: ['#f0a97c', '#f6cfa0', '#fbe9cb'],
    sea: ['#c58f78', '#7a5a68'],
    sun: '#fff3d6',
    words: 'at sunrise',
  },
  {
    sky: ['#6d8296', '#94a5ae', '#bcc4c2'],
    sea: ['#5d7480', '#32454f'],
    sun: '#d9dcd6',
    words: 'under a heavy sky',
  },
  {
    sky: ['#27375a', '#5b6a94', '#c69aa0', '#efc3a0'],
    sea: ['#4b5d84', '#1f2c49'],
    sun: '#fbe3bd',
    words: 'after sunset',
  },
  {
    sky: ['#8fc1cf', '#c3dfdc', '#eef1df'],
    sea: ['#3f8a94', '#1d5a69'],
    sun: '#fffdf2',
    words: 'on a clear blue day',
  },
];

/** The open sea to the horizon, a ship far out. */
export const sea: Scene = (rng, w, h) => {
  const weather = rng.pick(WEATHERS);
  const horizon = h * rng.between(0.42, 0.58);
  const ship = freighter(
    rng,
    w * rng.between(0.1, 0.7),
    horizon,
    w * rng.between(0.1, 0.2),
    weather,
  );
  const gulls = Array.from({ length: rng.int(0, 5) }, () =>
    gull(
      w * rng.between(0.1, 0.9),
      horizon * rng.between(0.2, 0.8),
      w * rng.between(0.008, 0.016),
      mix('#2e3a44', weather.sky[0] ?? '#fff', 0.2),
    ),
  ).join('');
  return {
    svg: backdrop(rng, w, h, horizon, weather) + ship + waves(rng, w, h, horizon, weather) + gulls,
    alt: `The open sea ${weather.words}, a ship on the horizon`,
  };
};

function backdrop(rng: Rng, w: number, h: number, horizon: number, weather: Weather): string {
  const [x, r] = [w * rng.between(0.15, 0.85), Math.min(w, h) * rng.between(0.04, 0.075)];
  const y = horizon - r * rng.between(0.2, 3.4);
  return (
    glow('halo', weather.sun, 0.6) +
    wash(0, 0, w, h, weather.sky) +
    banks(rng, w, horizon, weather) +
    circle(x, y, r * 4, 'url(#halo)') +
    circle(x, y, r, weather.sun) +
    wash(0, horizon, w, h - horizon, weather.sea) +
    glitter(rng, x, r, horizon, h, weather.sun)
  );
}

/** The light of the sun or the moon on the water below it. */
function glitter(
  rng: Rng,
  x: number,
  r: number,
  horizon: number,
  h: number,
  colour: string,
): string {
  const strokes = Array.from({ length: 38 }, () => {
    const t = rng.next() ** 1.2;
    const long = r * rng.between(0.2, 1.1) * (1 - 0.3 * t);
    return `M${n(x + rng.bell() * r * (0.35 + 1.1 * t) - long / 2)} ${n(horizon + 4 + (h - horizon) * t)}h${n(long)}`;
  });
  return line(strokes.join(''), colour, Math.max(2, h * 0.0045), 'opacity=".55"');
}

function banks(rng: Rng, w: number, horizon: number, weather: Weather): string {
  const white = lighter(weather.sky[1] ?? '#eeeeee', 0.45);
  return Array.from({ length: rng.int(2, 5) }, () => {
    const [x, y, long] = [
      rng.between(-0.1, 0.8) * w,
      horizon * rng.between(0.14, 0.86),
      w * rng.between(0.14, 0.4),
    ];
    return (
      ellipse(
        x + long / 2,
        y,
        long / 2,
        horizon * rng.between(0.012, 0.03),
        white,
        'opacity=".6"',
      ) +
      ellipse(
        x + long * 0.7,
        y + horizon * 0.03,
        long * 0.3,
        horizon * 0.014,
        white,
        'opacity=".45"',
      )
    );
  }).join('');
}

function waves(rng: Rng, w: number, h: number, horizon: number, weather: Weather): string {
  const strokes = Array.from({ length: 34 }, () => {
    const t = rng.next() ** 1.4;
    const y = horizon + 6 + (h - horizon - 10) * t;
    return line(
      `M${n(rng.between(-0.1, 1) * w)} ${n(y)}h${n(w * (0.02 + 0.14 * t))}`,
      lighter(weather.sea[0], 0.42),
      1 + 3.4 * t,
      'opacity=".42"',
    );
  });
  return strokes.join('');
}

function gull(x: number, y: number, s: number, ink: string): string {
  return line(
    `M${n(x - s)} ${n(y - s * 0.3)}Q${n(x - s * 0.4)} ${n(y - s * 0.7)} ${n(x)} ${n(y)}Q${n(x + s * 0.4)} ${n(y - s * 0.7)} ${n(x + s)} ${n(y - s * 0.3)}`,
    ink,
    Math.max(1.4, s * 0.2),
  );
}

function freighter(rng: Rng, x: number, y: number, s: number, weather: Weather): string {
  const haze = (colour: string) => mix(colour, weather.sky.at(-1) ?? '#ffffff', 0.18);
  const hull = haze(rng.pick(['#b2402f', '#27495c', '#3d4a3f', '#7a3b4f']));
  const boxes = Array.from({ length: rng.int(0, 5) }, (_, i) =>
    rect(
      x + s * (0.3 + i * 0.11),
      y - s * rng.pick([0.1, 0.16]),
      s * 0.1,
      s * 0.17,
      haze(rng.pick(['#d08a45', '#3f6f78', '#e6d5b8', '#8e3b3b'])),
    ),
  ).join('');
  return (
    rect(x + s * 0.1, y - s * 0.2, s * 0.17, s * 0.2, haze('#f7f3ea')) +
    rect(x + s * 0.14, y - s * 0.28, s * 0.06, s * 0.1, haze('#27424b')) +
    boxes +
    path(`M${n(x)} ${n(y - s * 0.02)}h${n(s)}l${n(-s * 0.09)} ${n(s * 0.12)}h${n(-s * 0.8)}z`, hull)
  );
}

/** A lighthouse on its rock. */
export const lighthouse: Scene = (rng, w, h) => {
  const night = rng.chance(0.5);
  const weather = night
    ? ({
        sky: ['#141b36', '#27375a', '#5b5a86'],
        sea: ['#27375a', '#0f1730'],
        sun: '#f4e6c0',
        words: 'by night',
      } satisfies Weather)
    : rng.pick(WEATHERS);
  const horizon = h * rng.between(0.66, 0.76);
  const [x, tall] = [w * rng.pick([0.28, 0.68, 0.74]), h * rng.between(0.44, 0.54)];
  const foot = horizon + h * 0.02;
  const beam = night
    ? path(
        `M${n(x)} ${n(foot - tall)}L${n(x < w / 2 ? w * 1.1 : -w * 0.1)} ${n(foot - tall - h * 0.22)}V${n(foot - tall + h * 0.16)}z`,
        '#ffe9b0',
        'opacity=".3"',
      )
    : '';
  const rock = path(
    `M${n(x - w * 0.22)} ${n(foot + h * 0.05)}C${n(x - w * 0.14)} ${n(foot - h * 0.02)} ${n(x - w * 0.08)} ${n(foot + h * 0.01)} ${n(x)} ${n(foot - h * 0.01)}S${n(x + w * 0.14)} ${n(foot + h * 0.01)} ${n(x + w * 0.24)} ${n(foot + h * 0.06)}z`,
    night ? '#1c2036' : '#5a4f4a',
  );
  const sky = night
    ? wash(0, 0, w, h, weather.sky) +
      starry(rng, w, horizon, 90) +
      wash(0, horizon, w, h - horizon, weather.sea)
    : backdrop(rng, w, h, horizon, weather);
  return {
    svg: sky + beam + waves(rng, w, h, horizon, weather) + tower(x, foot, tall, night, rng) + rock,
    alt: `Skerry Light on its rock ${weather.words}`,
  };
};

function tower(x: number, foot: number, tall: number, night: boolean, rng: Rng): string {
  const s = tall / 10;
  const shade = (colour: string) => (night ? mix(colour, '#1a2140', 0.35) : colour);
  const red = shade(rng.pick(['#b2402f', '#27495c', '#a5432f']));
  const half = (t: number) => s * (0.62 + 0.5 * t);
  const band = (a: number, b: number, colour: string) =>
    path(
      `M${n(x - half(a))} ${n(foot - tall * 0.84 * (1 - a))}H${n(x + half(a))}L${n(x + half(b))} ${n(foot - tall * 0.84 * (1 - b))}H${n(x - half(b))}z`,
      colour,
    );
  const body = [0, 1, 2, 3, 4]
    .map((i) => band(i / 5, (i + 1) / 5, i % 2 ? red : shade('#f3ead9')))
    .join('');
  const shadow = path(
    `M${n(x + half(0) * 0.3)} ${n(foot - tall * 0.84)}H${n(x + half(0))}L${n(x + half(1))} ${n(foot)}H${n(x + half(1) * 0.4)}z`,
    '#1a1420',
    'opacity=".14"',
  );
  const lamp =
    rect(x - s * 0.5, foot - tall * 0.98, s, tall * 0.14, night ? '#ffe9a8' : '#f7e2a8') +
    line(
      `M${n(x - s * 0.5)} ${n(foot - tall * 0.91)}h${n(s)}M${n(x)} ${n(foot - tall * 0.98)}v${n(tall * 0.14)}`,
      '#3a2c2c',
      s * 0.09,
    );
  const gallery =
    rect(x - s * 0.95, foot - tall * 0.86, s * 1.9, s * 0.22, '#3a2c2c') +
    path(
      `M${n(x - s * 0.75)} ${n(foot - tall * 0.97)}Q${n(x)} ${n(foot - tall * 1.1)} ${n(x + s * 0.75)} ${n(foot - tall * 0.97)}z`,
      '#3a2c2c',
    );
  return (
    (night
      ? glow('lamp', '#ffe9b0', 0.75) + circle(x, foot - tall * 0.91, tall * 0.22, 'url(#lamp)')
      : '') +
    body +
    shadow +
    lamp +
    gallery
  );
}

/** One or two sailing boats close by. */
export const sail: Scene = (rng, w, h) => {
  const weather = rng.pick(WEATHERS);
  const horizon = h * rng.between(0.5, 0.62);
  const far = Array.from({ length: rng.int(1, 4) }, () =>
    group(
      yacht(rng),
      `transform="translate(${n(w * rng.between(0.05, 0.9))} ${n(horizon + h * 0.012)}) scale(${n(h * 0.0011) || 0.5}) translate(-50 -90)" opacity=".75"`,
    ),
  ).join('');
  const size = Math.min(w * 0.8, h) * rng.between(0.0062, 0.0076);
  const near = group(
    yacht(rng),
    `transform="translate(${n(w * rng.between(0.34, 0.66))} ${n(horizon + (h - horizon) * 0.42)}) rotate(${rng.int(-7, 7)}) scale(${Math.round(size * 100) / 100}) translate(-50 -90)"`,
  );
  const coast = path(
    `M0 ${n(horizon + 1)}${curve([
      [0, horizon - h * 0.03],
      [w * 0.2, horizon - h * rng.between(0.04, 0.09)],
      [w * 0.45, horizon - h * 0.02],
      [w * 0.62, horizon],
    ]).replace('M', 'L')}z`,
    mix('#5f7a6c', weather.sky[1] ?? '#ffffff', 0.35),
  );
  return {
    svg:
      backdrop(rng, w, h, horizon, weather) +
      coast +
      far +
      waves(rng, w, h, horizon, weather) +
      near +
      waves(rng, w, h, horizon + (h - horizon) * 0.4, weather),
    alt: `A small boat under sail ${weather.words}`,
  };
};

/** In a box of 100, waterline at 90. */
function yacht(rng: Rng): string {
  const main = rng.pick(['#f7f3ea', '#f7f3ea', '#c65f3f', '#e9d3b0', '#8e3b3b']);
  const jib = rng.pick(['#f7f3ea', '#e8b04a', '#e9d3b0', '#c65f3f', '#4e7a80']);
  const hull = rng.pick(['#7a3b2c', '#f3ead9', '#27495c', '#4e6b4a', '#b2402f']);
  const sails =
    path('M49 8V80H16C20 52 32 26 49 8z', main) +
    path('M53 16C66 34 76 56 82 80H53z', jib) +
    line('M24 66H49M30 50H49M37 34H49', darker(main, 0.14), 0.8) +
    line('M51 4V84', '#3a2c2c', 1.6) +
    line('M14 81H50', '#3a2c2c', 1.4);
  return (
    ellipse(50, 93, 40, 2.6, '#0f1b26', 'opacity=".2"') +
    sails +
    path('M10 84H90C86 92 80 96 74 96H28C20 94 14 90 10 84z', hull) +
    line('M13 87H87', lighter(hull, 0.4), 1.1) +
    path('M51 4L60 6.5 51 9z', '#d9534a')
  );
}

/** The ferry crossing with its lights on. */
export const ferry: Scene = (rng, w, h) => {
  const sky = rng.pick([
    ['#1b2547', '#3f4a7a', '#a0708a', '#e2a07f'],
    ['#141c38', '#2a3560', '#5a5c8c'],
    ['#38476b', '#7d7f9d', '#d9a48f', '#f2c9a0'],
  ]);
  const horizon = h * rng.between(0.52, 0.6);
  const s = Math.min(w / 100, h / 62) * rng.between(0.8, 1);
  const [x, y] = [w * rng.between(0.22, 0.42), horizon + h * 0.1];
  const shore = Array.from({ length: 40 }, () =>
    circle(
      rng.between(0, w),
      horizon - rng.between(1, h * 0.03),
      rng.between(1.2, 2.8),
      rng.pick(['#ffd98a', '#ffe9b0', '#f7b267']),
    ),
  ).join('');
  const hillside = path(
    curve([
      [0, horizon - h * 0.07],
      [w * 0.25, horizon - h * 0.12],
      [w * 0.55, horizon - h * 0.05],
      [w, horizon - h * 0.1],
    ]) + `V${n(horizon)}H0z`,
    '#1f2643',
  );
  const windows =
    [0, 1, 2, 3, 4, 5, 6, 7]
      .map((i) => rect(x + s * (9 + i * 4.4), y - s * 7.4, s * 2.8, s * 2.4, '#ffe2a0'))
      .join('') +
    [0, 1, 2, 3]
      .map((i) => rect(x + s * (16 + i * 5), y - s * 13, s * 3, s * 2.4, '#fff0c4'))
      .join('');
  const ship =
    rect(x + s * 6, y - s * 9, s * 40, s * 8, '#e9e2d4') +
    rect(x + s * 13, y - s * 15, s * 25, s * 6.4, '#f3ecdf') +
    rect(x + s * 27, y - s * 22, s * 5, s * 7.4, '#b2402f') +
    rect(x + s * 27, y - s * 20, s * 5, s * 1.6, '#2c2a33') +
    path(
      `M${n(x)} ${n(y - s * 2)}H${n(x + s * 54)}L${n(x + s * 48)} ${n(y + s * 5)}H${n(x + s * 5)}z`,
      '#a5372c',
    ) +
    line(`M${n(x + s * 2)} ${n(y)}H${n(x + s * 52)}`, '#f3ead9', s * 0.5) +
    windows +
    line(`M${n(x + s * 18)} ${n(y - s * 15)}V${n(y - s * 24)}`, '#2c2a33', s * 0.5) +
    circle(x + s * 18, y - s * 24.5, s * 0.9, '#ffe9a8');
  const mirrored = Array.from({ length: 24 }, () =>
    line(
      `M${n(x + s * rng.between(4, 50))} ${n(y + s * rng.between(7, 28))}h${n(s * rng.between(1, 6))}`,
      '#ffd98a',
      s * 0.6,
      'opacity=".5"',
    ),
  ).join('');
  return {
    svg:
      wash(0, 0, w, h, sky) +
      starry(rng, w, horizon * 0.6, 40) +
      hillside +
      shore +
      wash(0, horizon, w, h - horizon, ['#3a446c', '#12182f']) +
      mirrored +
      ship,
    alt: 'The ferry Marigold crossing with all its lights on',
  };
};
