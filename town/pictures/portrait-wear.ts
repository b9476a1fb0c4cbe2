import type { Rng } from '../prng.ts';
import { circle, darker, ellipse, lighter, line, path, rect } from './svg.ts';

const SHOULDERS = 'M10.6 104C11 84 27 75.6 50 75.6S89 84 89.4 104z';

type Wear = (cloth: string, second: string) => string;

/** Clothes in a box of 100, over the neck's foot. */
export const CLOTHES: Readonly<Record<string, Wear>> = {
  crew: (c) =>
    path(SHOULDERS, c) + line('M38.6 77.4C41 84.6 59 84.6 61.4 77.4', darker(c, 0.25), 1.8),
  vneck: (c, s) =>
    path(SHOULDERS, c) + path('M39 76.6L50 92 61 76.6C57.6 75.8 42.4 75.8 39 76.6z', s),
  collar: (c, s) =>
    path(SHOULDERS, c) +
    path('M38.4 75L50 86 42.4 94 34.6 78.6zM61.6 75L50 86 57.6 94 65.4 78.6z', s) +
    line('M50 86V104', darker(c, 0.22), 1.2),
  turtle: (c) =>
    path(SHOULDERS, c) +
    path('M39.4 66.6H60.6L62.4 79.6C56 83 44 83 37.6 79.6z', lighter(c, 0.08)) +
    line('M38.4 74C44 77 56 77 61.6 74', darker(c, 0.2), 1),
  sailor: (c, s) =>
    path(SHOULDERS, s) +
    [82, 89, 96, 103]
      .map((y) =>
        line(
          `M${12 + (104 - y) * 0.55} ${y}C36 ${y - 5.5} 64 ${y - 5.5} ${88 - (104 - y) * 0.55} ${y}`,
          c,
          2.6,
        ),
      )
      .join(''),
  dungaree: (c, s) =>
    path(SHOULDERS, s) +
    path(
      'M31 104V89H69V104zM31.6 90L27 79.6 32.4 77.6 37.4 90zM68.4 90L73 79.6 67.6 77.6 62.6 90z',
      c,
    ) +
    circle(34.6, 91.6, 1.5, '#f4d58a') +
    circle(65.4, 91.6, 1.5, '#f4d58a'),
  jacket: (c, s) =>
    path(SHOULDERS, c) +
    path('M40.6 76L46 104H54L59.4 76C56 75.4 44 75.4 40.6 76z', s) +
    path('M40.6 76L46.6 100 34 90.6zM59.4 76L53.4 100 66 90.6z', darker(c, 0.16)),
  scarf: (c, s) =>
    path(SHOULDERS, c) +
    path('M35.4 70.6C42 76.6 58 76.6 64.6 70.6L67 80C58 87.6 42 87.6 33 80z', s) +
    path('M55 82L63.6 79.6 66.4 103H56.6z', darker(s, 0.1)),
  hoodie: (c) =>
    path(SHOULDERS, c) +
    path(
      'M30.6 82C31 71.6 40 68.6 50 74.6 60 68.6 69 71.6 69.4 82 62 79 56 82 50 88 44 82 38 79 30.6 82z',
      darker(c, 0.13),
    ) +
    line('M45.6 86V96M54.4 86V96', lighter(c, 0.5), 1.2),
  shawl: (c, s) => path(SHOULDERS, s) + path('M12 102C14 84 29 76.4 44 75.6L70 104H13z', c),
  apron: (c, s) =>
    path(SHOULDERS, s) +
    path('M35 104V86C42 90 58 90 65 86V104z', c) +
    line('M35 86L40 76M65 86L60 76', c, 2.2),
};

type Hat = (cloth: string, second: string) => string;

