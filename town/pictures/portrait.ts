import type { Rng } from '../prng.ts';
import { HAIR } from './portrait-hair.ts';
import { beard, CLOTHES, glasses, HATS, trinket } from './portrait-wear.ts';
import {
  circle,
  darker,
  ellipse,
  group,
  lighter,
  line,
  mix,
  path,
  rect,
  type Scene,
} from './svg.ts';

/** Skin from light to dark. */
const SKIN = [
  '#f8ddcb',
  '#f3d3bd',
  '#efc8a8',
  '#e6b894',
  '#d9a884',
  '#c68f68',
  '#ad7650',
  '#8d5a3c',
  '#6f442d',
  '#54331f',
] as const;
const HAIRS: Readonly<Record<string, readonly string[]>> = {
  dark: ['#1c1514', '#2c1d1a', '#241a1c', '#33231d', '#3a2a22'],
  brown: ['#3a2a22', '#5a2e2a', '#6b4226', '#7a3b21', '#4a3024'],
  fair: ['#d9a441', '#c98b3a', '#e3bd72', '#b5762f', '#a9652e', '#efd59a'],
  red: ['#b5532f', '#a5401f', '#c96a35', '#8f3d24'],
  grey: ['#b9b4ae', '#d5d1c9', '#8f8b89', '#e6e2da', '#a39d98'],
  dyed: ['#2f7f86', '#8a4f8f', '#c9567a', '#4660a8', '#5d8a4d'],
};
const GROUNDS = [
  '#e8b48c',
  '#a9c3c9',
  '#d8cbe4',
  '#f0c9b9',
  '#bcd0b4',
  '#f2d998',
  '#b7c4e0',
  '#e5a9a0',
  '#cfd6cf',
  '#8fb3a6',
  '#f1d3c4',
  '#c4d7d9',
  '#e9dcc0',
  '#d5bfae',
  '#9fb4c9',
  '#e7c3cd',
  '#c9cf9f',
  '#f0e0b8',
] as const;
const CLOTHS = [
  '#2f5d62',
  '#3d4663',
  '#4b3f72',
  '#a23b4a',
  '#c8803a',
  '#5c6b4a',
  '#7a4f6d',
  '#27495c',
  '#4d4a44',
  '#d8703f',
  '#8c3b3b',
  '#35506b',
  '#6a7f5a',
  '#b5654a',
  '#1f4e5f',
  '#704c3b',
  '#c9a24a',
  '#394b3f',
] as const;
const SECONDS = [
  '#f3ead9',
  '#e6d5b8',
  '#f7f3ea',
  '#e9c46a',
  '#c9d6cf',
  '#e8b9a0',
  '#dfe3ea',
] as const;

const WOMEN = [
  'swoop',
  'pixie',
  'bob',
  'bobside',
  'long',
  'longpart',
  'longfringe',
  'wavy',
  'wavyside',
  'ringlets',
  'topbun',
  'twobuns',
  'lowbun',
  'ponytail',
  'braids',
  'onebraid',
  'crop',
];
const MEN = [
  'crop',
  'crop',
  'swoop',
  'quiff',
  'slick',
  'buzz',
  'mop',
  'tousled',
  'tousled',
  'undercut',
  'long',
  'receding',
  'sides',
  'bald',
];
const COILY = {
  f: [
    'afro',
    'afro',
    'locs',
    'ringlets',
    'cornrows',
    'topbun',
    'twobuns',
    'shortlocs',
    'braids',
    'fade',
  ],
  m: ['fade', 'fade', 'afro', 'shortlocs', 'locs', 'buzz', 'bald', 'cornrows', 'buzz'],
} as const;

interface Look {
  readonly woman: boolean;
  readonly skin: string;
  readonly hairKind: string;
  readonly coily: boolean;
  readonly cover: string;
  readonly hair: string;
}

/**
 * A face in flat warm colours. Hint: `f.3.dark.coily.hijab` has these parts: woman (`f`) or man
 * (`m`), skin 0 to 9, hair colour, `coily` or `plain`. Then follow a covering of `HATS` or `none`,
 * and a style of `HAIR` or `any`.
 */
