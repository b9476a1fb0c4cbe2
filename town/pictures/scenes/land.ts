import type { Rng } from '../../prng.ts';
import {
  circle,
  curve,
  darker,
  ellipse,
  fade,
  glow,
  lighter,
  line,
  mix,
  n,
  path,
  rect,
  ridge,
  type Scene,
  wash,
} from '../svg.ts';

interface Season {
  readonly sky: readonly string[];
  readonly far: string;
  readonly near: string;
  readonly sun: string;
  readonly words: string;
}

const SEASONS: readonly Season[] = [
  {
    sky: ['#dfe8e6', '#f6e8d2', '#f2d9b5'],
    far: '#b9c9b4',
    near: '#35584c',
    sun: '#f4b06a',
    words: 'in soft spring light',
  },
  {
    sky: ['#f2c9a0', '#f7e0bd', '#fbf0dc'],
    far: '#d9b48f',
    near: '#6a4030',
    sun: '#fff3d6',
    words: 'in autumn',
  },
  {
    sky: ['#a9c6d6', '#d3e2e4', '#eef0e6'],
    far: '#a9bcc8',
    near: '#2c4658',
    sun: '#fffaf0',
    words: 'in clear cold air',
  },
  {
    sky: ['#34406b', '#8a7398', '#e3a58f', '#f6cfa5'],
    far: '#8a7f9d',
    near: '#231f3a',
    sun: '#fbe3bd',
    words: 'at the end of the day',
  },
  {
    sky: ['#cfd8d8', '#e3e6df', '#f0ece0'],
    far: '#c3cdc9',
    near: '#4a5a56',
    sun: '#fdf8ea',
    words: 'in mist',
  },
];

/** Ranges behind ranges, each paler than the one before it. */
export const mountains: Scene = (rng, w, h) => {
  const season = rng.pick(SEASONS);
  const ranges = rng.int(4, 6);
  const layers = Array.from({ length: ranges }, (_, i) => {
    const t = i / (ranges - 1);
    const base = h * (0.4 + 0.5 * t);
    return path(
      peaks(rng, w, h, base, h * (0.16 - 0.07 * t), rng.int(4, 7)),
      mix(season.far, season.near, t ** 1.2),
    );
  }).join('');
  const [x, y, r] = [
    w * rng.between(0.2, 0.8),
    h * rng.between(0.14, 0.34),
    Math.min(w, h) * rng.between(0.05, 0.08),
  ];
  return {
    svg:
      glow('halo', season.sun, 0.6) +
      wash(0, 0, w, h, season.sky) +
      circle(x, y, r * 4, 'url(#halo)') +
      circle(x, y, r, season.sun) +
      layers +
      firs(rng, w, h, darker(season.near, 0.35)),
    alt: `Mountain ranges one behind another ${season.words}`,
  };
};

/** A ridge by midpoint displacement: rough near its summits, smoother between. */
function peaks(rng: Rng, w: number, h: number, base: number, high: number, count: number): string {
  let points: [number, number][] = Array.from({ length: count + 1 }, (_, i) => [
    (w * i) / count,
    base - high * rng.between(0, 1.1) * (i % 2 ? 1 : 0.35),
  ]);
  for (let rough = high * 0.2; rough > high * 0.03; rough *= 0.52) {
    points = points.flatMap((point, i): [number, number][] => {
      const next = points[i + 1];
      return next
        ? [
            point,
            [
              (point[0] + next[0]) / 2 + rng.between(-0.012, 0.012) * w,
              (point[1] + next[1]) / 2 + rng.between(-rough, rough),
            ],
          ]
        : [point];
    });
  }
  return `M0 ${h}L${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}V${h}z`;
}

function firs(rng: Rng, w: number, h: number, ink: string): string {
  return Array.from({ length: 30 }, () => {
    const [x, tall] = [
      rng.chance(0.5) ? rng.between(0, w * 0.34) : rng.between(w * 0.6, w),
      h * rng.between(0.06, 0.17),
    ];
    const y = h + 4;
    const wide = tall * 0.24;
    return path(
      `M${n(x)} ${n(y - tall)}L${n(x + wide * 0.55)} ${n(y - tall * 0.6)}H${n(x + wide * 0.3)}L${n(x + wide * 0.8)} ${n(y - tall * 0.28)}H${n(x + wide * 0.5)}L${n(x + wide)} ${n(y)}H${n(x - wide)}L${n(x - wide * 0.5)} ${n(y - tall * 0.28)}H${n(x - wide * 0.8)}L${n(x - wide * 0.3)} ${n(y - tall * 0.6)}H${n(x - wide * 0.55)}z`,
      ink,
    );
  }).join('');
}

