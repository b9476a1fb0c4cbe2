import { darker, lighter, line, path } from './svg.ts';

/**
 * One hair style in a box of 100: the part behind head and shoulders, and the part over the face.
 */
interface Hair {
  readonly back: string;
  readonly front: string;
}

type Style = (colour: string) => Hair;

const CAP =
  'M31.2 46C28.6 28 37.5 18 50 18S71.4 28 68.8 46C66.6 39.6 64.2 36 61.6 32.4 54.6 35.4 45.4 36 38.6 33.6 35 37 33 40.6 31.2 46z';
const SWOOP =
  'M29.6 53.4C28.2 31.6 37.8 19.6 50 19.6S71.8 31.6 70.4 53.4C68.8 48.6 67 44.8 65.4 39.2 53.6 40.6 44.4 37.4 39.4 32.4 38.4 40.8 34.8 47 29.6 53.4z';
const PARTED =
  'M31 53C27.6 30 37 19 50 19S72.4 30 69 53C68 44 62 36.4 50.6 28.6 39 36.4 32 44 31 53z';
const FRINGE =
  'M30.6 52C27.4 28.4 37.6 17.6 50 17.6S72.6 28.4 69.4 52C68.4 47 67.8 43.6 67 40.6 61 42.4 39 42.4 33 40.6 32.2 43.6 31.6 47 30.6 52z';
const SLICK =
  'M31.4 44.6C29.6 28.6 38.2 20 50 20S70.4 28.6 68.6 44.6C67 38 64.6 32.6 60.4 30 53.6 27.4 46.4 27.4 39.6 30 35.4 32.6 33 38 31.4 44.6z';
const QUIFF =
  'M31.4 45.4C29 36 31 25.6 37 21 42 13.6 56 11.4 66.4 18.6 70.4 24 71.4 36 68.6 45.4 66.8 39 65 35.4 62 32 53 32.6 44.4 30.6 39.4 27.6 35.6 32.4 33.2 39 31.4 45.4z';

const shine = (d: string, colour: string) => line(d, lighter(colour, 0.45), 1.3, 'opacity=".35"');
const curls = (colour: string, spots: readonly (readonly [number, number, number])[]) =>
  spots.map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}"/>`).join('');

const LONG_BACK = 'M26 84V46C26 30 36 18 50 18S74 30 74 46V84C68 88 32 88 26 84z';
const WAVY_BACK =
  'M27 46C27 29 37 18 50 18S73 29 73 46C73 54 78 57 77 64 76 71 80 74 78 82 70 90 30 90 22 82 20 74 24 71 23 64 22 57 27 54 27 46z';
const BOB_BACK = 'M27.4 66V44C27.4 29 37 18 50 18S72.6 29 72.6 44V66C68 71 32 71 27.4 66z';
const RINGLETS: readonly (readonly [number, number, number])[] = [
  [32, 40, 10],
  [68, 40, 10],
  [29, 52, 9],
  [71, 52, 9],
  [30, 64, 8.5],
  [70, 64, 8.5],
  [36, 28, 11],
  [64, 28, 11],
  [50, 23, 12],
  [34, 73, 7],
  [66, 73, 7],
];
const AFRO: readonly (readonly [number, number, number])[] = [
  [31, 41, 13],
  [69, 41, 13],
  [36, 28, 14],
  [64, 28, 14],
  [50, 22, 15],
  [28, 51, 8],
  [72, 51, 8],
];

const braid = (x: number, colour: string) =>
  [60, 67, 74, 81]
    .map(
      (y, i) =>
        `<ellipse cx="${x + (x < 50 ? -i : i) * 0.6}" cy="${y}" rx="4.4" ry="4.8" fill="${i % 2 ? colour : darker(colour, 0.14)}"/>`,
    )
    .join('');
const locs = (colour: string, bottom: number) =>
  [28, 32.6, 67.4, 72]
    .map((x, i) =>
      line(`M${x} 40V${bottom - (i % 2) * 5}`, i % 2 ? darker(colour, 0.2) : colour, 5.2),
    )
    .join('');

