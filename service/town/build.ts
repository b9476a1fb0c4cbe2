import { encodeBech32 } from '../../src/events/bech32.ts';
import { bytesOf } from '../../src/events/hex.ts';
import { npubOf } from '../../src/events/nip19.ts';
import { type Hands, openHands } from './hands/hands.ts';
import { openSigner } from './hands/sign.ts';
import { secretOf } from './keys.ts';
import { DEFAULT_NAME, DEMO } from './people/cast.ts';
import { befriend } from './people/graph.ts';
import { type Person, populate } from './people/people.ts';
import { rngOf } from './prng.ts';
import { paint } from './paint.ts';
import { publish } from './publish.ts';
import { openLedger } from './story/ledger.ts';
import { readEssays } from './story/essays.ts';
import { tellStory } from './story/story.ts';
import { named, reversed, type World } from './story/world.ts';
import type { DemoAccount, OnProgress, TownInfo, TownTarget } from './town.ts';
import { aboutOf, readBanks } from './words/banks.ts';

export interface TownOptions {
  readonly seed: number;
  /** The moment of the newest note, in seconds. */
  readonly now: number;
  readonly onProgress: OnProgress;
  /** 1 is the whole town; tests build a hamlet. */
  readonly scale?: number;
}

const PEOPLE = 300;
const NOTES = 6000;

/** Builds the demo town and writes it into `target`. The same seed, moment and address give the same events. */
export async function buildTown(target: TownTarget, options: TownOptions): Promise<TownInfo> {
  const hands = openHands();
  try {
    return await build(target, options, hands);
  } finally {
    await hands.close();
  }
}

async function build(target: TownTarget, { seed, now, onProgress, scale = 1 }: TownOptions, hands: Hands): Promise<TownInfo> {
  const rng = rngOf(`town ${seed}`);
  const banks = readBanks();
  const { pubkeyOf } = await openSigner();
  const people = populate(rng.fork('people'), {
    seed,
    count: Math.max(40, Math.round(PEOPLE * scale)),
    pubkeyOf,
    about: (circle, own) => aboutOf(banks, circle, own),
  });
  const { shelf, bytes } = await paint(target, hands, { rng: rng.fork('pictures'), people, scale }, (done, total) =>
    onProgress(done, total, 'drawing pictures'),
  );
  const essays = readEssays(rng.fork('essays'), people);
  const graph = befriend(rng.fork('graph'), people);
  const world: World = {
    seed,
    now,
    rng: rng.fork('story'),
    baseUrl: target.baseUrl,
    relay: `${target.baseUrl.replace('http', 'ws')}/`,
    people,
    byName: new Map(people.map((person) => [person.name, person])),
    graph,
    followers: reversed(graph),
    banks,
    shelf,
    articles: essays,
    provider: pubkeyOf(secretOf(seed, 'play provider')),
    ledger: openLedger(),
  };
  tellStory(world, essays, Math.round(NOTES * scale));
  const total = world.ledger.jobs.length + world.ledger.wraps.length;
  let done = 0;
  const events = await publish(
    world.ledger,
    hands,
    (batch) => target.insert(batch),
    (count) => onProgress((done += count), total, 'signing what people say'),
  );
  settle(target, world);
  return {
    defaultPubkey: named(world, DEFAULT_NAME).pubkey,
    demo: demoAccounts(world.people),
    accounts: people.length,
    events,
    pictures: shelf.all.length,
    pictureBytes: bytes,
  };
}

/** Names at this domain, badges, and what the service has to know about the town. */
function settle(target: TownTarget, world: World): void {
  target.putMembers(world.people.map((person) => memberOf(world, person)));
  target.setMeta('default_pubkey', named(world, DEFAULT_NAME).pubkey);
  target.setMeta('town', JSON.stringify({ seed: world.seed, baseUrl: world.baseUrl, provider: world.provider }));
}

function memberOf(world: World, person: Person) {
  const rng = world.rng.fork(`member ${person.index}`);
  const legend = person.known && person.weight >= 7;
  return {
    pubkey: person.pubkey,
    name: person.name,
    tier: legend ? 'premium-legend' : person.known ? 'premium' : '',
    cohort1: legend ? 'Lamplighter' : person.known ? 'Townsfolk' : '',
    cohort2: legend ? 'since the first lamp' : '',
    premiumSince: person.known ? world.now - rng.int(100, 600) * 86_400 : undefined,
    legendSince: legend ? world.now - rng.int(50, 90) * 86_400 : undefined,
    expiresOn: undefined,
    style: legend ? rng.pick(['GOLD', 'AQUA', 'SILVER', 'PURPLE', 'TEAL', 'BROWN', 'BLUE', 'SUNFIRE']) : '',
    customBadge: legend,
    avatarGlow: legend && rng.chance(0.5),
    shoutout: '',
  };
}

/** The accounts whose keys are printed. */
export function demoAccounts(people: readonly Person[]): DemoAccount[] {
  return DEMO.flatMap(({ name, what }) => {
    const person = people.find((one) => one.name === name);
    if (!person) return [];
    return [
      {
        name,
        what,
        displayName: person.displayName,
        pubkey: person.pubkey,
        npub: npubOf(person.pubkey) ?? '',
        nsec: encodeBech32('nsec', bytesOf(person.secret)),
      },
    ];
  });
}
