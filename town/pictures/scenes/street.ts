import type { Rng } from '../../prng.ts';
import { circle, darker, lighter, line, mix, n, path, rect, type Scene, wash } from '../svg.ts';

const DUSKS = [
  {
    sky: ['#2d3358', '#7c5f86', '#e29a83', '#f6cfa5'],
    near: '#1f2140',
    lamp: '#ffd98a',
    words: 'at dusk',
  },
  {
    sky: ['#f0c9a0', '#f6dfc0', '#fbf1dd'],
    near: '#6a4a44',
    lamp: '#fff3cf',
    words: 'in the morning',
  },
  { sky: ['#131a36', '#27305a', '#4c4a7c'], near: '#0e1228', lamp: '#ffcf76', words: 'by night' },
  {
    sky: ['#b5cbd2', '#d8e2df', '#f0ebdd'],
    near: '#43565e',
    lamp: '#fdf3d8',
    words: 'under a light sky',
  },
] as const;

/** Roofs and lit windows, row behind row. */
export const city: Scene = (rng, w, h) => {
  const dusk = rng.pick(DUSKS);
  const unit = Math.min(w / 90, h / 60);
  const rows = [0, 1, 2]
    .map((i) =>
      skyline(
        rng,
        w,
        h,
        h * (0.44 + 0.17 * i),
        unit * (1 + i * 0.45),
        mix(dusk.sky[1], dusk.near, 0.35 + i * 0.3),
        dusk.lamp,
        i,
      ),
    )
    .join('');
  const disc = circle(
    w * rng.between(0.2, 0.8),
    h * rng.between(0.14, 0.3),
    Math.min(w, h) * 0.06,
    lighter(dusk.lamp, 0.4),
  );
  return {
    svg: wash(0, 0, w, h, dusk.sky) + disc + rows,
    alt: `Roofs and windows of the old town ${dusk.words}`,
  };
};

function skyline(
  rng: Rng,
  w: number,
  h: number,
  base: number,
  unit: number,
  wall: string,
  lamp: string,
  depth: number,
): string {
  let out = '';
  for (let x = -unit * rng.between(0, 8); x < w; ) {
    const wide = unit * rng.between(6, 13);
    const top = base - unit * rng.between(-2, 8);
    const colour = mix(wall, rng.pick(['#a5432f', '#d08a45', '#365663', '#7a4f6d']), 0.14);
    const roof = rng.pick([
      `M${n(x)} ${n(top)}L${n(x + wide / 2)} ${n(top - unit * 4.5)} ${n(x + wide)} ${n(top)}z`,
      `M${n(x)} ${n(top)}L${n(x)} ${n(top - unit * 3)} ${n(x + wide)} ${n(top)}z`,
      `M${n(x - unit * 0.3)} ${n(top)}h${n(wide + unit * 0.6)}v${n(-unit)}h${n(-wide - unit * 0.6)}z`,
    ]);
    out +=
      rect(x, top, wide + 0.6, h - top, colour) +
      path(roof, darker(colour, 0.25)) +
      (rng.chance(0.5)
        ? rect(x + wide * 0.7, top - unit * 4.4, unit * 1.2, unit * 3.4, darker(colour, 0.3))
        : '');
    for (let y = top + unit * 1.6; y < h; y += unit * 3.4) {
      for (let c = x + unit; c < x + wide - unit * 1.4; c += unit * 2.7)
        if (rng.chance(0.34 + depth * 0.1))
          out += rect(
            c,
            y,
            unit * 1.3,
            unit * 1.9,
            lamp,
            `opacity="${rng.pick(['.95', '.8', '.5'])}"`,
          );
    }
    x += wide;
  }
  return out;
}

/** Lamps and people with umbrellas behind a wet pane. */
export const rain: Scene = (rng, w, h) => {
  const sky = rng.pick([
    ['#2b3350', '#4c5478', '#6f6a88'],
    ['#3a4650', '#5f6f78', '#8a969a'],
    ['#33284a', '#604a70', '#a0708a'],
  ]);
  const lights = Array.from({ length: 46 }, () => {
    const [x, y, r] = [
      rng.between(0, w),
      rng.between(h * 0.1, h * 0.8),
      Math.min(w, h) * rng.between(0.015, 0.06),
    ];
    return circle(
      x,
      y,
      r,
      rng.pick(['#ffd98a', '#f7b267', '#e58f6a', '#ffe9b8', '#8fb7c2', '#d9837a']),
      `opacity="${n(rng.between(0.16, 0.5))}"`,
    );
  }).join('');
  const street = wash(0, h * 0.74, w, h * 0.26, [
    sky[2] ?? '#777777',
    darker(sky[0] ?? '#222222', 0.3),
  ]);
  const shine = Array.from({ length: 22 }, () =>
    line(
      `M${n(rng.between(0, w))} ${n(rng.between(h * 0.78, h))}h${n(w * rng.between(0.02, 0.1))}`,
      '#ffd98a',
      h * 0.006,
      'opacity=".4"',
    ),
  ).join('');
  const people = Array.from({ length: rng.int(2, 4) }, (_, i) =>
    walker(
      rng,
      w * (0.16 + i * 0.24 + rng.between(-0.05, 0.05)),
      h * rng.between(0.84, 0.9),
      Math.min(w, h) * rng.between(0.2, 0.3),
    ),
  ).join('');
  const drops = Array.from({ length: 90 }, () => {
    const [x, y, l] = [rng.between(0, w), rng.between(0, h), h * rng.between(0.02, 0.07)];
    return `M${n(x)} ${n(y)}l${n(-l * 0.2)} ${n(l)}`;
  }).join('');
  return {
    svg:
      wash(0, 0, w, h, sky) +
      lights +
      street +
      shine +
      people +
      line(drops, '#e9eef2', 1.6, 'opacity=".45"'),
    alt: 'Umbrellas and lamps on a wet evening',
  };
};