/** Hats and coverings: drawn over the hair; `covers` ones replace it. */
export const HATS: Readonly<Record<string, { readonly covers: boolean; readonly draw: Hat }>> = {
  beanie: {
    covers: false,
    draw: (c) =>
      path('M29.4 38C28 22 38 12.6 50 12.6S72 22 70.6 38z', c) +
      path(
        'M28 34.4C42 30.6 58 30.6 72 34.4L71.4 42.4C58 38.8 42 38.8 28.6 42.4z',
        darker(c, 0.16),
      ) +
      circle(50, 11.6, 3.8, lighter(c, 0.25)),
  },
  cap: {
    covers: false,
    draw: (c) =>
      path('M30 36C29.6 23 38 15.6 50 15.6S70.4 23 70 36z', c) +
      path(
        'M30 34.6C42 30.6 62 31 79 38.6 80 41.6 77 42.4 74 41.6 60 37.6 44 36.8 30 38.4z',
        darker(c, 0.18),
      ),
  },
  beret: {
    covers: false,
    draw: (c) =>
      path('M27 30C26 18 40 11.6 55 13 70 14.4 76.6 22.6 73 29.6 64 33.6 40 35.6 27 30z', c) +
      path('M31.6 32C42 35 58 34.6 68.6 31L68 36C58 38.6 42 38.8 32 36.6z', darker(c, 0.2)) +
      line('M54 13L56 9', darker(c, 0.2), 1.8),
  },
  brim: {
    covers: false,
    draw: (c, s) =>
      ellipse(50, 33, 34, 6.4, c) +
      path('M33 32C32 19 38 12.6 50 12.6S68 19 67 32C60 35 40 35 33 32z', lighter(c, 0.1)) +
      path('M32.9 28C42 31.4 58 31.4 67.1 28L67 32.6C58 35.6 42 35.6 33 32.6z', s),
  },
  flatcap: {
    covers: false,
    draw: (c) =>
      path('M28.6 35C27 24 36 16.4 50 16.4S74.6 23 74.4 34.6C60 38.6 42 38 28.6 35z', c) +
      path('M46 35.6C58 32.6 70 32.6 77 37.6 70 40.6 56 40.6 46 38.8z', darker(c, 0.22)),
  },
  sailorhat: {
    covers: false,
    draw: (c, s) =>
      path('M30.6 33C33 20 42 17 50 17S67 20 69.4 33z', s) +
      path('M28.6 30.4H71.4V38.6C58 35.8 42 35.8 28.6 38.6z', c) +
      circle(50, 33.6, 2.4, '#f2c25b'),
  },
  turban: {
    covers: true,
    draw: (c) =>
      path('M28 41C24 22 37 11 50 11S76 22 72 41C66 34 58 31 50 31S34 34 28 41z', c) +
      line(
        'M30 36C37 25 46 19 58 13.6M70 36C63 25 54 19 42 13.6M28.6 30C35 22 42 17 48 13',
        darker(c, 0.2),
        1.4,
      ) +
      path('M44.6 31.6L50 20.6 55.4 31.6C52 30.8 48 30.8 44.6 31.6z', lighter(c, 0.18)),
  },
  hijab: {
    covers: true,
    draw: (c) =>
      path(
        'M27 84C23.6 66 27.6 58 27.2 46A22.8 25.6 0 0 1 72.8 46C72.4 58 76.4 66 73 84 66.6 74 63.4 68 62.6 62.6 67 55 67.4 46 64.4 39.4 57 33.6 43 33.6 35.6 39.4 32.6 46 33 55 37.4 62.6 36.6 68 33.4 74 27 84z',
        c,
      ) +
      path(
        'M36 62C42 71.6 58 71.6 64 62 66 70 71 78 74 85 60 92 40 92 26 85 29 78 34 70 36 62z',
        darker(c, 0.1),
      ),
  },
  headwrap: {
    covers: true,
    draw: (c) =>
      path('M29 42C25 24 36 14 50 14S75 24 71 42C64 33.6 57 31 50 31S36 33.6 29 42z', c) +
      path('M44 18C40 8 47 3.6 52 7.6 58 3 64 8 58 17 54 20.6 48 20.6 44 18z', lighter(c, 0.2)) +
      line('M33 32C40 24 50 21 60 22M67 33C62 27 57 24 52 23', darker(c, 0.2), 1.3),
  },
};

