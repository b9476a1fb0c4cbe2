import type { Rng } from '../prng.ts';
import { circle, darker, ellipse, group, lighter, line, path, rect, type Scene } from './svg.ts';

const GROUNDS = [
  '#e8b48c',
  '#a9c3c9',
  '#d8cbe4',
  '#f0c9b9',
  '#bcd0b4',
  '#f2d998',
  '#b7c4e0',
  '#27495c',
  '#3d4663',
  '#5c6b4a',
  '#8c3b3b',
  '#2f5d62',
  '#f3ead9',
] as const;
const COATS = [
  '#2c2a33',
  '#b5653a',
  '#8f8b89',
  '#d9a441',
  '#6b4226',
  '#f3ead9',
  '#4a4450',
] as const;

type Draw = (rng: Rng, coat: string) => string;
const INK = '#241d22';

const eye = (x: number, y: number, r = 2.4) =>
  circle(x, y, r, INK) + circle(x + r * 0.3, y - r * 0.35, r * 0.3, '#fff');

/** Things and animals as avatars, in a box of 100. */
const EMBLEMS: Readonly<Record<string, Draw>> = {
  cat: (_r, c) =>
    path('M24 104C24 84 34 74 50 74S76 84 76 104z', c) +
    path(
      'M27 26L40 34C46 32 54 32 60 34L73 26C75 36 76 44 74 52 72 68 62 76 50 76S28 68 26 52C24 44 25 36 27 26z',
      c,
    ) +
    path('M31 33L38 38 33 43zM69 33L62 38 67 43z', '#e8a79a') +
    ellipse(40, 52, 4, 5, '#e9d27a') +
    ellipse(60, 52, 4, 5, '#e9d27a') +
    ellipse(40, 52, 1.5, 4.2, INK) +
    ellipse(60, 52, 1.5, 4.2, INK) +
    path('M47 61H53L50 65z', '#d9837a') +
    line(
      'M50 65C48 69 45 69 43 67M50 65C52 69 55 69 57 67M34 62L20 60M34 65L21 68M66 62L80 60M66 65L79 68',
      lighter(c, 0.5),
      1.2,
    ),
  owl: (_r, c) =>
    path('M22 104V56C22 36 34 22 50 22S78 36 78 56V104z', c) +
    path('M28 34L26 18 40 26zM72 34L74 18 60 26z', c) +
    path('M34 104C34 82 40 70 50 70S66 82 66 104z', lighter(c, 0.35)) +
    circle(38, 48, 12, '#f3ead9') +
    circle(62, 48, 12, '#f3ead9') +
    eye(38, 48, 5) +
    eye(62, 48, 5) +
    path('M46 55H54L50 64z', '#e0a13f') +
    line(
      'M42 82C44 85 46 85 48 82M52 82C54 85 56 85 58 82M44 91C46 94 48 94 50 91',
      darker(c, 0.2),
      1.5,
    ),
  fox: () =>
    path('M22 104C22 84 34 76 50 76S78 84 78 104z', '#c96a35') +
    path('M22 22L42 36H58L78 22C80 44 72 66 50 80 28 66 20 44 22 22z', '#d8733a') +
    path(
      'M27 52C36 54 44 62 50 80 56 62 64 54 73 52 68 66 60 74 50 80 40 74 32 66 27 52z',
      '#f7efe2',
    ) +
    path('M26 29L36 37 30 42zM74 29L64 37 70 42z', '#5a2e22') +
    eye(39, 52) +
    eye(61, 52) +
    ellipse(50, 77, 4.4, 3.4, INK),
  boat: (r) =>
    rect(-5, 66, 110, 45, '#3f7487') +
    path('M50 18V66H80C80 46 68 28 50 18z', '#f7f3ea') +
    path('M46 26V66H24C26 50 34 36 46 26z', r.pick(['#c65f3f', '#e8b04a', '#e9d3b0'])) +
    path('M16 68H86L76 82H28z', '#7a3b2c') +
    line('M8 88H34M52 92H84M20 97H60', '#8fb7c2', 2.4),
  teapot: (_r, c) =>
    path('M28 44H68C76 58 74 78 62 84H36C24 78 20 58 28 44z', c) +
    path('M70 52C80 50 82 40 88 38 88 52 82 66 72 68z', c) +
    line('M28 50C12 46 12 74 27 72', c, 5) +
    path('M32 44C34 34 62 34 64 44z', darker(c, 0.18)) +
    circle(48, 33, 4, darker(c, 0.3)) +
    line('M46 24C42 20 50 16 46 10M54 24C50 20 58 16 54 12', '#fffaf0', 2, 'opacity=".8"'),
  moon: (r) =>
    rect(-5, -5, 110, 110, '#2b3050') +
    path('M62 18A34 34 0 1 0 84 66 27 27 0 0 1 62 18z', '#f4dca0') +
    Array.from({ length: 9 }, () =>
      circle(r.int(8, 92), r.int(8, 92), r.between(0.7, 1.6), '#fdf3d8'),
    ).join(''),
  fish: (r) =>
    rect(-5, -5, 110, 110, '#8fb7b3') +
    path(
      'M18 52C28 32 56 30 72 50L88 38V66L72 54C56 74 28 72 18 52z',
      r.pick(['#d8703f', '#27495c', '#b5533a', '#e0a13f']),
    ) +
    eye(32, 49, 3) +
    line('M46 42C50 48 50 56 46 62M56 44C60 50 60 54 56 60', '#fffaf0', 2, 'opacity=".7"') +
    circle(16, 30, 2.4, '#f0f5f2') +
    circle(22, 20, 1.6, '#f0f5f2'),
  leaf: () =>
    rect(-5, -5, 110, 110, '#efe2c8') +
    path('M50 12C82 30 84 66 50 90 16 66 18 30 50 12z', '#5c8a4b') +
    line(
      'M50 22V96M50 40L66 32M50 40L34 32M50 56L72 46M50 56L28 46M50 72L66 62M50 72L34 62',
      '#3d6234',
      2,
    ),
  mug: (_r, c) =>
    path('M26 36H68V78C68 86 62 90 56 90H38C32 90 26 86 26 78z', c) +
    line('M68 46C84 44 84 70 68 70', c, 6) +
    ellipse(47, 36, 21, 5, '#5a3524') +
    line(
      'M38 26C34 20 42 16 38 10M48 27C44 20 52 16 48 9M58 26C54 20 62 16 58 10',
      '#fffaf0',
      2.2,
      'opacity=".85"',
    ) +
    line('M32 60H62', lighter(c, 0.4), 3),
  heron: () =>
    rect(-5, -5, 110, 110, '#cfd9d6') +
    rect(-5, 80, 110, 30, '#7fa0a2') +
    path('M34 78C26 60 40 52 52 54 66 56 74 66 80 70 66 80 48 84 34 78z', '#6c7f92') +
    line('M38 60C28 48 48 38 42 26', '#e9ebe6', 5.5) +
    path('M42 20L66 25 43 30z', '#e0a13f') +
    circle(42, 24, 6, '#e9ebe6') +
    path('M38 19C30 17 26 20 22 24 30 22 34 24 38 25z', '#2c2a33') +
    circle(44, 23, 1.3, INK) +
    line('M48 80V98M58 80V98', '#8a6a3f', 2),
  mountain: () =>
    rect(-5, -5, 110, 110, '#f0c9a8') +
    circle(70, 32, 12, '#fbeedd') +
    path('M-5 90L32 36 52 64 66 48 105 96V105H-5z', '#4f6f7c') +
    path('M32 36L42 50 36 54 31 49 25 53 22 51z', '#fdfaf2') +
    path('M-5 92C24 78 60 84 105 90V105H-5z', '#34505c'),
  sun: () =>
    rect(-5, -5, 110, 110, '#e79a72') +
    Array.from(
      { length: 12 },
      (_, i) =>
        `<rect x="48" y="10" width="4" height="14" rx="2" fill="#fbe3b0" transform="rotate(${i * 30} 50 50)"/>`,
    ).join('') +
    circle(50, 50, 22, '#fbe3b0') +
    circle(43, 48, 2, '#7a4a2c') +
    circle(57, 48, 2, '#7a4a2c') +
    line('M43 55C47 60 53 60 57 55', '#7a4a2c', 2),
  whale: () =>
    rect(-5, -5, 110, 110, '#b7d0d8') +
    path(
      'M12 62C14 40 36 32 56 38 70 42 76 52 84 50L92 38C96 46 94 58 84 64 80 78 62 84 44 82 26 82 12 76 12 62z',
      '#35506b',
    ) +
    path('M14 68C24 76 44 78 60 72 52 82 30 84 20 78z', '#e6edf0') +
    eye(28, 60, 2.2) +
    line('M40 30C40 22 34 20 30 22M40 30C40 20 46 18 50 21', '#fff', 2.6),
  cactus: () =>
    rect(-5, -5, 110, 110, '#f2d9b5') +
    line('M50 80V34', '#4f7d55', 15) +
    line('M50 60H34V44', '#4f7d55', 9) +
    line('M50 66H67V48', '#4f7d55', 9) +
    path('M32 78H68L63 96H37z', '#b5533a') +
    circle(50, 26, 5, '#d9567a'),
  snail: () =>
    rect(-5, -5, 110, 110, '#c9d6b4') +
    path(
      'M10 82C10 74 20 74 28 77 24 46 70 38 74 66 75 74 72 78 70 80H86C90 80 90 86 86 86H18z',
      '#c9935a',
    ) +
    line('M60 70C48 66 50 50 62 52 76 55 70 74 52 74 34 72 40 46 60 46', '#7d4f27', 3.6) +
    line('M17 76L11 60M22 76L24 60', '#c9935a', 3) +
    circle(11, 59, 2, INK) +
    circle(24, 59, 2, INK),
  gazette: () =>
    rect(-5, -5, 110, 110, '#f3ead9') +
    rect(18, 16, 64, 70, '#fffdf6', 'stroke="#2c2a33" stroke-width="2"') +
    rect(25, 23, 50, 9, INK) +
    [40, 46, 52, 58, 64, 70, 76].map((y) => rect(25, y, 22, 2.4, '#6d6660')).join('') +
    rect(52, 40, 23, 18, '#b2402f') +
    [64, 70, 76].map((y) => rect(52, y, 23, 2.4, '#6d6660')).join(''),
  ferry: () =>
    rect(-5, -5, 110, 110, '#f6d7b3') +
    rect(-5, 68, 110, 42, '#49768a') +
    path('M10 56H90L80 76H20z', '#b2402f') +
    rect(24, 42, 52, 14, '#f7f3ea') +
    rect(38, 32, 26, 10, '#f7f3ea') +
    rect(50, 20, 8, 12, '#27424b') +
    [30, 40, 50, 60, 69].map((x) => circle(x, 49, 2.6, '#35506b')).join('') +
    line('M4 84H40M56 88H94', '#8fb7c2', 2.6) +
    circle(54, 13, 4, '#fff', 'opacity=".6"') +
    circle(62, 9, 3, '#fff', 'opacity=".5"'),
  book: () =>
    rect(-5, -5, 110, 110, '#27495c') +
    path('M50 30C38 22 24 22 14 26V78C24 74 38 74 50 82z', '#fbf5e6') +
    path('M50 30C62 22 76 22 86 26V78C76 74 62 74 50 82z', '#f0e4cb') +
    line(
      'M22 38C30 36 38 37 44 40M22 48C30 46 38 47 44 50M22 58C30 56 38 57 44 60M56 40C62 37 70 36 78 38M56 50C62 47 70 46 78 48',
      '#b9a98c',
      2,
    ) +
    path('M70 22V46L75 41 80 46V24z', '#c8503a'),
  lighthouse: () =>
    rect(-5, -5, 110, 110, '#1f2b4a') +
    path('M56 26L105 6V40z', '#ffe9b0', 'opacity=".45"') +
    path('M44 26L-5 12V40z', '#ffe9b0', 'opacity=".25"') +
    path('M41 34H59L64 88H36z', '#f3ead9') +
    path('M39.8 46H60.2L61.5 58H38.5zM37.6 70H62.4L63.4 80H36.6z', '#b2402f') +
    rect(42, 22, 16, 12, '#ffd98a') +
    path('M40 22L50 12 60 22z', '#3a2c2c') +
    path('M-5 88C20 80 60 92 105 84V105H-5z', '#131a30'),
  camera: () =>
    rect(-5, -5, 110, 110, '#9fb59a') +
    rect(46, 56, 8, 50, '#5a4634') +
    rect(20, 30, 56, 30, '#3a4348', 'rx="6"') +
    circle(64, 45, 11, '#20272b') +
    circle(64, 45, 6, '#7fb0c2') +
    circle(66, 43, 2, '#fff') +
    circle(29, 38, 2.4, '#d9534a') +
    path(
      'M10 104C14 84 12 74 8 62M90 104C86 84 90 78 94 68',
      'none',
      'stroke="#4e6b4a" stroke-width="3"',
    ),
};

/** An avatar without a face: an animal, a thing, the sign of an institution. The hint names it. */
export const emblem: Scene = (rng, width, height, hint) => {
  const draw = EMBLEMS[hint] ?? EMBLEMS['leaf'];
  const ground = rng.pick(GROUNDS);
  const coat = rng.pick(COATS.filter((colour) => colour !== ground));
  const inside = rect(-5, -5, 110, 110, ground) + (draw?.(rng, coat) ?? '');
  return {
    svg: group(inside, `transform="scale(${Math.min(width, height) / 100})"`),
    alt: `A drawing: ${hint}`,
  };
};
