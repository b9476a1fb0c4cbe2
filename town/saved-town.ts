import { field, isRecord, parseJson } from '../src/events/core/json.ts';
import type { Rng } from './prng.ts';
import { openPictureLibrary, type Picture, type PictureLibrary } from './story/picture-library.ts';

/**
 * Stored state of a town besides its events, with which it continues at the next start: the row
 * `town` of the store's `meta`.
 */
export interface SavedTown {
  readonly seed: number;
  readonly people: number;
  /** The service's address when the town was last written. */
  readonly baseUrl: string;
  /** Public key of the play provider that signs zap receipts. */
  readonly provider: string;
  readonly shelf: PictureLibrary;
}

type Row = readonly [
  scene: string,
  hash: string,
  alt: string,
  width: number,
  height: number,
  role: string,
];

/** Return the JSON of the row. Pictures are stored by hash, because the address may change. */
export function saveTown(town: SavedTown): string {
  const { shelf, ...rest } = town;
  const row = (picture: Picture, role: string): Row => [
    picture.scene,
    picture.hash,
    picture.alt,
    picture.width,
    picture.height,
    role,
  ];
  const pictures = [
    ...shelf.all.map((picture) => row(picture, 'photo')),
    ...[...shelf.avatars].map(([index, picture]) => row(picture, `avatar ${index}`)),
    ...[...shelf.banners].map(([index, picture]) => row(picture, `banner ${index}`)),
    ...[...shelf.emoji].map(([name, picture]) => row(picture, `emoji ${name}`)),
  ];
  return JSON.stringify({ ...rest, pictures });
}

/** Parse the row, with the pictures at the given address. Returns `undefined` if it is invalid. */
export function readTown(text: string, baseUrl: string, rng: Rng): SavedTown | undefined {
  const value = parseJson(text);
  if (!isRecord(value)) return undefined;
  const [seed, people, from, provider, rows] = [
    'seed',
    'people',
    'baseUrl',
    'provider',
    'pictures',
  ].map((name) => field(value, name));
  if (
    typeof seed !== 'number' ||
    typeof people !== 'number' ||
    typeof from !== 'string' ||
    typeof provider !== 'string'
  )
    return undefined;
  const pictures = (Array.isArray(rows) ? rows : []).flatMap((row) => readRow(row, baseUrl) ?? []);
  const of = (kind: string) =>
    pictures.flatMap(({ picture, role }) =>
      role[0] === kind ? [[role[1] ?? '', picture] as const] : [],
    );
  const shelf = openPictureLibrary(
    rng,
    of('photo').map(([, picture]) => picture),
    {
      avatars: new Map(of('avatar').map(([index, picture]) => [Number(index), picture])),
      banners: new Map(of('banner').map(([index, picture]) => [Number(index), picture])),
      emoji: new Map(of('emoji')),
    },
  );
  return { seed, people, baseUrl: from, provider, shelf };
}

function readRow(
  row: unknown,
  baseUrl: string,
): { picture: Picture; role: readonly string[] } | undefined {
  if (!Array.isArray(row)) return undefined;
  const [scene, hash, alt, width, height, role]: unknown[] = row;
  const texts = [scene, hash, alt, role].filter((value) => typeof value === 'string');
  const [sceneText, hashText, altText, roleText] = texts;
  if (
    sceneText === undefined ||
    hashText === undefined ||
    altText === undefined ||
    roleText === undefined
  )
    return undefined;
  if (typeof width !== 'number' || typeof height !== 'number') return undefined;
  return {
    picture: {
      scene: sceneText,
      hash: hashText,
      alt: altText,
      width,
      height,
      url: `${baseUrl}/${hashText}.png`,
    },
    role: roleText.split(' '),
  };
}
