import type { SignedEvent, Tag } from '../../../src/events/nostr/event.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { inSeconds } from '../../../src/events/core/time.ts';
import { sha256Hex } from '../../hash.ts';
import { providerSecret } from '../../zap-provider.ts';
import type { Person } from '../../people/people.ts';
import type { Rng } from '../../prng.ts';
import { DAY, HOUR, MINUTE, pause } from '../note-times.ts';
import { pickListeners } from '../pick-listeners.ts';
import { playInvoice, preimageOf } from '../kinds/play-invoice.ts';
import type { Author, PlannedEvent } from '../event-list.ts';
import type { Note } from './write-note.ts';
import type { World } from '../world.ts';

/** A target of likes or zaps: a note, or another event with an author. `appeal` 1 is usual. */
export interface Target {
  readonly id: string;
  readonly author: Person;
  readonly at: number;
  readonly circle: string;
  readonly language: string;
  readonly appeal: number;
  readonly kind: number;
  /** `kind:pubkey:d` of an addressable event. */
  readonly address: string | undefined;
}

const LIKES = ['+', '+', '+', '+', '+', '+', '🤙', '❤️', '🔥', '👏', '🫶', '😂', '🌾', '🧡'];
const AMOUNTS: readonly (readonly [number, number])[] = [
  [21, 30],
  [42, 30],
  [100, 16],
  [210, 14],
  [420, 12],
  [500, 8],
  [1000, 10],
  [2100, 8],
  [5000, 4],
  [10_000, 2.4],
  [21_000, 1.6],
  [50_000, 0.5],
  [84_000, 0.25],
];
const THANKS =
  '||||||Onward|Onward|for the walk|more of this, please|tea is on me|worth it|for the lamp oil|a small thank you|🌾|⚡|this made my day|for the bench|read it twice|keep going|from the ferry|for the cat|buy yourself a bun|well said|because of the last line|for the gulls, and the walk|from class 5a|owed you one|merci|danke'.split(
    '|',
  );

export function targetOf(note: Note): Target {
  return { ...note, kind: KIND.Text, address: undefined };
}

/**
 * Write likes and zaps for all targets, about as many as requested, distributed by appeal and age.
 */
export function addLikesAndZaps(
  world: World,
  targets: readonly Target[],
  likes: number,
  zaps: number,
): void {
  const rng = world.rng.fork('applause');
  const warm = targets.map((target) => {
    // Popular targets are seen by many people at once.
    const age = 1 - Math.exp((-(world.now - target.at) * (1 + target.appeal / 4)) / (0.8 * HOUR));
    return { target, warmth: target.appeal ** 1.3 * age * Math.exp(rng.bell() * 0.6) };
  });
  const all = warm.reduce((sum, { warmth }) => sum + warmth, 0);
  for (const { target, warmth } of warm) {
    for (const fan of fans(world, rng, target, (warmth / all) * likes))
      react(world, rng, target, fan);
    for (const fan of fans(world, rng, target, (warmth / all) * zaps)) {
      const payment = {
        at: laterThan(world, rng, target.at),
        sats: rng.weighted(AMOUNTS, (row) => row[1])[0],
        comment: rng.pick(THANKS),
      };
      zapAt(world, target, fan, payment);
    }
  }
}

function fans(world: World, rng: Rng, target: Target, mean: number): Person[] {
  const count = Math.floor(mean + rng.next());
  return count === 0 ? [] : pickListeners(world, rng, target, Math.min(count, 130));
}

/** Return a time between `at` and now, more likely an early one. */
export function laterThan(world: World, rng: Rng, at: number): number {
  const room = Math.max(1, world.now - 20 - at);
  return at + Math.min(room * rng.next(), pause(rng, 90 * MINUTE) * rng.between(0.2, 3), 12 * DAY);
}

function pointTo(world: Pick<World, 'relay'>, target: Target): Tag[] {
  const rows: Tag[] = [
    ['e', target.id, world.relay],
    ['p', target.author.pubkey, world.relay],
  ];
  return target.address === undefined ? rows : [...rows, ['a', target.address, world.relay]];
}

/** Write a reaction (NIP-25), sometimes with one of the town's own emoji (NIP-30). */
function react(world: World, rng: Rng, target: Target, author: Person): void {
  const emoji = rng.chance(0.05) ? rng.sample([...world.shelf.emoji], 1)[0] : undefined;
  const content = emoji ? `:${emoji[0]}:` : rng.pick(LIKES);
  const tags = [
    ...pointTo(world, target),
    ['k', String(target.kind)],
    ...(emoji ? [['emoji', emoji[0], emoji[1].url]] : []),
  ];
  world.ledger.write({
    author,
    at: laterThan(world, rng, target.at),
    kind: KIND.Reaction,
    content,
    tags,
  });
}

/** Write a paid zap (NIP-57): the request inside a receipt signed by the town's play provider. */
export function zapAt(
  world: World,
  target: Target,
  sender: Person,
  payment: { readonly at: number; readonly sats: number; readonly comment: string },
): void {
  const { at, sats, comment } = payment;
  const tags = [
    ...pointTo(world, target).map((tag) => tag.slice(0, 2)),
    ['amount', String(sats * 1000)],
    ['relays', world.relay],
    ['k', String(target.kind)],
  ];
  const request = world.ledger.enclose({
    author: sender,
    at,
    kind: KIND.ZapRequest,
    content: comment,
    tags,
  });
  world.ledger.wrap(
    request,
    inSeconds(request.created_at) + 3,
    (signed) => receiptOf(world, target, sender, sats, signed),
    true,
  );
}

function receiptOf(
  world: World,
  target: Target,
  sender: Person,
  sats: number,
  request: SignedEvent,
): PlannedEvent {
  const description = JSON.stringify(request);
  const name = `zap ${request.id}`;
  const bolt11 = playInvoice({
    seed: world.seed,
    at: inSeconds(request.created_at),
    sats,
    textHash: sha256Hex(description),
    name,
    expiry: 3600,
  });
  const tags: Tag[] = [
    ['p', target.author.pubkey],
    ['P', sender.pubkey],
    ['e', target.id],
    ...(target.address === undefined ? [] : [['a', target.address]]),
    ['k', String(target.kind)],
    ['bolt11', bolt11],
    ['description', description],
    ['preimage', preimageOf(world.seed, name)],
  ];
  return {
    author: providerOf(world),
    at: inSeconds(request.created_at) + 3,
    kind: KIND.Zap,
    content: '',
    tags,
  };
}

/**
 * Return the keys of the play provider, which signs the receipts of all lightning addresses here.
 */
function providerOf(world: Pick<World, 'seed' | 'provider'>): Author {
  return { pubkey: world.provider, secret: providerSecret(world.seed) };
}