export function glasses(rng: Rng, frame: string): string {
  const rim = (shape: string) =>
    `<g fill="#fff" fill-opacity=".22" stroke="${frame}" stroke-width="1.5">${shape}</g>${line('M48.4 48.2C49.4 47.4 50.6 47.4 51.6 48.2', frame, 1.4)}${line('M36.8 47.6L32.8 46.6M63.2 47.6L67.2 46.6', frame, 1.3)}`;
  const round = '<circle cx="42.6" cy="49" r="5.9"/><circle cx="57.4" cy="49" r="5.9"/>';
  const square =
    '<rect x="36.6" y="44" width="11.8" height="9.4" rx="2.4"/><rect x="51.6" y="44" width="11.8" height="9.4" rx="2.4"/>';
  const cat =
    '<path d="M36 43.6C40 43.4 45 44 48.4 46 48 51 46 54 42.6 54S36.8 51 36 43.6z"/><path d="M64 43.6C60 43.4 55 44 51.6 46 52 51 54 54 57.4 54S63.2 51 64 43.6z"/>';
  return rim(rng.pick([round, round, square, cat]));
}

export function beard(rng: Rng, hair: string): string {
  const full = path(
    'M32.6 51C33.6 63.6 40.6 72.6 50 72.6S66.4 63.6 67.4 51C65 57.6 61.6 59.6 58.4 59.2 54 57.6 46 57.6 41.6 59.2 38.4 59.6 35 57.6 32.6 51z',
    hair,
  );
  const long = path(
    'M32.6 51C33 66 40 81 50 82.6 60 81 67 66 67.4 51 65 57.6 61.6 59.6 58.4 59.2 54 57.6 46 57.6 41.6 59.2 38.4 59.6 35 57.6 32.6 51z',
    hair,
  );
  const goatee = path(
    'M43.6 61.4C46 66 54 66 56.4 61.4 57.4 68 54 71.6 50 71.6S42.6 68 43.6 61.4z',
    hair,
  );
  const moustache = path(
    'M40.6 58.6C43 55.4 47.6 54.8 50 56.6 52.4 54.8 57 55.4 59.4 58.6 56 59.6 52.4 59.2 50 58.2 47.6 59.2 44 59.6 40.6 58.6z',
    hair,
  );
  const stubble = path(
    'M33.4 55C35.6 64.6 41.6 70.4 50 70.4S64.4 64.6 66.6 55C64 60 60.6 61.6 57.4 60.6 53 58.6 47 58.6 42.6 60.6 39.4 61.6 36 60 33.4 55z',
    hair,
    'opacity=".28"',
  );
  return rng.pick([full, full, long, goatee, moustache, moustache + goatee, stubble, stubble]);
}

/** Small things: earrings, a flower, headphones, a pencil behind the ear. */
export function trinket(rng: Rng, colour: string): string {
  const rings = circle(32.4, 58, 1.7, '#f0c35a') + circle(67.6, 58, 1.7, '#f0c35a');
  const drops =
    line('M32.4 55.6V61M67.6 55.6V61', '#f0c35a', 1.1) +
    circle(32.4, 62, 2, colour) +
    circle(67.6, 62, 2, colour);
  const flower =
    [0, 72, 144, 216, 288]
      .map(
        (a) =>
          `<circle cx="67" cy="30" r="3.2" fill="${lighter(colour, 0.3)}" transform="rotate(${a} 67 34)"/>`,
      )
      .join('') + circle(67, 34, 2.2, '#f4cf6a');
  const phones =
    line('M30.4 48C27 24 40 14.6 50 14.6S73 24 69.6 48', '#2c2a33', 2.6) +
    rect(27.2, 44, 6.4, 13, '#2c2a33', 'rx="3"') +
    rect(66.4, 44, 6.4, 13, '#2c2a33', 'rx="3"');
  const pencil = line('M64 41L76 34.6', '#e7b24a', 2.2) + line('M76 34.6L78 33.6', '#3a2c28', 1.8);
  return rng.pick([rings, rings, drops, drops, flower, phones, pencil]);
}