export const portrait: Scene = (rng, width, height, hint) => {
  const look = readLook(rng, hint);
  const [styles, chosen] = [stylesFor(look), hint.split('.')[5] ?? 'any'];
  const style = HAIR[chosen] ? chosen : rng.pick(styles);
  const hat =
    look.cover !== 'none'
      ? HATS[look.cover]
      : style !== 'topbun' && style !== 'twobuns' && rng.chance(0.13)
        ? HATS[rng.pick(['beanie', 'cap', 'beret', 'brim', 'flatcap', 'sailorhat'])]
        : undefined;
  const hair = HAIR[style]?.(look.hair) ?? { back: '', front: '' };
  const ground = rng.pick(GROUNDS);
  const cloth = rng.pick(CLOTHS);
  const hatCloth = rng.pick(CLOTHS.filter((colour) => colour !== cloth));
  const second = rng.pick(SECONDS);
  const bearded = !look.woman && rng.chance(0.44);
  const parts = [
    hat?.covers ? '' : hair.back,
    body(rng, look, cloth, second),
    head(rng, look),
    bearded ? beard(rng, look.hair) : '',
    mouth(rng, bearded),
    hat?.covers ? '' : hair.front,
    hat ? hat.draw(look.cover === 'none' ? hatCloth : cloth, second) : '',
    rng.chance(0.27) ? glasses(rng, rng.pick(['#2a2230', '#5b3a2c', '#7a2f3a', '#33414f'])) : '',
    look.woman && !hat?.covers && rng.chance(0.4) ? trinket(rng, cloth) : '',
  ];
  const tilt = rng.pick([0, 0, 0, -2.5, 2.5, -4, 4]);
  const scale = Math.min(width, height) / 100;
  const figure = group(parts.join(''), `transform="rotate(${tilt} 50 90)"`);
  return {
    svg: group(
      rect(-5, -5, 110, 110, ground) + backdrop(rng, ground) + figure,
      `transform="scale(${scale})"`,
    ),
    alt: 'A portrait, drawn in flat colours',
  };
};

function readLook(rng: Rng, hint: string): Look {
  const [who = 'f', tone = '3', hairKind = 'dark', texture = 'plain', cover = 'none'] =
    hint.split('.');
  return {
    woman: who === 'f',
    skin: SKIN[Number(tone)] ?? SKIN[3],
    hairKind,
    coily: texture === 'coily',
    cover,
    hair: rng.pick(HAIRS[hairKind] ?? HAIRS['dark'] ?? ['#2c1d1a']),
  };
}

function stylesFor(look: Look): readonly string[] {
  if (look.coily) return look.woman ? COILY.f : COILY.m;
  return look.woman ? WOMEN : MEN;
}

/** Return a quiet shape behind the figure, so that no two backgrounds look the same. */
function backdrop(rng: Rng, ground: string): string {
  const soft = lighter(ground, 0.28);
  return rng.pick([
    () => '',
    () => '',
    () => circle(50, 46, 37, soft, 'opacity=".7"'),
    () => path(`M-5 ${rng.int(40, 70)}L105 ${rng.int(20, 60)}V105H-5z`, darker(ground, 0.07)),
    () =>
      circle(
        rng.int(16, 84),
        rng.int(12, 30),
        13,
        rng.pick(['#f7e0a6', '#fbeedd', soft]),
        'opacity=".85"',
      ),
    () => path('M-5 70C20 58 36 66 56 62S90 52 105 58V105H-5z', darker(ground, 0.1)),
    () => [18, 36, 54, 72, 90].map((x) => rect(x - 1.5, -5, 3, 110, soft, 'opacity=".5"')).join(''),
  ])();
}

function body(rng: Rng, look: Look, cloth: string, second: string): string {
  const names = Object.keys(CLOTHES);
  const shade = darker(look.skin, 0.22);
  const neck =
    path('M41 60H59V77A9 9 0 0 1 41 77z', look.skin) +
    path('M41 60H59V69.4C56.2 72.2 53.2 73.3 50 73.3S43.8 72.2 41 69.4z', shade, 'opacity=".55"');
  const wear = CLOTHES[rng.pick(names)] ?? (() => '');
  const clothes = wear(cloth, second);
  const high = clothes.includes('M39.4 66.6') || clothes.includes('M35.4 70.6');
  return high
    ? neck + clothes
    : path('M10.6 104C11 84 27 75.6 50 75.6S89 84 89.4 104z', cloth) +
        clothes +
        path('M41 66H59V76C57.5 82 42.5 82 41 76z', look.skin) +
        neck;
}

