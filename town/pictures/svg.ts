import type { Rng } from '../prng.ts';

/** A drawn scene: the content of an SVG page of the requested size, and its description. */
interface Sketch {
  readonly svg: string;
  readonly alt: string;
}

/**
 * Draws one variation in pixels of `width` by `height`. `hint` is the part after the colon of a
 * scene's name.
 */
export type Scene = (rng: Rng, width: number, height: number, hint: string) => Sketch;

/** Return a number with at most one decimal. */
export function n(value: number): string {
  return String(Math.round(value * 10) / 10);
}

export function rect(x: number, y: number, w: number, h: number, fill: string, more = ''): string {
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}" ${sheer(more, 'fill')}/>`;
}

export function circle(x: number, y: number, r: number, fill: string, more = ''): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" ${sheer(more, 'fill')}/>`;
}

export function ellipse(
  x: number,
  y: number,
  rx: number,
  ry: number,
  fill: string,
  more = '',
): string {
  return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" ${sheer(more, 'fill')}/>`;
}

export function path(d: string, fill: string, more = ''): string {
  return `<path d="${d}" fill="${fill}" ${sheer(more, 'fill')}/>`;
}

/** Return specks: small lozenges in one path, which is much faster to draw than circles. */
export function specks(
  points: readonly (readonly [number, number])[],
  size: number,
  fill: string,
  more = '',
): string {
  const r = n(size);
  const back = n(-size);
  return path(
    points
      .map(([x, y]) => `M${n(x)} ${n(y - size)}l${r} ${r} ${back} ${r} ${back} ${back}z`)
      .join(''),
    fill,
    more,
  );
}

/** Return a stroke with round ends, unless `more` overrides them. */
export function line(d: string, stroke: string, width: number, more = ''): string {
  const ends = more.includes('stroke-linecap')
    ? ''
    : 'stroke-linecap="round" stroke-linejoin="round"';
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${n(width)}" ${ends} ${sheer(more, 'stroke')}/>`;
}

// Replace `opacity`, for which the rasteriser draws on a separate layer. That is slower, and
// crashes if the shape is outside the page.
function sheer(more: string, what: 'fill' | 'stroke'): string {
  return more.replace(/(^|\s)opacity=/, `$1${what}-opacity=`);
}

export function group(inside: string, more: string): string {
  return `<g ${more}>${inside}</g>`;
}

/**
 * Return a vertical gradient, from top to bottom. Stops are colours, spread evenly, or [place,
 * colour]. Use it as `url(#id)`.
 */
export function fade(
  id: string,
  stops: readonly (string | readonly [number, string])[],
  across = false,
): string {
  const rows = stops.map((stop, i) => {
    const [at, colour] =
      typeof stop === 'string' ? [i / Math.max(1, stops.length - 1), stop] : stop;
    return `<stop offset="${Math.round(at * 1000) / 1000}" stop-color="${colour}"/>`;
  });
  return `<defs><linearGradient id="${id}" x1="0" y1="0" x2="${across ? 1 : 0}" y2="${across ? 0 : 1}">${rows.join('')}</linearGradient></defs>`;
}

/**
 * Return a rectangle that changes its colour from top to bottom (or from left to right) evenly over
 * the stops. It consists of bands that differ by one step of one channel. It looks like a gradient,
 * is drawn ten times as fast, and compresses better.
 */
export function wash(
  x: number,
  y: number,
  w: number,
  h: number,
  stops: readonly string[],
  across = false,
): string {
  const [left, top] = [Math.round(x), Math.round(y)];
  const long = Math.ceil(across ? w : h + 1);
  let out = '';
  for (let i = 0; i < stops.length - 1; i++) {
    const [first, last] = [stops[i] ?? '#000000', stops[i + 1] ?? '#000000'];
    const [from, to] = [(long * i) / (stops.length - 1), (long * (i + 1)) / (stops.length - 1)];
    const steps = Math.max(1, Math.min(Math.ceil(to - from), contrast(first, last)));
    for (let k = 0; k < steps; k++) {
      const [start, end] = [k, k + 1].map((step) =>
        Math.round(from + ((to - from) * step) / steps),
      );
      const colour = mix(first, last, (k + 0.5) / steps);
      const thick = (end ?? long) - (start ?? 0);
      out += across
        ? rect(left + (start ?? 0), top, thick, h, colour)
        : rect(left, top + (start ?? 0), w, thick, colour);
    }
  }
  return out;
}

function contrast(first: string, second: string): number {
  const other = channels(second);
  return Math.max(...channels(first).map((value, i) => Math.abs(value - (other[i] ?? 0))));
}

/** Return a round glow that fades out at its edge. */
export function glow(id: string, colour: string, strength: number): string {
  return `<defs><radialGradient id="${id}"><stop offset="0" stop-color="${colour}" stop-opacity="${strength}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient></defs>`;
}

/** Mix two colours `#rrggbb`. Share 0 gives the first. */
export function mix(first: string, second: string, share: number): string {
  const [a, b] = [channels(first), channels(second)];
  return `#${a
    .map((value, i) =>
      Math.round(value + ((b[i] ?? 0) - value) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

export function darker(colour: string, share: number): string {
  return mix(colour, '#1a1420', share);
}

export function lighter(colour: string, share: number): string {
  return mix(colour, '#fffaf0', share);
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

/** Return a smooth line through points. */
export function curve(points: readonly (readonly [number, number])[]): string {
  const [first, ...rest] = points;
  if (!first) return '';
  let d = `M${n(first[0])} ${n(first[1])}`;
  let [px, py] = first;
  for (const [x, y] of rest) {
    const mid = (px + x) / 2;
    d += `C${n(mid)} ${n(py)} ${n(mid)} ${n(y)} ${n(x)} ${n(y)}`;
    [px, py] = [x, y];
  }
  return d;
}

/**
 * Return a range of hills: a smooth ridge from edge to edge around `base`, closed at the bottom.
 */
export function ridge(
  rng: Rng,
  width: number,
  height: number,
  base: number,
  swing: number,
  bumps: number,
): string {
  const points: [number, number][] = [];
  for (let i = 0; i <= bumps; i++)
    points.push([(i / bumps) * width, base + rng.between(-swing, swing)]);
  return `${curve(points)}V${n(height)}H0z`;
}
