import type { Graph } from '../people/follow-graph.ts';
import type { Person } from '../people/people.ts';
import type { Rng } from '../prng.ts';
import type { TownMint } from '../town-target.ts';
import type { Bank } from '../texts/text-bank.ts';
import type { EventList } from './event-list.ts';
import type { PictureLibrary } from './picture-library.ts';

/** A planned article: its author, its d tag and its circle. */
export interface ArticleRef {
  readonly author: Person;
  readonly identifier: string;
  readonly title: string;
  readonly circle: string;
}

/**
 * Shared context of all parts of the story. `now` in seconds, `baseUrl` without a trailing slash.
 */
export interface World {
  readonly seed: number;
  readonly now: number;
  readonly baseUrl: string;
  /** The service's relay, `ws://...`. */
  readonly relay: string;
  readonly rng: Rng;
  readonly people: readonly Person[];
  readonly byName: ReadonlyMap<string, Person>;
  readonly graph: Graph;
  /** Followers of each person, by index. */
  readonly followers: Graph;
  readonly banks: ReadonlyMap<string, Bank>;
  readonly shelf: PictureLibrary;
  readonly articles: readonly ArticleRef[];
  /** Public key of the play provider, which signs zap receipts. */
  readonly provider: string;
  /** The mint of ecash in texts, or `undefined` without one. */
  readonly mint: TownMint | undefined;
  readonly ledger: EventList;
}

export function person(world: Pick<World, 'people'>, index: number): Person {
  const found = world.people[index];
  if (!found) throw new Error(`nobody has number ${index}`);
  return found;
}

export function named(world: Pick<World, 'byName'>, name: string): Person {
  const found = world.byName.get(name);
  if (!found) throw new Error(`nobody is called ${name}`);
  return found;
}

export function bankOf(world: Pick<World, 'banks'>, name: string): Bank {
  const bank = world.banks.get(name);
  if (!bank) throw new Error(`no words for ${name}`);
  return bank;
}

export function reversed(graph: Graph): Graph {
  const out: number[][] = graph.map(() => []);
  graph.forEach((follows, index) => {
    for (const other of follows) out[other]?.push(index);
  });
  return out;
}