function head(rng: Rng, look: Look): string {
  const width = rng.between(16.8, 18.2);
  const chin = rng.between(20, 21.2);
  const shade = mix(look.skin, '#8a2f1a', 0.24);
  const ears =
    ellipse(50 - width, 50.5, 3.2, 4.4, look.skin) +
    ellipse(50 + width, 50.5, 3.2, 4.4, look.skin) +
    line(`M${50 - width - 0.6} 49V52.4M${50 + width + 0.6} 49V52.4`, shade, 0.9, 'opacity=".6"');
  const face = ellipse(50, 47.7, width, chin, look.skin);
  const cheeks =
    ellipse(40.4, 55, 3.9, 2.7, '#d9534a', 'opacity=".16"') +
    ellipse(59.6, 55, 3.9, 2.7, '#d9534a', 'opacity=".16"');
  const nose = line(
    rng.pick([
      'M50 50.5C51.6 52.6 51.8 54 49.8 54.2',
      'M50.6 50C48.8 52.8 48.8 54 50.6 54.2',
      'M48.4 54C49.4 54.9 50.6 54.9 51.6 54',
    ]),
    shade,
    1.15,
    'opacity=".75"',
  );
  return (
    ears +
    face +
    (rng.chance(0.75) ? cheeks : '') +
    nose +
    eyes(rng, look) +
    (rng.chance(0.1) ? freckles(shade) : '') +
    (look.hairKind === 'grey' ? wrinkles(shade) : '')
  );
}

function eyes(rng: Rng, look: Look): string {
  const ink = '#2a1510';
  const brow = look.hairKind === 'grey' ? '#8f8b89' : darker(look.hair, 0.1);
  const dot =
    circle(43.2, 49, 1.75, ink, 'opacity=".85"') + circle(56.8, 49, 1.75, ink, 'opacity=".85"');
  const bright = dot + circle(43.8, 48.4, 0.55, '#fff') + circle(57.4, 48.4, 0.55, '#fff');
  const lashes = look.woman ? line('M40.6 48L39.4 47M59.4 48L60.6 47', ink, 0.9) : '';
  const happy = line(
    'M40.8 49.6C42.2 47.3 44.4 47.3 45.8 49.6M54.2 49.6C55.6 47.3 57.8 47.3 59.2 49.6',
    ink,
    1.3,
  );
  const wink =
    circle(43.2, 49, 1.75, ink, 'opacity=".85"') +
    line('M54.2 49.4C55.6 48 57.8 48 59.2 49.4', ink, 1.3);
  const browed = rng.pick([
    'M40 44.6C41.8 43.2 44.4 43.2 46 44.2M54 44.2C55.6 43.2 58.2 43.2 60 44.6',
    'M39.8 44.2L46 43.6M54 43.6L60.2 44.2',
    'M40 45C42 42.8 44.6 42.8 46 43.8M54 43.8C55.4 42.8 58 42.8 60 45',
  ]);
  return (
    rng.pick([dot + lashes, bright + lashes, bright + lashes, bright, happy, wink]) +
    line(browed, brow, look.woman ? 1.1 : 1.5, 'opacity=".85"')
  );
}

function mouth(rng: Rng, bearded: boolean): string {
  const ink = '#5a1f18';
  const smile = line('M45.2 58.4C48 60.8 52 60.8 54.8 58.4', ink, 1.5, 'opacity=".8"');
  const side = line('M45.8 59.6C49 60.4 52.6 59.6 54.6 57.6', ink, 1.5, 'opacity=".8"');
  const small = line('M47.2 59C49 60.2 51 60.2 52.8 59', ink, 1.5, 'opacity=".8"');
  const open =
    path(
      'M44.8 57.8C48 58.6 52 58.6 55.2 57.8 54.8 62 52.4 63.8 50 63.8S45.2 62 44.8 57.8z',
      '#7a2a26',
    ) +
    path(
      'M45.4 58.1C48.4 58.7 51.6 58.7 54.6 58.1L54.3 59.6C51.6 60.2 48.4 60.2 45.7 59.6z',
      '#fff',
    );
  const lips = path(
    'M45.6 58.6C47.6 57.2 49 57.3 50 57.9 51 57.3 52.4 57.2 54.4 58.6 52.6 61.2 47.4 61.2 45.6 58.6z',
    '#b5443f',
    'opacity=".75"',
  );
  return rng.pick(bearded ? [smile, small, open] : [smile, smile, side, small, open, lips]);
}

function freckles(shade: string): string {
  return [
    [39, 53],
    [41.5, 54.6],
    [43.6, 53.2],
    [56.4, 53.2],
    [58.5, 54.6],
    [61, 53],
  ]
    .map(([x, y]) => circle(x ?? 0, y ?? 0, 0.55, shade))
    .join('');
}

function wrinkles(shade: string): string {
  return line(
    'M44 38.6C48 37.6 52 37.6 56 38.6M36.6 50.6L38 52M63.4 50.6L62 52M43 57.4C42 58.6 42 60 42.6 61M57 57.4C58 58.6 58 60 57.4 61',
    shade,
    0.8,
    'opacity=".55"',
  );
}