function walker(rng: Rng, x: number, y: number, s: number): string {
  const coat = rng.pick(['#27304a', '#4a2f3a', '#2f4a4a', '#5a4634']);
  const shade = rng.pick(['#c8503a', '#d9a441', '#3f7f86', '#8a4f8f', '#e6d5b8']);
  const legs = line(
    `M${n(x - s * 0.05)} ${n(y - s * 0.3)}L${n(x - s * 0.1)} ${n(y)}M${n(x + s * 0.05)} ${n(y - s * 0.3)}L${n(x + s * 0.12)} ${n(y)}`,
    '#1a1d2c',
    s * 0.06,
  );
  return (
    legs +
    path(
      `M${n(x - s * 0.15)} ${n(y - s * 0.24)}L${n(x - s * 0.08)} ${n(y - s * 0.66)}H${n(x + s * 0.08)}L${n(x + s * 0.16)} ${n(y - s * 0.24)}z`,
      coat,
    ) +
    circle(x, y - s * 0.73, s * 0.075, '#d9a884') +
    line(`M${n(x + s * 0.06)} ${n(y - s * 0.5)}V${n(y - s * 1.02)}`, '#1a1d2c', s * 0.02) +
    path(
      `M${n(x - s * 0.28)} ${n(y - s * 0.82)}C${n(x - s * 0.24)} ${n(y - s * 1.1)} ${n(x + s * 0.36)} ${n(y - s * 1.1)} ${n(x + s * 0.4)} ${n(y - s * 0.82)}Q${n(x + s * 0.3)} ${n(y - s * 0.88)} ${n(x + s * 0.23)} ${n(y - s * 0.82)}Q${n(x + s * 0.14)} ${n(y - s * 0.88)} ${n(x + s * 0.06)} ${n(y - s * 0.82)}Q${n(x - s * 0.02)} ${n(y - s * 0.88)} ${n(x - s * 0.1)} ${n(y - s * 0.82)}Q${n(x - s * 0.2)} ${n(y - s * 0.88)} ${n(x - s * 0.28)} ${n(y - s * 0.82)}z`,
      shade,
    )
  );
}

/** Light of a window on a wall, a plant in it. */
export const window: Scene = (rng, w, h) => {
  const wall = rng.pick([
    ['#e8d9cc', '#cbb09c'],
    ['#dfe3d6', '#b4c0aa'],
    ['#f2dcc8', '#dba98c'],
    ['#c9d3da', '#94a5b4'],
    ['#e6d3dc', '#b99aac'],
  ]);
  const s = Math.min(w, h) / 400;
  const [x, y] = [w * rng.between(0.2, 0.42), h * rng.between(0.1, 0.2)];
  const pane = (c: number, r: number) =>
    rect(x / s + c * 132, y / s + r * 132, 120, r === 1 ? 150 : 120, '#fbeedd', 'opacity=".85"');
  const panes = `<g transform="scale(${n(s * 10) === '0' ? 1 : Math.round(s * 100) / 100}) skewX(-16) translate(90 0)">${pane(0, 0)}${pane(1, 0)}${pane(0, 1)}${pane(1, 1)}</g>`;
  const potX = w * rng.between(0.66, 0.84);
  const pot = rng.pick(['#a5583c', '#6d4a3c', '#3f6f78', '#d9a441']);
  const shelf =
    rect(0, h * 0.9, w, h * 0.1, darker(wall[1] ?? '#cccccc', 0.3)) +
    rect(0, h * 0.9, w, h * 0.012, lighter(wall[1] ?? '#cccccc', 0.2));
  const leaf = rng.pick(['#4e6b4a', '#5c8a4b', '#3d6234', '#6d8f5a']);
  const leaves = Array.from({ length: rng.int(5, 9) }, (_, i, all = 0) => {
    const angle = -150 + (i + all) * (120 / 7) + rng.between(-8, 8);
    const long = 90 * s * rng.between(0.8, 1.5);
    return `<g transform="translate(${n(potX)} ${n(h * 0.9 - 66 * s)}) rotate(${n(angle + 90)})">${path(`M0 0C${n(-long * 0.24)} ${n(-long * 0.4)} ${n(-long * 0.16)} ${n(-long * 0.8)} 0 ${n(-long)} ${n(long * 0.16)} ${n(-long * 0.8)} ${n(long * 0.24)} ${n(-long * 0.4)} 0 0z`, i % 2 ? leaf : darker(leaf, 0.16))}${line(`M0 0V${n(-long * 0.9)}`, lighter(leaf, 0.25), 1.6 * s)}</g>`;
  }).join('');
  const vessel =
    path(
      `M${n(potX - 40 * s)} ${n(h * 0.9 - 70 * s)}h${n(80 * s)}l${n(-10 * s)} ${n(70 * s)}h${n(-60 * s)}z`,
      pot,
    ) + rect(potX - 45 * s, h * 0.9 - 76 * s, 90 * s, 14 * s, darker(pot, 0.14));
  return {
    svg: wash(0, 0, w, h, wall, true) + panes + shelf + leaves + vessel,
    alt: 'The light of a window on a wall, and a plant in it',
  };
};