const WOODS = [
  {
    sky: ['#f4e6c4', '#e9cf9a'],
    trunk: ['#e3c48f', '#b08a5a', '#6a4a30'],
    leaf: ['#d98e3a', '#c9602f', '#e8b04a'],
    ground: '#8a5a30',
    words: 'in October',
  },
  {
    sky: ['#dfead2', '#b9cfa0'],
    trunk: ['#b4c79a', '#6d8a66', '#3a5240'],
    leaf: ['#7fa35a', '#5c8a4b', '#a9bf6a'],
    ground: '#46603c',
    words: 'in early summer',
  },
  {
    sky: ['#e6ecee', '#c9d6da'],
    trunk: ['#c3d0d4', '#8a9aa2', '#46545c'],
    leaf: ['#f7fafa', '#e6eef0', '#ffffff'],
    ground: '#f2f5f4',
    words: 'in snow',
  },
  {
    sky: ['#e9d9e6', '#b7a3c4'],
    trunk: ['#b3a0c0', '#75648c', '#3a2f52'],
    leaf: ['#9a86b0', '#c4a9c9', '#7d6a98'],
    ground: '#4a3d62',
    words: 'at dusk',
  },
] as const;

/** Trunks behind trunks, with light coming through. */
export const forest: Scene = (rng, w, h) => {
  const wood = rng.pick(WOODS);
  const layers = wood.trunk
    .map((colour, i) =>
      trunks(rng, w, h, colour, [15, 10, 5][i] ?? 5, w * ([0.008, 0.017, 0.034][i] ?? 0.02), i),
    )
    .join('');
  const rays = [0.2, 0.42, 0.7]
    .map((x) =>
      path(
        `M${n(w * x)} 0h${n(w * 0.09)}L${n(w * (x - 0.16))} ${h}h${n(-w * 0.16)}z`,
        '#fffaf0',
        'opacity=".2"',
      ),
    )
    .join('');
  const leaves = Array.from({ length: 110 }, () =>
    ellipse(
      rng.between(0, w),
      h * rng.next() ** 2 * 0.42,
      w * rng.between(0.006, 0.016),
      w * rng.between(0.004, 0.01),
      rng.pick(wood.leaf),
      `opacity="${n(rng.between(0.5, 0.95))}"`,
    ),
  ).join('');
  const floor =
    path(ridge(rng, w, h, h * 0.86, h * 0.02, 5), wood.ground) +
    Array.from({ length: 50 }, () =>
      ellipse(
        rng.between(0, w),
        rng.between(h * 0.88, h),
        w * 0.008,
        w * 0.0036,
        rng.pick(wood.leaf),
        'opacity=".8"',
      ),
    ).join('');
  return {
    svg: wash(0, 0, w, h, wood.sky) + layers + rays + floor + leaves,
    alt: `Light between the trunks of a wood ${wood.words}`,
  };
};

function trunks(
  rng: Rng,
  w: number,
  h: number,
  colour: string,
  count: number,
  thick: number,
  layer: number,
): string {
  return Array.from({ length: count }, (_, i) => {
    const x = (w * (i + rng.between(0.1, 0.9))) / count;
    const t = thick * rng.between(0.6, 1.3);
    const lean = rng.between(-0.03, 0.03) * w;
    const foot = h * (0.84 + layer * 0.05);
    const branch = rng.chance(0.6)
      ? line(
          `M${n(x + lean * 0.6)} ${n(h * 0.36)}q${n(w * rng.pick([-0.04, 0.04]))} ${n(-h * 0.06)} ${n(w * rng.pick([-0.07, 0.07]))} ${n(-h * 0.16)}`,
          colour,
          t * 0.4,
        )
      : '';
    const marks =
      layer === 2
        ? line(
            `M${n(x - t * 0.2)} ${n(h * rng.between(0.3, 0.5))}h${n(t * 0.5)}M${n(x - t * 0.3)} ${n(h * rng.between(0.55, 0.7))}h${n(t * 0.4)}`,
            darker(colour, 0.3),
            2,
          )
        : '';
    return (
      path(
        `M${n(x - t * 0.6)} ${n(foot)}L${n(x + lean - t * 0.4)} 0H${n(x + lean + t * 0.4)}L${n(x + t * 0.7)} ${n(foot)}z`,
        colour,
      ) +
      branch +
      marks
    );
  }).join('');
}

