import type { Rng } from '../../prng.ts';
import { starry } from './starry.ts';
import {
  circle,
  curve,
  ellipse,
  glow,
  line,
  mix,
  n,
  path,
  rect,
  ridge,
  type Scene,
  specks,
  wash,
} from '../svg.ts';

const NIGHTS = [
  ['#0d1330', '#1d2752', '#45508a', '#8a7fa6'],
  ['#10112b', '#241f4d', '#57407a', '#b06f83'],
  ['#071a2c', '#0f3350', '#2f6a7f', '#8fb3a6'],
  ['#0b1026', '#1a2148', '#343f75'],
] as const;

/** The Milky Way over a dark ridge, with a dome, pines or a tent. */
export const night: Scene = (rng, w, h) => {
  const sky = rng.pick(NIGHTS);
  const ground = h * rng.between(0.8, 0.88);
  const far = path(ridge(rng, w, h, ground - h * 0.05, h * 0.05, 4), mix(sky[1], '#0a0c1c', 0.35));
  const land = path(ridge(rng, w, h, ground, h * 0.02, 4), '#090b18');
  const spot = w * rng.between(0.2, 0.75);
  const [figure, words] = rng.pick([
    [dome(spot, ground, Math.min(w, h) * 0.1), 'the dome on the Hump'],
    [pines(rng, w, ground, h), 'a line of pines'],
    [tent(spot, ground, Math.min(w, h) * 0.13), 'a lit tent'],
    [watcher(spot, ground, Math.min(w, h) * 0.13), 'somebody at a telescope'],
  ] as const);
  return {
    svg:
      wash(0, 0, w, h, sky) +
      milkyWay(rng, w, ground) +
      starry(rng, w, ground, 260) +
      meteor(rng, w, h) +
      far +
      figure +
      land,
    alt: `The night sky with the Milky Way over ${words}`,
  };
};

function milkyWay(rng: Rng, w: number, depth: number): string {
  const [x0, x1] = rng.chance(0.5) ? [w * 0.15, w * 0.8] : [w * 0.85, w * 0.25];
  const clouds = Array.from({ length: 14 }, (_, i) => {
    const t = i / 13;
    const [x, y] = [
      x0 + (x1 - x0) * t + rng.bell() * w * 0.02,
      depth * (1 - t) + rng.bell() * depth * 0.03,
    ];
    return ellipse(
      x,
      y,
      w * rng.between(0.07, 0.13),
      depth * rng.between(0.07, 0.12),
      'url(#milk)',
    );
  });
  const dust = Array.from({ length: 420 }, (): [number, number] => {
    const t = rng.next();
    return [
      x0 + (x1 - x0) * t + rng.bell() * w * 0.05,
      depth * (1 - t) + rng.bell() * depth * 0.05,
    ];
  });
  return (
    glow('milk', '#d9cfee', 0.16) + clouds.join('') + specks(dust, 0.8, '#fdf6e6', 'opacity=".7"')
  );
}

function meteor(rng: Rng, w: number, h: number): string {
  if (rng.chance(0.5)) return '';
  const [x, y] = [w * rng.between(0.2, 0.8), h * rng.between(0.08, 0.4)];
  return (
    line(`M${n(x)} ${n(y)}l${n(w * 0.1)} ${n(h * 0.07)}`, '#fff6df', 2, 'opacity=".55"') +
    line(`M${n(x + w * 0.06)} ${n(y + h * 0.042)}l${n(w * 0.04)} ${n(h * 0.028)}`, '#fffaf0', 3.2) +
    circle(x + w * 0.1, y + h * 0.07, 3, '#ffffff')
  );
}

function dome(x: number, y: number, r: number): string {
  return (
    path(
      `M${n(x - r)} ${n(y + 8)}V${n(y - r * 0.6)}A${n(r)} ${n(r)} 0 0 1 ${n(x + r)} ${n(y - r * 0.6)}V${n(y + 8)}z`,
      '#141830',
    ) +
    path(
      `M${n(x - r * 0.1)} ${n(y - r * 1.58)}L${n(x + r * 0.34)} ${n(y - r * 1.5)} ${n(x + r * 0.2)} ${n(y - r * 0.62)}H${n(x - r * 0.16)}z`,
      '#e9b46a',
    ) +
    line(`M${n(x - r)} ${n(y - r * 0.6)}H${n(x + r)}`, '#2a3058', 3) +
    rect(x - r * 0.66, y - r * 0.34, r * 0.26, r * 0.34, '#f2c987')
  );
}

