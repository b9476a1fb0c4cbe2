import { createHash } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import type { Tag } from '../../../src/events/nostr/event.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { readXmr } from '../../../src/events/money/monero/monero.ts';
import { writeMoneroAddress } from '../../../src/events/money/monero/monero-address.ts';
import { inSeconds } from '../../../src/events/core/time.ts';
import type { Person } from '../../people/people.ts';
import { laterThan, type Target } from '../notes/likes-and-zaps.ts';
import { named, type World } from '../world.ts';

/** People who accept tips in Monero. */
const TAKERS = ['jun', 'noor', 'ada'] as const;

interface Told {
  readonly by: string;
  readonly to: (typeof TAKERS)[number];
  readonly xmr: string;
  readonly words: string;
  /** `post`: for the newest event of `to`. `person`: for no particular event. */
  readonly what: 'post' | 'person';
  readonly stage: 'asked' | 'sent' | 'received';
}

const TIPS: readonly Told[] = [
  {
    by: 'noor',
    to: 'jun',
    xmr: '0.003',
    words: 'For the biscuit tin. Keep it dry.',
    what: 'post',
    stage: 'received',
  },
  {
    by: 'ada',
    to: 'jun',
    xmr: '0.0008',
    words: 'for the sound of the modem',
    what: 'post',
    stage: 'sent',
  },
  { by: 'pia', to: 'jun', xmr: '0.002', words: '', what: 'person', stage: 'received' },
  {
    by: 'tomas',
    to: 'jun',
    xmr: '0.00005',
    words: 'as soon as I find my wallet',
    what: 'post',
    stage: 'asked',
  },
  { by: 'jun', to: 'noor', xmr: '0.0008', words: 'ink', what: 'post', stage: 'received' },
  { by: 'mirela', to: 'ada', xmr: '0.0008', words: 'Fair winds.', what: 'person', stage: 'sent' },
];

/**
 * Return a person's Monero address on the stage network, or `undefined` for most people. Its coins
 * are worthless, and real wallets send nothing there.
 */
export function moneroOf({ name, secret }: Pick<Person, 'name' | 'secret'>): string | undefined {
  if (!TAKERS.some((taker) => taker === name)) return undefined;
  const keys = ['spend', 'view'].map((use) =>
    ed25519.getPublicKey(createHash('sha256').update(`monero ${use} ${secret}`).digest()),
  );
  return writeMoneroAddress(
    { network: 'stagenet', type: 'standard' },
    Uint8Array.from(keys.flatMap((key) => [...key])),
  );
}

/**
 * Write events about tips in Monero (kinds 9740 to 9742): the sender's announcement or
 * confirmation, and the recipient's receipt.
 */
export function tellTips(world: World, targets: readonly Target[]): void {
  for (const told of TIPS)
    tellTip(world, told, told.what === 'post' ? newestBy(targets, told.to) : undefined);
}

function newestBy(targets: readonly Target[], name: string): Target | undefined {
  return targets.filter(({ author }) => author.name === name).toSorted((a, b) => b.at - a.at)[0];
}

function tellTip(
  world: World,
  { by, to, xmr, words, stage }: Told,
  target: Target | undefined,
): void {
  const [author, receiver] = [named(world, by), named(world, to)];
  const at = laterThan(world, world.rng.fork(`tip ${by} ${to}`), target?.at ?? world.now - 86_400);
  const about: Tag[] = [
    ...(target ? [['e', target.id]] : []),
    ...(target?.address === undefined ? [] : [['a', target.address]]),
    ['amount', String(readXmr(xmr) ?? 0n)],
  ];
  const kind = stage === 'asked' ? KIND.MoneroZapRequest : KIND.MoneroZap;
  const tip = world.ledger.write({
    author,
    at,
    kind,
    content: words,
    tags: [['p', receiver.pubkey], ...about],
  });
  if (stage !== 'received') return;
  const seen = inSeconds(tip.created_at) + 15;
  world.ledger.wrap(tip, seen, (signed) => ({
    author: receiver,
    at: seen,
    kind: KIND.MoneroZapReceipt,
    content: '',
    tags: [
      ['p', receiver.pubkey],
      ['P', author.pubkey],
      ...about,
      ['description', JSON.stringify(signed)],
    ],
  }));
}
