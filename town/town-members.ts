import { encodeBech32 } from '../src/events/nostr/bech32.ts';
import { bytesOf } from '../src/events/core/hex.ts';
import { LEGEND_STYLES } from '../src/events/connection/legend.ts';
import { npubOf } from '../src/events/nostr/nip19.ts';
import { DEMO } from './people/cast.ts';
import type { Person } from './people/people.ts';
import type { World } from './story/world.ts';
import { DEMO_ROW, type DemoAccount, type TownMember, type TownTarget } from './town-target.ts';

const DAY = 86_400;

/** Return a person's name at the service's domain, and their badge if they are in the cast. */
export function memberOf(world: Pick<World, 'rng' | 'now'>, person: Person): TownMember {
  const rng = world.rng.fork(`member ${person.index}`);
  const legend = person.known && person.weight >= 7;
  return {
    pubkey: person.pubkey,
    name: person.name,
    tier: legend ? 'premium-legend' : person.known ? 'premium' : '',
    cohort1: legend ? 'Lamplighter' : person.known ? 'Townsfolk' : '',
    cohort2: legend ? 'since the first lamp' : '',
    premiumSince: person.known ? world.now - rng.int(100, 600) * DAY : undefined,
    legendSince: legend ? world.now - rng.int(50, 90) * DAY : undefined,
    expiresOn: undefined,
    style: legend ? rng.pick(LEGEND_STYLES) : '',
    customBadge: legend,
    avatarGlow: legend && rng.chance(0.5),
    shoutout: '',
  };
}

/** Return the accounts with printed keys that a built town has stored. */
export async function readDemoAccounts(
  target: Pick<TownTarget, 'getMeta'>,
): Promise<readonly DemoAccount[]> {
  const row = await target.getMeta(DEMO_ROW);
  const accounts: DemoAccount[] = row === undefined ? [] : JSON.parse(row);
  return accounts;
}

/** The accounts with printed keys. */
export function demoAccounts(people: readonly Person[]): DemoAccount[] {
  return DEMO.flatMap(({ name, what }) => {
    const person = people.find((one) => one.name === name);
    if (!person) return [];
    const { displayName, pubkey, secret } = person;
    return [
      {
        name,
        what,
        displayName,
        pubkey,
        npub: npubOf(pubkey) ?? '',
        nsec: encodeBech32('nsec', bytesOf(secret)),
      },
    ];
  });
}
