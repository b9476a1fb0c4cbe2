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
  ridge,
  type Scene,
  wash,
} from '../svg.ts';

const SKIES = [
  ['#cfe3e6', '#eef0dd'],
  ['#f6d9b8', '#fbefd9'],
  ['#b9cfe0', '#e6ebe6'],
  ['#e9c9b0', '#f6e6cc'],
] as const;

/** Beds of an allotment in rows, a shed at the back. */
export const garden: Scene = (rng, w, h) => {
  const sky = rng.pick(SKIES);
  const back = h * rng.between(0.36, 0.46);
  const unit = Math.min(w / 100, h / 64);
  const hedge =
    path(ridge(rng, w, h, back - h * 0.02, h * 0.02, 9), '#5c7a52') +
    path(ridge(rng, w, h, back + h * 0.02, h * 0.012, 12), '#48663f');
  const shed = group(
    rect(0, -16, 20, 16, rng.pick(['#a5583c', '#4e7a80', '#c9a24a', '#7d8a6a'])) +
      path('M-2 -16L10 -25 22 -16z', '#4a3a34') +
      rect(4, -10, 5, 10, '#3a2c2c') +
      rect(12, -12, 5, 5, '#fbeecb'),
    `transform="translate(${n(w * rng.between(0.08, 0.7))} ${n(back + h * 0.03)}) scale(${Math.round(unit * 60) / 100})"`,
  );
  const rows = Array.from({ length: 6 }, (_, i) => {
    const t = i / 5;
    const y = back + h * 0.08 + (h - back) * 0.86 * t ** 1.1;
    return (
      path(
        `M0 ${n(y - unit * (1 + 2 * t))}H${w}V${n(y + unit * (1.4 + 3 * t))}H0z`,
        i % 2 ? '#7a5236' : '#6b462d',
      ) + crops(rng, w, y, unit * (1.6 + 3.6 * t))
    );
  }).join('');
  return {
    svg:
      wash(0, 0, w, h, sky) +
      circle(w * rng.between(0.2, 0.8), h * 0.15, unit * 5, '#fff3d0') +
      hedge +
      rect(0, back + h * 0.03, w, h, '#84613f') +
      shed +
      rows,
    alt: 'Allotment beds in rows, a shed behind them',
  };
};

function crops(rng: Rng, w: number, y: number, s: number): string {
  const green = rng.pick(['#5c8a4b', '#7fa35a', '#3d6a3a', '#8aa85e', '#4f7d66']);
  const bloom = rng.pick(['#d9534a', '#f2c25b', '#b5659a', '#f3ead9', '#e8873a', '#7a4f9a']);
  const kind = rng.pick(['cabbage', 'leek', 'flower', 'bean', 'flower']);
  let out = '';
  for (let x = s * rng.between(0, 1); x < w + s; x += s * (kind === 'cabbage' ? 2.2 : 1.3)) {
    if (kind === 'cabbage')
      out +=
        circle(x, y - s * 0.4, s * 0.8, darker(green, 0.1)) +
        circle(x - s * 0.2, y - s * 0.5, s * 0.52, green) +
        circle(x, y - s * 0.45, s * 0.28, lighter(green, 0.3));
    else if (kind === 'leek')
      out += line(
        `M${n(x)} ${n(y)}v${n(-s * 0.8)}M${n(x)} ${n(y - s * 0.8)}l${n(-s * 0.5)} ${n(-s * 0.9)}M${n(x)} ${n(y - s * 0.8)}l${n(s * 0.5)} ${n(-s * 0.9)}`,
        green,
        s * 0.22,
      );
    else if (kind === 'bean')
      out +=
        line(`M${n(x)} ${n(y)}v${n(-s * 2.6)}`, '#b08a5a', s * 0.12) +
        [0.4, 1, 1.6, 2.2]
          .map((k) =>
            ellipse(x + (k % 1.2 > 0.6 ? s * 0.3 : -s * 0.3), y - s * k, s * 0.34, s * 0.2, green),
          )
          .join('');
    else
      out +=
        line(`M${n(x)} ${n(y)}v${n(-s * 1.3)}`, green, s * 0.16) +
        circle(x, y - s * 1.5, s * 0.46, bloom) +
        circle(x, y - s * 1.5, s * 0.18, '#f7e3a0');
  }
  return out;
}

