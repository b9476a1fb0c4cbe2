import { type Rng, rngOf } from '../../town/prng.ts';

/** Words of no real language, with the word frequencies of one (Zipf). */
export interface Words {
  sentence(rng: Rng): string;
  /** Return one of the network's topics, the first ones far more often. */
  topic(rng: Rng): string;
  /** Return the word of that rank, from 0, the most common one. */
  ranked(rank: number): string;
}

const VOCABULARY = 8_000;
const TOPICS = 400;
const HEADS = 'b c d f g h j k l m n p r s t v w z br cl dr fl gr pl sh st th tr'.split(' ');
const VOWELS = 'a e i o u ai ea io ou'.split(' ');
const TAILS = ['', '', 'n', 'r', 's', 't', 'l', 'm', 'nd', 'rk'];

export function openWords(seed: number): Words {
  const rng = rngOf(`${seed}/words`);
  const syllable = (from: Rng) => from.pick(HEADS) + from.pick(VOWELS) + from.pick(TAILS);
  const seen = new Set<string>();
  while (seen.size < VOCABULARY)
    seen.add(
      Array.from({ length: 1 + Math.floor(seen.size ** 0.2 / 2) }, () => syllable(rng)).join(''),
    );
  const vocabulary = [...seen];
  const ranked = (rank: number) => vocabulary[rank % VOCABULARY] ?? '';
  const word = (from: Rng) => ranked(zipf(from, VOCABULARY));
  return {
    ranked,
    sentence: (from) =>
      Array.from({ length: 3 + Math.floor(22 * from.next() ** 2) }, () => word(from)).join(' '),
    topic: (from) => ranked(100 + zipf(from, TOPICS)),
  };
}

/** Return a rank from 0 below `count`, with a probability inverse to rank plus one. */
function zipf(rng: Rng, count: number): number {
  return Math.floor((count + 1) ** rng.next()) - 1;
}