/** The marsh by day: channels, reeds, a heron or a post. */
export const marsh: Scene = (rng, w, h) => {
  const season = rng.pick(SEASONS);
  const horizon = h * rng.between(0.38, 0.5);
  const grass = mix(season.far, '#7d8a4e', 0.5);
  const turn = rng.between(0, 6.28);
  const bank = (side: number) =>
    Array.from({ length: 25 }, (_, i) => {
      const t = i / 24;
      const middle = w * (0.5 + 0.2 * Math.sin(turn + t * 5.5) * (t + 0.12));
      return `${n(middle + side * w * (0.006 + 0.15 * t ** 1.6))} ${n(horizon + (h - horizon) * t ** 1.25)}`;
    });
  const water = path(`M${bank(-1).join('L')}L${bank(1).toReversed().join('L')}z`, 'url(#sky)');
  const [x, y] = [w * rng.between(0.2, 0.8), h * 0.86];
  return {
    svg:
      fade('sky', season.sky) +
      wash(0, 0, w, h, season.sky) +
      circle(w * rng.between(0.2, 0.8), horizon * 0.5, Math.min(w, h) * 0.055, season.sun) +
      path(ridge(rng, w, h, horizon - h * 0.02, h * 0.02, 4), mix(season.far, season.near, 0.3)) +
      rect(0, horizon, w, h - horizon, grass) +
      water +
      tufts(rng, w, h, horizon, season) +
      heron(x, y, Math.min(w, h) * 0.0022),
    alt: `Channels and reeds of Whin Marsh ${season.words}, a heron standing`,
  };
};

function tufts(rng: Rng, w: number, h: number, horizon: number, season: Season): string {
  return Array.from({ length: 64 }, () => {
    const t = rng.next();
    const [x, y, s] = [
      rng.chance(0.5) ? w * rng.next() * 0.36 : w * (0.64 + rng.next() * 0.36),
      horizon + (h - horizon) * t,
      h * (0.012 + 0.06 * t),
    ];
    const colour = mix(mix(season.far, season.near, 0.45), season.near, t * 0.7);
    return line(
      `M${n(x)} ${n(y)}q${n(-s * 0.3)} ${n(-s * 0.7)} ${n(-s * 0.5)} ${n(-s)}M${n(x)} ${n(y)}q0 ${n(-s * 0.7)} ${n(s * 0.08)} ${n(-s * 1.3)}M${n(x)} ${n(y)}q${n(s * 0.3)} ${n(-s * 0.6)} ${n(s * 0.55)} ${n(-s * 0.95)}`,
      colour,
      1 + 2.4 * t,
    );
  }).join('');
}

function heron(x: number, y: number, s: number): string {
  const at = (d: string, fill: string) =>
    `<path d="${d}" fill="${fill}" transform="translate(${n(x)} ${n(y)}) scale(${Math.round(s * 1000) / 1000}) translate(-50 -98)"/>`;
  return (
    `<g transform="translate(${n(x)} ${n(y)}) scale(${Math.round(s * 1000) / 1000}) translate(-50 -98)">${line('M46 76V100M54 76V100', '#6a5636', 2)}${line('M36 58C28 46 48 36 42 22', '#eceee8', 5.5)}</g>` +
    at('M34 76C26 58 40 50 52 52 66 54 76 66 84 72 68 80 46 82 34 76z', '#5f7286') +
    at('M42 17L66 22 43 27z', '#dd9a3a') +
    at('M37 16C43 14 47 18 47 22 47 27 38 28 36 22 30 24 24 22 20 24 26 18 32 16 37 16z', '#eceee8')
  );
}