/** A glasshouse at the end of a path. */
export const greenhouse: Scene = (rng, w, h) => {
  const sky = rng.pick([...SKIES, ['#2c3a5a', '#7d6f92', '#d9a08a']]);
  const evening = sky.length > 2;
  const unit = Math.min(w / 100, h / 66);
  const base = h * 0.76;
  const glass = evening ? '#ffd98a' : '#dff0ec';
  const frame = evening ? '#3a3448' : '#f7faf6';
  const ribs =
    [0, 10, 20, 30, 40, 50, 60].map((x) => line(`M${x} 0V-26`, frame, 1)).join('') +
    line('M0 -13H60M0 -26H60M0 -26L30 -42L60 -26M15 -26L30 -42L45 -26M30 -26V-42', frame, 1);
  const plants = Array.from(
    { length: 13 },
    (_, i) =>
      ellipse(
        4 + i * 4.4,
        -rng.between(2, 8),
        rng.between(2.4, 4),
        rng.between(3, 9),
        rng.pick(['#4e7a4b', '#6d9a5a', '#3d6a4a']),
        'opacity=".85"',
      ) +
      (rng.chance(0.5)
        ? circle(4 + i * 4.4, -rng.between(5, 14), 1.3, rng.pick(['#d9534a', '#f2b04a']))
        : ''),
  ).join('');
  const house = group(
    path('M0 0V-26L30 -42L60 -26V0z', glass, 'opacity=".82"') +
      plants +
      ribs +
      rect(24, -15, 12, 15, evening ? '#fff0c4' : '#cfe4df', `stroke="${frame}" stroke-width="1"`) +
      rect(-1.4, 0, 62.8, 2.4, '#8a6a54'),
    `transform="translate(${n(w / 2 - unit * 27)} ${n(base)}) scale(${Math.round(unit * 90) / 100})"`,
  );
  const trees = Array.from({ length: 9 }, (_, i) =>
    circle(
      w * (i / 8),
      base - h * rng.between(0.08, 0.2),
      Math.min(w, h) * rng.between(0.09, 0.16),
      mix('#5c7a52', evening ? '#2c2a4a' : '#9fb59a', rng.between(0.2, 0.6)),
    ),
  ).join('');
  const lawn =
    path(ridge(rng, w, h, base, h * 0.01, 4), evening ? '#33405a' : '#7fa066') +
    path(
      `M${n(w * 0.47)} ${n(base + h * 0.02)}H${n(w * 0.53)}L${n(w * 0.68)} ${h}H${n(w * 0.3)}z`,
      evening ? '#8a7a8c' : '#e6d9bd',
    );
  return {
    svg: wash(0, 0, w, h, sky) + trees + lawn + house + flowers(rng, w, h, base),
    alt: evening
      ? 'The glasshouse lit from inside in the evening'
      : 'The glasshouse at the end of the path',
  };
};

function flowers(rng: Rng, w: number, h: number, base: number): string {
  return Array.from({ length: 70 }, () => {
    const t = rng.next();
    const x = rng.chance(0.5)
      ? rng.between(0, 0.36 - 0.1 * t) * w
      : rng.between(0.64 + 0.1 * t, 1) * w;
    const [y, s] = [base + h * 0.03 + (h - base) * t, Math.min(w, h) * (0.006 + 0.014 * t)];
    return (
      line(`M${n(x)} ${n(y)}v${n(-s * 2.2)}`, '#4e6b3a', s * 0.4) +
      circle(
        x,
        y - s * 2.6,
        s,
        rng.pick(['#d9534a', '#f2c25b', '#f3ead9', '#c07ab0', '#e8873a', '#7a8ac9']),
      )
    );
  }).join('');
}

const BIRDS = [
  {
    name: 'robin',
    back: '#7d6a54',
    belly: '#efe6d4',
    breast: '#d9642f',
    wing: '#6a5844',
    beak: '#3a2c26',
  },
  {
    name: 'blue tit',
    back: '#7d9a5a',
    belly: '#f2d95e',
    breast: '#f2d95e',
    wing: '#4a7fb0',
    beak: '#2a2a33',
  },
  {
    name: 'kingfisher',
    back: '#2f8fa8',
    belly: '#e08a3c',
    breast: '#e08a3c',
    wing: '#1f6f94',
    beak: '#2a2a33',
  },
  {
    name: 'wren',
    back: '#8a5f3a',
    belly: '#d9b98f',
    breast: '#cfa878',
    wing: '#6f4a2c',
    beak: '#4a3424',
  },
  {
    name: 'starling',
    back: '#2f2a44',
    belly: '#3a3358',
    breast: '#3f3a66',
    wing: '#241f36',
    beak: '#e0b04a',
  },
  {
    name: 'goldfinch',
    back: '#b08a5a',
    belly: '#f3e6cf',
    breast: '#e9d0a8',
    wing: '#2a2626',
    beak: '#e6c9a8',
  },
  {
    name: 'bullfinch',
    back: '#7f8a96',
    belly: '#d9776a',
    breast: '#d9675c',
    wing: '#2c2c36',
    beak: '#22222a',
  },
] as const;

