import { readText } from '../texts/read-text.ts';

/**
 * First and family names of one part of the world, and the appearance of its people (`hint` parts
 * of a portrait).
 */
export interface Culture {
  readonly name: string;
  readonly women: readonly string[];
  readonly men: readonly string[];
  readonly family: readonly string[];
  /** Lightest and darkest skin, 0 to 9. */
  readonly skin: readonly [number, number];
  readonly hair: readonly string[];
  readonly coily: number;
  /** Share of women with a head covering, and its kind. */
  readonly cover: readonly [string, number];
  /** Share of men with this hat. */
  readonly hat: readonly [string, number];
  /** Language of some of their notes. */
  readonly language: string;
}

export const CULTURES: readonly Culture[] = JSON.parse(readText('names.json'));