/** Styles by name. The front of each leaves the face free from about y 40 down. */
export const HAIR: Readonly<Record<string, Style>> = {
  crop: (c) => ({ back: '', front: path(CAP, c) + shine('M38 26C43 22.6 50 21.6 56 22.8', c) }),
  swoop: (c) => ({ back: '', front: path(SWOOP, c) + shine('M40 27C46 23 54 23 60 27', c) }),
  quiff: (c) => ({
    back: '',
    front: path(QUIFF, c) + shine('M41 23.6C47 18.6 56 17.6 63 21.6', c),
  }),
  slick: (c) => ({
    back: '',
    front: path(SLICK, c) + shine('M40 25.6C46 22.8 54 22.8 60 25.6', c),
  }),
  buzz: (c) => ({ back: '', front: path(SLICK, c, 'opacity=".82"') }),
  mop: (c) => ({
    back: '',
    front:
      path(FRINGE, c) +
      curls(c, [
        [36, 24, 8],
        [45, 19, 8],
        [55, 19, 8],
        [64, 24, 8],
        [32, 34, 6.5],
        [68, 34, 6.5],
      ]),
  }),
  tousled: (c) => ({
    back: '',
    front:
      path(CAP, c) +
      path(
        'M33 34C32 26 35 22 39 22 38 17 44 15 47 18 49 13 57 14 58 18 62 15 67 19 66 24 70 26 70 33 67 36 58 30 42 30 33 34z',
        c,
      ),
  }),
  receding: (c) => ({
    back: '',
    front: path(
      'M31.4 48C28.6 33 35 20 50 20S71.4 33 68.6 48C68 42 66.6 37 63.6 33 61.6 31.4 59.4 29.4 57.6 25.6 53 27.6 47 27.6 42.4 25.6 40.6 29.4 38.4 31.4 36.4 33 33.4 37 32 42 31.4 48z',
      c,
    ),
  }),
  bald: () => ({ back: '', front: shine('M42 30C46 27.6 50 27 54 27.6', '#ffffff') }),
  sides: (c) => ({
    back: '',
    front: path(
      'M31 51C29 42 30 34 34.4 30 34.8 37 34 44 33.2 50zM69 51C71 42 70 34 65.6 30 65.2 37 66 44 66.8 50z',
      c,
    ),
  }),
  pixie: (c) => ({
    back: '',
    front:
      path(
        'M30.6 54C27.6 32 37.6 19 50 19S72.4 31 69.4 52C68.6 47 67.4 43.4 65.8 41 57 43.6 46 41.4 40 36 38.4 42.6 34 46 32.4 54z',
        c,
      ) + shine('M40 26.6C46 22.8 54 22.8 60 26.8', c),
  }),
  bob: (c) => ({
    back: path(BOB_BACK, c),
    front: path(FRINGE, c) + shine('M38 26C44 22 56 22 62 26', c),
  }),
  bobside: (c) => ({
    back: path(BOB_BACK, c),
    front: path(SWOOP, c) + shine('M40 27C46 23 54 23 60 27', c),
  }),
  long: (c) => ({
    back: path(LONG_BACK, c),
    front: path(SWOOP, c) + shine('M40 27C46 23 54 23 60 27', c),
  }),
  longpart: (c) => ({
    back: path(LONG_BACK, c),
    front: path(PARTED, c) + shine('M38 30C40 26 43 24 46 23.4', c),
  }),
  longfringe: (c) => ({
    back: path(LONG_BACK, c),
    front: path(FRINGE, c) + shine('M38 26C44 22 56 22 62 26', c),
  }),
  wavy: (c) => ({
    back: path(WAVY_BACK, c),
    front: path(PARTED, c) + shine('M54 24C58 25 61 28 63 32', c),
  }),
  wavyside: (c) => ({
    back: path(WAVY_BACK, c),
    front: path(SWOOP, c) + shine('M40 27C46 23 54 23 60 27', c),
  }),
  ringlets: (c) => ({
    back: curls(c, RINGLETS),
    front:
      path('M32 44C31 28 38 20 50 20S69 28 68 44C64 36 58 33 50 33S36 36 32 44z', c) +
      curls(lighter(c, 0.1), [
        [40, 27, 3.4],
        [50, 24, 3.6],
        [60, 27, 3.4],
      ]),
  }),
  afro: (c) => ({
    back: curls(c, AFRO),
    front: path(
      'M32 43C31.4 29 38.6 22 50 22S68.6 29 68 43C64 36.6 58 33.4 50 33.4S36 36.6 32 43z',
      c,
    ),
  }),
  fade: (c) => ({
    back: '',
    front:
      path('M33 38C32 24 40 19 50 19S68 24 67 38C65 33 60 30.6 50 30.6S35 33 33 38z', c) +
      path(
        'M31.4 46C30.6 40 31.4 36 33 33.4L34.4 42zM68.6 46C69.4 40 68.6 36 67 33.4L65.6 42z',
        c,
        'opacity=".55"',
      ),
  }),
  topbun: (c) => ({
    back: `<circle cx="50" cy="15.6" r="9.6" fill="${c}"/>`,
    front:
      path(
        'M31.2 45.6C29.4 29.6 38 21.6 50 21.6S70.6 29.6 68.8 45.6C64.2 37.6 58 33 50 33S35.8 37.6 31.2 45.6z',
        c,
      ) + line('M42.6 20.6C46.6 23 53.4 23 57.4 20.6', darker(c, 0.3), 1.6),
  }),
  twobuns: (c) => ({
    back: curls(c, [
      [32, 21, 8.6],
      [68, 21, 8.6],
    ]),
    front: path(PARTED, c),
  }),
  lowbun: (c) => ({
    back: `<circle cx="50" cy="66" r="11" fill="${darker(c, 0.12)}"/><circle cx="69" cy="60" r="8.6" fill="${c}"/>`,
    front: path(SLICK, c) + shine('M40 25.6C46 22.8 54 22.8 60 25.6', c),
  }),
  ponytail: (c) => ({
    back: path(
      'M62 24C78 22 84 38 78 54 77 64 80 72 76 78 70 72 68 62 69 52 70 42 68 34 60 32z',
      c,
    ),
    front: path(SWOOP, c) + shine('M40 27C46 23 54 23 60 27', c),
  }),
  braids: (c) => ({ back: braid(29, c) + braid(71, c), front: path(PARTED, c) }),
  onebraid: (c) => ({ back: path(BOB_BACK, c), front: path(SWOOP, c) + braid(67, c) }),
  locs: (c) => ({
    back: path('M27.6 52V44C27.6 29 37 18 50 18S72.4 29 72.4 44V52z', c) + locs(c, 82),
    front:
      path(PARTED, c) +
      [37, 43, 57, 63]
        .map((x) =>
          line(
            `M${50 + (x - 50) * 0.5} 22Q${x} 26 ${x + (x < 50 ? -3 : 3)} 34`,
            darker(c, 0.25),
            1,
          ),
        )
        .join(''),
  }),
  shortlocs: (c) => ({
    back: locs(c, 58),
    front:
      path(CAP, c) +
      [36, 42, 48, 54, 60]
        .map((x) => line(`M${x} 21L${x - 1.5} 34`, darker(c, 0.22), 3.6))
        .join(''),
  }),
  undercut: (c) => ({
    back: '',
    front:
      path(
        'M31.4 46C30.8 40 31.2 35 33 31L34.4 43zM68.6 46C69.2 40 68.8 35 67 31L65.6 43z',
        c,
        'opacity=".6"',
      ) + path('M33 32C35 20 46 14.6 58 17 68 19 70 28 67 33 58 27 44 27 33 32z', c),
  }),
  cornrows: (c) => ({
    back: '',
    front:
      path(SLICK, c) +
      [39, 44.5, 50, 55.5, 61]
        .map((x) =>
          line(
            `M${50 + (x - 50) * 0.62} 21.6Q${x} 25 ${50 + (x - 50) * 1.1} 30.6`,
            darker(c, 0.35),
            0.9,
          ),
        )
        .join(''),
  }),
};
