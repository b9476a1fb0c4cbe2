import type { Rng } from '../../prng.ts';
import { circle, curve, glow, line, n, path, ridge, type Scene, specks, wash } from '../svg.ts';

interface Hour {
  readonly sky: readonly string[];
  readonly sun: string;
  readonly land: readonly [string, string, string];
  readonly birds: string;
  readonly words: string;
}

const HOURS: readonly Hour[] = [
  {
    sky: ['#2b3a5c', '#8c6a86', '#e79a72', '#f7c78c', '#f6d9a8'],
    sun: '#ffe9c0',
    land: ['#7a6377', '#5d4a5f', '#2f2836'],
    birds: '#241d2e',
    words: 'at sunset',
  },
  {
    sky: ['#1f2b4a', '#4b5b86', '#b98b9b', '#e9b49a'],
    sun: '#f6e6cf',
    land: ['#4b5076', '#363a5c', '#20233c'],
    birds: '#131a30',
    words: 'at dusk',
  },
  {
    sky: ['#f2b27a', '#f6cf9d', '#fbe7c6', '#fdf3dd'],
    sun: '#fffaf0',
    land: ['#c79a72', '#9c7358', '#6a4c40'],
    birds: '#4a342c',
    words: 'on a bright evening',
  },
  {
    sky: ['#8fa9b5', '#b9c8cb', '#dfe3dc', '#f0e9dc'],
    sun: '#fdfaf2',
    land: ['#93a29a', '#6f8079', '#48564f'],
    birds: '#2e3a3a',
    words: 'under a pale sky',
  },
  {
    sky: ['#3a2450', '#7d3f67', '#d3635d', '#f2a65a'],
    sun: '#ffe2a8',
    land: ['#6b3a57', '#4a2746', '#291a30'],
    birds: '#1f1228',
    words: 'in a red evening',
  },
];

/** A murmuration over a marsh. */
export const flock: Scene = (rng, w, h) => {
  const hour = rng.pick(HOURS);
  const horizon = h * rng.between(0.78, 0.88);
  const sunX = w * rng.between(0.15, 0.85);
  const sunR = Math.min(w, h) * rng.between(0.05, 0.085);
  const sun =
    circle(sunX, horizon - sunR * rng.between(-0.2, 1.6), sunR * 4.5, 'url(#halo)') +
    circle(sunX, horizon - sunR * rng.between(0.1, 1.1), sunR, hour.sun);
  const land =
    path(ridge(rng, w, h, horizon, h * 0.012, 5), hour.land[0]) +
    water(rng, w, h, horizon, hour) +
    path(ridge(rng, w, h, h * 0.95, h * 0.014, 6), hour.land[2]);
  const sketch =
    glow('halo', hour.sun, 0.55) +
    wash(0, 0, w, h, hour.sky) +
    sun +
    birds(rng, w, horizon, hour.birds) +
    land +
    reeds(rng, w, h, hour.land[2]);
  return { svg: sketch, alt: `Starlings in a great loose shape over the marsh ${hour.words}` };
};

function water(rng: Rng, w: number, h: number, horizon: number, hour: Hour): string {
  const top = horizon + h * 0.03;
  const glints = Array.from({ length: 9 }, () => {
    const [x, y, long] = [
      rng.between(0, w),
      rng.between(top + 4, h * 0.94),
      rng.between(w * 0.04, w * 0.2),
    ];
    return line(`M${n(x)} ${n(y)}h${n(long)}`, hour.sky[2] ?? hour.sun, h * 0.004, 'opacity=".35"');
  });
  return path(`M0 ${n(top)}H${w}V${h}H0z`, hour.land[1]) + glints.join('');
}

/** Dots along a bent ribbon, thick in two or three places. */
function birds(rng: Rng, w: number, horizon: number, ink: string): string {
  const knots = Array.from(
    { length: 5 },
    (_, i) =>
      [
        w * (0.12 + 0.19 * i) + rng.between(-0.06, 0.06) * w,
        horizon * rng.between(0.1, 0.82),
        rng.between(0.25, 1),
      ] as const,
  );
  const flocks: [number, number][][] = [[], [], []];
  for (let i = 0; i < 1200; i++) {
    const t =
      Math.min(0.999, Math.max(0, rng.next() * 0.8 + 0.1 + rng.bell() * 0.06)) * (knots.length - 1);
    const [a, b] = [knots[Math.floor(t)], knots[Math.floor(t) + 1]];
    if (!a || !b) continue;
    const part = t - Math.floor(t);
    const spread = w * (0.012 + 0.05 * (a[2] + (b[2] - a[2]) * part));
    const x = a[0] + (b[0] - a[0]) * part + rng.bell() * spread;
    const y = a[1] + (b[1] - a[1]) * smooth(part) + rng.bell() * spread * 0.62;
    if (y < horizon - 3) flocks[i % 3]?.push([x, y]);
  }
  return flocks
    .map((birds, i) => specks(birds, Math.max(0.7, w * (0.0008 + 0.00045 * i)), ink))
    .join('');
}

function smooth(t: number): number {
  return t * t * (3 - 2 * t);
}

function reeds(rng: Rng, w: number, h: number, ink: string): string {
  const stems = Array.from({ length: 46 }, () => {
    const [x, tall] = [
      rng.chance(0.5) ? rng.between(0, w * 0.3) : rng.between(w * 0.66, w),
      h * rng.between(0.04, 0.15),
    ];
    const lean = rng.between(-0.02, 0.03) * w;
    return curve([
      [x, h],
      [x + lean, h * 0.97 - tall],
    ]);
  });
  return line(stems.join(''), ink, Math.max(1.2, w * 0.0022));
}