/** A lane that winds over hills. */
export const road: Scene = (rng, w, h) => {
  const season = rng.pick(SEASONS);
  const crest = h * rng.between(0.42, 0.52);
  const hills = [0, 1, 2].map((i) =>
    path(
      ridge(rng, w, h, crest - h * 0.06 + i * h * 0.06, h * 0.045, 4),
      mix(season.far, season.near, 0.16 + i * 0.2),
    ),
  );
  const side = rng.pick([-1, 1]);
  const lane = `M${n(w * 0.24)} ${h}C${n(w * (0.5 + side * 0.1) - w * 0.1)} ${n(h * 0.84)} ${n(w * (0.5 - side * 0.2) - w * 0.08)} ${n(h * 0.76)} ${n(w * (0.5 - side * 0.06))} ${n(h * 0.68)}S${n(w * (0.5 + side * 0.2))} ${n(h * 0.6)} ${n(w * (0.5 + side * 0.08))} ${n(crest + h * 0.07)}L${n(w * (0.5 + side * 0.08) + w * 0.014)} ${n(crest + h * 0.07)}C${n(w * (0.5 + side * 0.24) + w * 0.03)} ${n(h * 0.61)} ${n(w * (0.5 - side * 0.02) + w * 0.05)} ${n(h * 0.66)} ${n(w * (0.5 - side * 0.1) + w * 0.08)} ${n(h * 0.76)}S${n(w * (0.5 + side * 0.1) + w * 0.24)} ${n(h * 0.86)} ${n(w * 0.76)} ${h}z`;
  const field = path(
    ridge(rng, w, h, crest + h * 0.13, h * 0.03, 3),
    mix(season.far, season.near, 0.5),
  );
  const trees = Array.from({ length: 9 }, () => {
    const [x, y, s] = [
      w * (rng.chance(0.5) ? rng.between(0.02, 0.3) : rng.between(0.7, 0.98)),
      h * rng.between(0.62, 0.9),
      h * rng.between(0.03, 0.07),
    ];
    const green = mix(season.near, rng.pick(['#8a9a5a', '#c98e4a', '#6d8f79']), 0.45);
    return (
      line(`M${n(x)} ${n(y)}v${n(-s)}`, darker(season.near, 0.3), s * 0.16) +
      circle(x, y - s * 1.4, s * 0.7, green) +
      circle(x - s * 0.4, y - s * 1.1, s * 0.5, darker(green, 0.12))
    );
  }).join('');
  return {
    svg:
      wash(0, 0, w, h, season.sky) +
      circle(w * rng.between(0.2, 0.8), h * 0.22, Math.min(w, h) * 0.06, season.sun) +
      hills.join('') +
      field +
      path(lane, lighter(season.far, 0.45)) +
      trees,
    alt: `A lane winding over the hills ${season.words}`,
  };
};

/** Roofs and a lane in deep snow. */
export const snow: Scene = (rng, w, h) => {
  const sky = rng.pick([
    ['#2a3560', '#5f6a99', '#c9a3b0'],
    ['#9fb4c4', '#c9d6dc', '#eceeea'],
    ['#1c2444', '#3b4878', '#7d86ae'],
  ]);
  const base = h * 0.7;
  const hills =
    path(ridge(rng, w, h, base - h * 0.1, h * 0.05, 4), '#b9c6d9') +
    path(ridge(rng, w, h, base, h * 0.04, 4), '#dbe3ec') +
    path(ridge(rng, w, h, h * 0.86, h * 0.03, 4), '#f4f6f7');
  const unit = Math.min(w, h) / 100;
  const cottages = Array.from({ length: 5 }, (_, i) => {
    const [x, y, s] = [
      w * (0.1 + 0.19 * i + rng.between(-0.04, 0.04)),
      base + h * rng.between(0.04, 0.16),
      unit * rng.between(0.9, 1.5),
    ];
    const wall = rng.pick(['#a5432f', '#8a6a4a', '#48617c', '#6a4a52', '#d0a45a']);
    return (
      rect(x, y - s * 9, s * 13, s * 9, wall) +
      path(
        `M${n(x - s * 1.4)} ${n(y - s * 8.6)}L${n(x + s * 6.5)} ${n(y - s * 15)} ${n(x + s * 14.4)} ${n(y - s * 8.6)}z`,
        '#f7f9fb',
      ) +
      rect(x + s * 2, y - s * 6, s * 3, s * 3, '#ffd98a') +
      rect(x + s * 8, y - s * 6, s * 2.6, s * 6, darker(wall, 0.4)) +
      ellipse(x + s * 6.5, y + s * 0.4, s * 9, s * 1.5, '#f4f6f7')
    );
  }).join('');
  const flakes = Array.from(
    { length: 130 },
    () => `M${n(rng.between(0, w))} ${n(rng.between(0, h))}h0`,
  ).join('');
  const arcs = curve([
    [w * 0.05, h],
    [w * 0.4, h * 0.9],
    [w * 0.62, h * 0.83],
  ]);
  return {
    svg:
      wash(0, 0, w, h, sky) +
      hills +
      cottages +
      line(arcs, '#d3dce6', unit * 3) +
      line(flakes, '#ffffff', 3.2, 'opacity=".85"'),
    alt: 'Houses in deep snow, lamps in the windows',
  };
};
