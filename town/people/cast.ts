import { readText } from '../texts/read-text.ts';

/**
 * A hand-written person of the town. `portrait` is a hint of the portrait, or the name of an
 * emblem.
 */
export interface Known {
  readonly name: string;
  readonly displayName: string;
  readonly about: string;
  readonly circles: readonly string[];
  readonly picture: string;
  /** Popularity: 1 is usual. */
  readonly weight: number;
  readonly website?: string;
}

/** An account with a printed key. */
interface Demo {
  readonly name: string;
  readonly what: string;
}

const { people, demo }: { readonly people: readonly Known[]; readonly demo: readonly Demo[] } =
  JSON.parse(readText('cast.json'));

export const CAST = people;

/** The default account of visitors, and the accounts with printed keys. */
export const DEFAULT_NAME = 'iris';
export const DEMO = demo;
