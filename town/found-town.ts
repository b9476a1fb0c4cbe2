import { openSigner, type Signer } from './workers/signer.ts';
import { createFollowGraph, type Graph } from './people/follow-graph.ts';
import { type Person, populate } from './people/people.ts';
import { rngOf } from './prng.ts';
import { providerSecret } from './zap-provider.ts';
import { type Essay, readEssays } from './story/kinds/essays.ts';
import { openEventList } from './story/event-list.ts';
import type { PictureLibrary } from './story/picture-library.ts';
import { reversed, type World } from './story/world.ts';
import type { Bank } from './texts/text-bank.ts';
import type { TownMint } from './town-target.ts';
import { aboutOf, readBanks } from './texts/read-banks.ts';

/** Data that depends only on the seed and the number of people: people, follows, and words. */
export interface TownBase {
  readonly seed: number;
  readonly people: readonly Person[];
  readonly graph: Graph;
  readonly followers: Graph;
  readonly banks: ReadonlyMap<string, Bank>;
  readonly essays: readonly Essay[];
  readonly signer: Signer;
}

export async function createTownBase(seed: number, count: number): Promise<TownBase> {
  const rng = rngOf(`town ${seed}`);
  const banks = readBanks();
  const signer = await openSigner();
  const about = (circle: string, own: typeof rng) => aboutOf(banks, circle, own);
  const people = populate(rng.fork('people'), {
    seed,
    count,
    pubkeyOf: (secret) => signer.pubkeyOf(secret),
    about,
  });
  const graph = createFollowGraph(rng.fork('graph'), people);
  return {
    seed,
    people,
    graph,
    followers: reversed(graph),
    banks,
    essays: readEssays(rng.fork('essays'), people),
    signer,
  };
}

/**
 * Create the context for a part of the story. `now` in seconds. `chapter` selects a random stream.
 */
export function openWorld(
  founded: TownBase,
  shelf: PictureLibrary,
  place: {
    readonly baseUrl: string;
    readonly now: number;
    readonly chapter: string;
    readonly ecash?: TownMint | undefined;
  },
): World {
  const { seed, people, graph, followers, banks, essays, signer } = founded;
  return {
    seed,
    now: place.now,
    rng: rngOf(`town ${seed}/${place.chapter}`),
    baseUrl: place.baseUrl,
    relay: relayOf(place.baseUrl),
    people,
    byName: new Map(people.map((person) => [person.name, person])),
    graph,
    followers,
    banks,
    shelf,
    articles: essays,
    provider: signer.pubkeyOf(providerSecret(seed)),
    mint: place.ecash,
    ledger: openEventList(),
  };
}

/** The relay at the service's own address. */
function relayOf(baseUrl: string): string {
  return `${baseUrl.replace('http', 'ws')}/`;
}