const PAPERS = [
  {
    land: '#f3ead6',
    park: '#c3d3a4',
    water: '#a9cfd8',
    road: '#ffffff',
    main: '#f2c777',
    block: '#e4d6bd',
    pin: '#c8503a',
  },
  {
    land: '#e9ece4',
    park: '#b7cfa8',
    water: '#9fc3d6',
    road: '#fdfdfa',
    main: '#e9a87c',
    block: '#d6dacd',
    pin: '#3d4663',
  },
  {
    land: '#26304a',
    park: '#2f4a4a',
    water: '#1a2238',
    road: '#414d70',
    main: '#d9a441',
    block: '#303b58',
    pin: '#f2c25b',
  },
] as const;

/** A street map with a river, parks and a route. */
export const map: Scene = (rng, w, h) => {
  const paper = rng.pick(PAPERS);
  const s = Math.min(w, h) / 100;
  const turn = rng.int(-14, 14);
  const step = s * rng.between(11, 15);
  let blocks = '';
  for (let x = -w * 0.3; x < w * 1.3; x += step)
    for (let y = -h * 0.3; y < h * 1.3; y += step * 0.8)
      blocks += rect(
        x,
        y,
        step * rng.between(0.7, 0.86),
        step * 0.62,
        rng.chance(0.12) ? paper.park : paper.block,
        'rx="3"',
      );
  const river = `M${n(-w * 0.05)} ${n(h * rng.between(0.2, 0.5))}C${n(w * 0.3)} ${n(h * rng.between(0, 0.5))} ${n(w * 0.4)} ${n(h * rng.between(0.6, 1))} ${n(w * 0.66)} ${n(h * rng.between(0.4, 0.8))}S${n(w * 0.9)} ${n(h * 0.3)} ${n(w * 1.05)} ${n(h * rng.between(0.3, 0.7))}`;
  const mains =
    [0.3, 0.72]
      .map((t) =>
        line(
          `M${n(w * (t - 0.1))} ${n(-h * 0.1)}C${n(w * t)} ${n(h * 0.3)} ${n(w * (t + 0.08))} ${n(h * 0.6)} ${n(w * (t - 0.04))} ${n(h * 1.1)}`,
          paper.main,
          s * 2,
        ),
      )
      .join('') +
    line(
      `M0 ${n(h * 0.8)}C${n(w * 0.4)} ${n(h * 0.66)} ${n(w * 0.7)} ${n(h * 0.9)} ${n(w)} ${n(h * 0.74)}`,
      paper.main,
      s * 2,
    );
  const stops = Array.from({ length: 5 }, (_, i): [number, number] => [
    w * (0.12 + 0.19 * i),
    h * rng.between(0.2, 0.8),
  ]);
  const route = line(
    `M${stops.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}`,
    paper.pin,
    s * 1.1,
    `stroke-dasharray="${n(s * 2)} ${n(s * 2.2)}"`,
  );
  const pins = stops
    .map(
      ([x, y]) =>
        path(
          `M${n(x)} ${n(y)}c${n(-s * 4)} ${n(-s * 5)} ${n(-s * 3.4)} ${n(-s * 9)} 0 ${n(-s * 9)}s${n(s * 4)} ${n(s * 4)} 0 ${n(s * 9)}z`,
          paper.pin,
        ) + circle(x, y - s * 5.6, s * 1.3, paper.land),
    )
    .join('');
  const parks = [0, 1]
    .map(() =>
      circle(
        rng.between(0.1, 0.9) * w,
        rng.between(0.1, 0.9) * h,
        s * rng.between(9, 15),
        paper.park,
      ),
    )
    .join('');
  return {
    svg:
      rect(0, 0, w, h, paper.road) +
      `<g transform="rotate(${turn} ${n(w / 2)} ${n(h / 2)})">${rect(-w, -h, w * 3, h * 3, paper.road)}${blocks}</g>` +
      parks +
      mains +
      line(river, paper.water, s * 9) +
      route +
      pins,
    alt: 'A hand-drawn map with a walk marked on it',
  };
};