function pines(rng: Rng, w: number, ground: number, h: number): string {
  return Array.from({ length: 22 }, () => {
    const [x, tall] = [rng.between(0, w), h * rng.between(0.09, 0.26)];
    const wide = tall * 0.22;
    const y = ground + h * 0.02;
    return path(
      `M${n(x)} ${n(y - tall)}L${n(x + wide * 0.6)} ${n(y - tall * 0.55)}H${n(x + wide * 0.3)}L${n(x + wide)} ${n(y)}H${n(x - wide)}L${n(x - wide * 0.3)} ${n(y - tall * 0.55)}H${n(x - wide * 0.6)}z`,
      '#0b0e1e',
    );
  }).join('');
}

function tent(x: number, y: number, s: number): string {
  return (
    glow('tent', '#ffc873', 0.6) +
    circle(x, y - s * 0.3, s * 1.5, 'url(#tent)') +
    path(
      `M${n(x - s)} ${n(y + 6)}L${n(x)} ${n(y - s * 0.95)} ${n(x + s)} ${n(y + 6)}z`,
      '#e79a4a',
    ) +
    path(
      `M${n(x - s * 0.22)} ${n(y + 6)}L${n(x)} ${n(y - s * 0.62)} ${n(x + s * 0.22)} ${n(y + 6)}z`,
      '#fff0c9',
    ) +
    line(`M${n(x)} ${n(y - s * 0.95)}L${n(x)} ${n(y - s * 0.62)}`, '#a8602a', 2)
  );
}

function watcher(x: number, y: number, s: number): string {
  const ink = '#0a0c1a';
  return (
    line(
      `M${n(x)} ${n(y)}L${n(x + s * 0.3)} ${n(y - s * 0.6)}L${n(x + s * 0.6)} ${n(y)}M${n(x + s * 0.3)} ${n(y - s * 0.6)}V${n(y)}`,
      ink,
      s * 0.05,
    ) +
    line(
      `M${n(x + s * 0.05)} ${n(y - s * 0.5)}L${n(x + s * 0.75)} ${n(y - s * 0.98)}`,
      ink,
      s * 0.15,
    ) +
    circle(x - s * 0.22, y - s * 0.72, s * 0.13, ink) +
    path(
      `M${n(x - s * 0.4)} ${n(y + 4)}V${n(y - s * 0.4)}C${n(x - s * 0.4)} ${n(y - s * 0.62)} ${n(x - s * 0.06)} ${n(y - s * 0.62)} ${n(x - s * 0.06)} ${n(y - s * 0.4)}V${n(y + 4)}z`,
      ink,
    )
  );
}

/** The moon, large, behind branches, roofs or the sea. */
export const moon: Scene = (rng, w, h) => {
  const sky = rng.pick([
    ...NIGHTS,
    ['#2b3a5c', '#6d6a92', '#d9a79a'],
    ['#3b2a4a', '#8a5570', '#e8a98a'],
  ] as const);
  const r = Math.min(w, h) * rng.between(0.16, 0.27);
  const [x, y] = [w * rng.between(0.32, 0.68), h * rng.between(0.34, 0.46)];
  const face = rng.pick(['#f6e7c4', '#f9f1dc', '#f0cf9a', '#eeb27a']);
  const phase = rng.pick([0, 0, 1, -1]);
  const bulge = rng.between(0.1, 0.55);
  const lit = `M${n(x)} ${n(y - r)}A${n(r)} ${n(r)} 0 0 ${phase > 0 ? 1 : 0} ${n(x)} ${n(y + r)}A${n(r * bulge)} ${n(r)} 0 0 ${phase > 0 ? 1 : 0} ${n(x)} ${n(y - r)}z`;
  const disc =
    phase === 0 ? circle(x, y, r, face) : circle(x, y, r, mix(sky[1], face, 0.1)) + path(lit, face);
  const seas = Array.from({ length: 9 }, () => {
    const [a, d] = [
      rng.between(-1.3, 1.3) + (phase < 0 ? Math.PI : phase > 0 || rng.chance(0.5) ? 0 : Math.PI),
      r * rng.between(0.1, 0.68),
    ];
    return circle(
      x + Math.cos(a) * d,
      y + Math.sin(a) * d,
      r * rng.between(0.05, 0.2),
      mix(face, '#8a7a70', 0.2),
      'opacity=".6"',
    );
  }).join('');
  const front = rng.pick([
    () => branches(rng, w, h),
    () => water(rng, w, h, x, face),
    () =>
      path(ridge(rng, w, h, h * 0.84, h * 0.05, 5), '#141830') +
      path(ridge(rng, w, h, h * 0.92, h * 0.03, 5), '#0b0d1c'),
  ])();
  return {
    svg:
      glow('halo', face, 0.42) +
      wash(0, 0, w, h, sky) +
      starry(rng, w, h * 0.8, 80) +
      circle(x, y, r * 2.3, 'url(#halo)') +
      disc +
      seas +
      front,
    alt: phase === 0 ? 'A full moon, large and low' : 'A half moon with its seas in sight',
  };
};