/** A small bird on a branch. */
export const branch: Scene = (rng, w, h) => {
  const bird = rng.pick(BIRDS);
  const sky = rng.pick([
    ['#dfe9e4', '#f6ecd6'],
    ['#f2d9c0', '#fbefdc'],
    ['#cddbe6', '#eaf0ee'],
    ['#e6dfee', '#f6ece6'],
    ['#d3dfc4', '#f0f2dd'],
  ]);
  const s = Math.min(w, h) * rng.between(0.0046, 0.006);
  const [x, y] = [w * rng.between(0.36, 0.62), h * rng.between(0.58, 0.68)];
  const bark = rng.pick(['#6a4a34', '#7a6a5a', '#4f4038']);
  const bough =
    line(
      `M${n(-w * 0.05)} ${n(y + h * 0.12)}C${n(w * 0.2)} ${n(y + h * 0.02)} ${n(w * 0.6)} ${n(y + h * 0.05)} ${n(w * 1.05)} ${n(y - h * 0.1)}`,
      bark,
      s * 5,
    ) +
    line(
      `M${n(w * 0.66)} ${n(y + h * 0.01)}q${n(w * 0.08)} ${n(-h * 0.14)} ${n(w * 0.16)} ${n(-h * 0.2)}M${n(w * 0.22)} ${n(y + h * 0.05)}q${n(w * 0.04)} ${n(h * 0.12)} ${n(w * 0.12)} ${n(h * 0.18)}`,
      bark,
      s * 2.6,
    );
  const blurred = Array.from({ length: 16 }, () =>
    circle(
      rng.between(0, w),
      rng.between(0, h),
      Math.min(w, h) * rng.between(0.03, 0.12),
      rng.pick([
        lighter(sky[0] ?? '#dddddd', 0.5),
        mix(sky[0] ?? '#dddddd', '#7fa35a', 0.25),
        mix(sky[1] ?? '#eeeeee', '#e8b04a', 0.2),
      ]),
      'opacity=".4"',
    ),
  ).join('');
  const growth = leafage(rng, w, h, y, s);
  const facing = rng.pick([-1, 1]);
  const body = group(
    birdShape(bird),
    `transform="translate(${n(x)} ${n(y + s * 3)}) scale(${n(facing * s * 10) === '0' ? 1 : Math.round(facing * s * 100) / 100} ${Math.round(s * 100) / 100}) translate(-50 -84)"`,
  );
  return {
    svg: wash(0, 0, w, h, sky) + blurred + bough + growth + body,
    alt: `A ${bird.name} on a branch`,
  };
};

function birdShape(bird: (typeof BIRDS)[number]): string {
  return (
    path('M72 62L104 78 98 86 66 74z', bird.wing) +
    path(
      'M22 44C22 24 40 18 52 24 72 32 84 54 78 66 70 82 40 86 30 72 24 64 22 54 22 44z',
      bird.back,
    ) +
    path('M24 52C22 66 32 80 50 80 60 78 56 66 46 58 38 52 30 48 24 52z', bird.belly) +
    path('M22.5 44C24 36 34 38 40 46 46 54 44 62 36 64 28 62 22 54 22.5 44z', bird.breast) +
    path('M46 42C60 38 80 52 84 68 70 70 54 64 46 42z', bird.wing) +
    line('M52 46C62 50 72 56 78 64', lighter(bird.wing, 0.3), 1.6) +
    (bird.name === 'goldfinch'
      ? path('M56 54L76 60 78 65 60 60z', '#f2c230') +
        path('M22 42C22 34 28 28 34 30L32 44z', '#c8402f')
      : '') +
    (bird.name === 'blue tit'
      ? path('M26 34C30 22 44 20 50 26L46 32z', '#4a8ac0') +
        path('M24 40C30 36 38 36 44 38L42 46C34 46 28 46 24 46z', '#fbfaf0')
      : '') +
    (bird.name === 'starling'
      ? [
          [40, 50],
          [46, 58],
          [36, 58],
          [50, 68],
          [42, 70],
          [60, 48],
          [66, 56],
          [54, 38],
        ]
          .map(([a, b]) => circle(a ?? 0, b ?? 0, 1.3, '#d9d0f0'))
          .join('')
      : '') +
    path('M24 36L10 41 24 44z', bird.beak) +
    circle(33, 36, 3, '#1a1520') +
    circle(34, 35, 0.9, '#fff') +
    line('M46 79V86M56 78V86', '#7a5a3a', 2.2)
  );
}

function leafage(rng: Rng, w: number, h: number, y: number, s: number): string {
  const colour = rng.pick(['#7fa35a', '#d98e3a', '#5c8a4b', '#e3a9b4', '#c9602f']);
  return Array.from({ length: 20 }, () => {
    const x = rng.chance(0.5) ? rng.between(0, w * 0.3) : rng.between(w * 0.7, w);
    const at = y + h * (x < w / 2 ? 0.06 : -0.03) + rng.between(-0.1, 0.1) * h;
    return ellipse(
      x,
      at,
      s * 5,
      s * 2.4,
      mix(colour, '#3d5a34', rng.between(0, 0.3)),
      `transform="rotate(${rng.int(-60, 60)} ${n(x)} ${n(at)})"`,
    );
  }).join('');
}
