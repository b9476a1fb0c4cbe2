import type { Rng } from '../../town/prng.ts';
import { rngOf } from '../../town/prng.ts';
import type { Key, FastSigner } from './fast-signer.ts';

/** All accounts of the network, by number: lower numbers joined earlier and are better known. */
export interface People {
  key(n: number): Key;
  /**
   * Return one of the first `joined`, well-known accounts more often: followers then obey a power
   * law.
   */
  known(rng: Rng, joined: number): number;
  /** Return one of the first `joined` who publishes now. */
  active(rng: Rng, joined: number): number;
  /** Return how well known an account is, from 1 for the least. */
  reach(n: number): number;
  /**
   * Return the follows of an account in that version of its list, all of them among the first
   * `joined`.
   */
  follows(n: number, version: number, joined: number): readonly number[];
}

const LEAST_FOLLOWED = 8;
const MOST_FOLLOWED = 1_500;

export function openPeople(seed: number, count: number, pen: FastSigner): People {
  const keys = new Map<number, Key>();
  const known = (rng: Rng, joined: number) => Math.floor(joined * rng.next() ** 2.2);
  return {
    known,
    active: (rng, joined) => Math.floor(joined * rng.next() ** 1.7),
    reach: (n) => Math.sqrt(count / (n + 1)),
    key(n) {
      const found = keys.get(n) ?? pen.key(`account ${n}`);
      keys.set(n, found);
      return found;
    },
    follows(n, version, joined) {
      const rng = rngOf(`${seed}/follows/${n}`);
      const wanted =
        Math.min(MOST_FOLLOWED, Math.floor(LEAST_FOLLOWED / (1 - rng.next()) ** 0.8)) + 3 * version;
      const list = new Set<number>();
      for (let tries = 0; list.size < wanted && tries < 2 * wanted; tries++) {
        const other = known(rng, joined);
        if (other !== n) list.add(other);
      }
      return [...list];
    },
  };
}