function branches(rng: Rng, w: number, h: number): string {
  const side = rng.pick([0, 1]);
  const twig = (
    x: number,
    y: number,
    angle: number,
    long: number,
    thick: number,
    depth: number,
  ): string => {
    const [x2, y2] = [x + Math.cos(angle) * long, y + Math.sin(angle) * long];
    const own = line(
      `M${n(x)} ${n(y)}Q${n((x + x2) / 2 + long * 0.08)} ${n((y + y2) / 2)} ${n(x2)} ${n(y2)}`,
      '#0d0f20',
      thick,
    );
    if (depth === 0) return own;
    return (
      own +
      twig(x2, y2, angle - rng.between(0.2, 0.6), long * 0.72, thick * 0.62, depth - 1) +
      twig(x2, y2, angle + rng.between(0.15, 0.55), long * 0.68, thick * 0.6, depth - 1)
    );
  };
  const start = side === 0 ? [-10, h * 0.95, -0.75] : [w + 10, h * 0.98, -2.4];
  return twig(
    start[0] ?? 0,
    start[1] ?? h,
    start[2] ?? -1,
    Math.min(w, h) * 0.3,
    Math.min(w, h) * 0.03,
    5,
  );
}

function water(rng: Rng, w: number, h: number, x: number, face: string): string {
  const horizon = h * 0.74;
  const glints = Array.from({ length: 40 }, () => {
    const t = rng.next();
    const y = horizon + 4 + (h - horizon) * t;
    const spread = w * (0.03 + 0.12 * t);
    return line(
      `M${n(x + rng.bell() * spread)} ${n(y)}h${n(w * rng.between(0.01, 0.05))}`,
      face,
      2 + 2 * t,
      'opacity=".6"',
    );
  });
  return rect(0, horizon, w, h - horizon, '#141b38') + glints.join('');
}

/** Star trails around the pole. */
export const trails: Scene = (rng, w, h) => {
  const sky = rng.pick(NIGHTS);
  const [cx, cy] = [w * rng.between(0.35, 0.65), h * rng.between(0.4, 0.62)];
  const far = Math.hypot(w, h) * 0.75;
  const arcs = Array.from({ length: 150 }, () => {
    const r = far * (0.03 + 0.97 * rng.next() ** 0.7);
    const start = rng.between(0, 6.28);
    const sweep = rng.between(0.35, 0.9);
    const at = (angle: number) => `${n(cx + Math.cos(angle) * r)} ${n(cy + Math.sin(angle) * r)}`;
    return line(
      `M${at(start)}A${n(r)} ${n(r)} 0 0 1 ${at(start + sweep)}`,
      rng.pick(['#fdf6e6', '#fdf6e6', '#cfe0f2', '#f7d9a8']),
      rng.pick([1.2, 1.4, 2]),
      `opacity="${n(rng.between(0.35, 0.9))}"`,
    );
  }).join('');
  const base = h * 0.86;
  const land = path(
    curve([
      [0, base],
      [w * 0.3, base - h * 0.06],
      [w * 0.6, base + h * 0.02],
      [w, base - h * 0.04],
    ]) + `V${h}H0z`,
    '#070916',
  );
  return {
    svg: wash(0, 0, w, h, sky) + arcs + pines(rng, w, base, h) + land,
    alt: 'Star trails turning around the pole over a line of pines',
  };
};
