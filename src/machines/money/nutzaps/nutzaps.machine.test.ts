import {
  type AnyEventObject,
  createActor,
  fromCallback,
  fromPromise,
  setup,
  SimulatedClock,
} from 'xstate';
import { describe, expect, test } from 'vitest';
import { fakeSession } from '../../../../tests/support/account/fake-session.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { lockedProofs } from '../../../../tests/support/money/nutzap-payment-world.ts';
import { type Secret, secretOf } from '../../../events/account/keys/secret.ts';
import { seconds } from '../../../events/core/time.ts';
import { plainOf } from '../../../events/money/ecash/cashu.ts';
import {
  draftTokenDeletion,
  ecashKey,
  historyText,
  walletText,
} from '../../../events/money/nutzaps/wallet-events.ts';
import { draftNutzap, draftNutzapInfo } from '../../../events/money/nutzaps/nutzap.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { type Ours, pressed } from '../../../events/nostr/ours.ts';
import type { SignRequest } from '../../core/sign-request.ts';
import { nutzapState } from './nutzaps-context.ts';
import { type NutzapsChoiceCommand, nutzapsMachine } from './nutzaps.machine.ts';

const [ACCOUNT, GIVER] = ['b', 'e'].map((digit) => digit.repeat(64)) as [string, string];
const HOME_RELAY = pressed('wss://home.example');
const RELAY = pressed('wss://one.example');
const OTHER = pressed('wss://two.example');
const MINT = 'https://mint.example';
const SECRET = '3'.repeat(64);
const KEY = ecashKey(SECRET);
if (!KEY) throw new Error('no key');
const NOW = seconds(1_800_000_000);
const sealed = (letter: string) => `${letter.repeat(22)}==?iv=${'A'.repeat(22)}==`;
const own = (fields: Parameters<typeof trusted>[0]) => trusted({ pubkey: ACCOUNT, ...fields });
const WALLET = own({ kind: KIND.EcashWallet, content: sealed('W') });
const INFO = own(draftNutzapInfo([MINT], [RELAY], KEY.pubkey));
const TOKEN = own({ kind: KIND.WalletTokens, content: sealed('T') });
const TEXTS: Readonly<Record<string, string>> = {
  [sealed('W')]: walletText({ mints: ['https://old.example'], key: KEY }),
  [sealed('T')]: JSON.stringify({
    mint: MINT,
    proofs: lockedProofs(KEY.pubkey, [8], 't').map(plainOf),
  }),
};
const zapOf = (name: string, amounts = [4, 1]) =>
  trusted({
    ...draftNutzap(
      { to: { pubkey: ACCOUNT }, named: MINT, message: '' },
      lockedProofs(KEY.pubkey, amounts, name),
    ),
    pubkey: GIVER,
  });

/** Nutzaps of an account, whose test plays relays, signer, mint and store. */
function world({
  newKey = async () => secretOf(SECRET),
  isWilling = true,
}: {
  newKey?: () => Promise<Secret<string>>;
  isWilling?: boolean;
} = {}) {
  const told: AnyEventObject[] = [];
  const chosen: NutzapsChoiceCommand[] = [];
  const clock = new SimulatedClock();
  const scope = createActor(
    setup({ types: { events: {} as AnyEventObject } }).createMachine({
      on: { '*': { actions: ({ event }) => told.push(event) } },
    }),
  ).start();
  const desk = fakeSession(({ act }: SignRequest) =>
    act.do === 'decrypt' && isWilling ? TEXTS[act.text] : undefined,
  );
  const choosers: string[] = [];
  const choice = fromCallback<NutzapsChoiceCommand, { readonly account: string }>(
    ({ input, receive }) => {
      choosers.push(input.account);
      receive((command) => chosen.push(command));
    },
  );
  const actor = createActor(
    nutzapsMachine.provide({ actors: { choice, newKey: fromPromise(newKey) } }),
    {
      input: {
        account: ACCOUNT,
        signer: desk.ref,
        scope,
        home: 'https://home.example',
        homeRelay: HOME_RELAY,
      },
      clock,
    },
  ).start();
  const settle = async () => {
    for (let turn = 0; turn < 60; turn++) await Promise.resolve();
  };
  return {
    actor,
    told,
    chosen,
    choosers,
    clock,
    desk,
    settle,
    context: () => actor.getSnapshot().context,
    of: (type: string) => told.filter((event) => event.type === type),
    place: (...urls: readonly Ours<string>[]) =>
      actor.send({
        type: 'relayList.changed',
        relays: urls.map((url) => ({ url, read: true, write: true })),
      }),
    hear: async (...events: readonly VerifiedEvent[]) => {
      actor.send({ type: 'relay.events', url: RELAY, events });
      await settle();
    },
    complete: () => actor.send({ type: 'relay.ended', url: RELAY, complete: true }),
    encrypts: () => desk.open().filter(({ act }) => act.do === 'encrypt'),
  };
}

test('RELAY-08 NIP-61 relays are asked again for ecash at once when they are no longer paused', () => {
  const { actor, of, place } = world();
  const urls = () => of('relays.ask').map((ask) => ask['urls']);
  actor.send({ type: 'network.proxied', on: false });
  expect(urls()).toEqual([]);
  place(RELAY);
  for (const on of [true, false]) {
    actor.send({ type: 'network.proxied', on });
    expect(urls()).toEqual(on ? [[RELAY]] : [[RELAY], [RELAY]]);
  }
});

test('NIP-60 NIP-61 the relays of the account are asked for its ecash, and again once they change', () => {
  const { actor, told, of, place, clock } = world();
  expect(told).toEqual([{ type: 'relayList.find' }]);
  place(RELAY);
  const filters = [
    { kinds: [10_019, 17_375, 7_375, 7_376], authors: [ACCOUNT], limit: 500 },
    { kinds: [5], authors: [ACCOUNT], '#k': ['7375'], limit: 500 },
    { kinds: [9_321], '#p': [ACCOUNT], limit: 500 },
  ];
  expect(of('relays.ask')).toMatchObject([
    { from: actor, urls: [RELAY], own: true, ask: { kind: 'subscribe', live: true, filters } },
  ]);
  place(RELAY);
  expect([of('relays.ask').length, of('relays.forget').length]).toEqual([1, 0]);
  place(RELAY, OTHER);
  expect(of('relays.ask').map(({ urls }) => urls)).toEqual([[RELAY], [RELAY, OTHER]]);
  expect(of('relays.forget')).toMatchObject([{ from: actor, urls: [RELAY] }]);
  clock.increment(10 * 60_000 - 1);
  expect(of('relays.ask')).toHaveLength(2);
  clock.increment(1);
  expect(of('relays.ask')).toHaveLength(3);
});

test('NIP-61 without a relay list the relay of the page is asked after twelve seconds', async () => {
  const { of, clock, hear } = world();
  clock.increment(11_999);
  expect(of('relays.ask')).toEqual([]);
  clock.increment(1);
  expect(of('relays.ask').map(({ urls }) => urls)).toEqual([[HOME_RELAY]]);
  await hear(INFO);
  expect(of('relays.ask').map(({ urls }) => urls)).toEqual([[HOME_RELAY], [RELAY]]);
});

test('NIP-61 each new nutzap or token is looked up in the ecash log, unless it is over', async () => {
  const { of, hear } = world();
  const [one, two] = [zapOf('one'), zapOf('two')];
  await hear(one);
  await hear(one);
  expect(of('ecash.open')).toHaveLength(1);
  expect(of('ecash.tell').map(({ job }) => job)).toEqual([`nutzap ${one.id} 0`]);
  const redeemed = own({
    kind: KIND.WalletHistory,
    tags: [['e', two.id, '', 'redeemed']],
  });
  await hear(two, redeemed, TOKEN, own(draftTokenDeletion([TOKEN.id])));
  expect([of('ecash.open').length, of('ecash.tell').length]).toEqual([2, 1]);
  await hear(INFO);
  expect(of('ecash.open')).toHaveLength(2);
});

test('NIP-61 a redeemed nutzap is ordered with its proofs, after its key is stored', async () => {
  const { of, hear, actor, settle, told } = world();
  const zap = zapOf('one');
  await hear(WALLET, INFO, zap);
  actor.send({ type: 'nutzaps.redeem', ids: [zap.id, 'nobody'], now: NOW });
  await settle();
  const orders = told.slice(-3);
  expect(orders.map(({ type }) => type)).toEqual(['ecash.open', 'ecash.keep', 'ecash.receive']);
  expect(of('ecash.keep')).toMatchObject([{ pubkey: KEY.pubkey, from: actor }]);
  expect(of('ecash.receive')).toMatchObject([
    { job: `nutzap ${zap.id} 0`, mint: MINT, proven: true, now: NOW, from: actor },
  ]);
  expect(of('ecash.receive')[0]).not.toHaveProperty('unasked');
});

test('NIP-61 a refused order is retried under another name; a spent one is not', async () => {
  const { of, hear, actor, context } = world();
  const zap = zapOf('one');
  await hear(WALLET, INFO, zap, TOKEN);
  const moved = (id: string, attempt: number, code: 'silent' | 'spent') =>
    actor.send({
      type: 'ecash.moved',
      job: `nutzap ${id} ${attempt}`,
      isDone: false,
      reason: { code },
    });
  const jobs = () => of('ecash.tell').map(({ job }) => job);
  const before = jobs().length;
  moved(zap.id, 0, 'silent');
  expect(jobs().slice(before)).toEqual([`nutzap ${zap.id} 1`]);
  moved(zap.id, 0, 'silent');
  expect(jobs()).toHaveLength(before + 1);
  moved(zap.id, 1, 'spent');
  expect([jobs().length, context().attempts.get(zap.id)]).toEqual([before + 1, 2]);
  moved(TOKEN.id, 0, 'spent');
  expect(of('intents.publish')).toMatchObject([
    { draft: draftTokenDeletion([TOKEN.id]), now: TOKEN.created_at, also: [RELAY] },
  ]);
});

test('NIP-60 each redeemed nutzap and token becomes an encrypted history entry, one by one', async () => {
  const { of, hear, actor, settle, desk, encrypts, context } = world();
  const zap = zapOf('one');
  await hear(WALLET, INFO, zap, TOKEN);
  for (const id of [zap.id, TOKEN.id])
    actor.send({ type: 'ecash.moved', job: `nutzap ${id} 0`, isDone: true, sats: undefined });
  expect(encrypts()).toMatchObject([
    {
      id: `line ${zap.id}`,
      pubkey: ACCOUNT,
      quiet: true,
      reason: { code: 'sign.ecash' },
      act: { do: 'encrypt', scheme: 'nip44', peer: ACCOUNT, text: historyText('in', 5) },
    },
  ]);
  actor.send({ type: 'sign.settled', id: 'line x', outcome: { ok: true, text: 'other' } });
  expect([of('intents.publish').length, context().due.length]).toEqual([1, 2]);
  desk.sign('sealed line', encrypts()[0]);
  await settle();
  const published = of('intents.publish').filter(({ draft }) => draft.kind === KIND.WalletHistory);
  expect(published).toMatchObject([
    {
      now: zap.created_at,
      draft: {
        content: 'sealed line',
        tags: [
          ['e', zap.id, '', 'redeemed'],
          ['p', GIVER],
        ],
      },
    },
  ]);
  expect([...context().redeemed]).toEqual([zap.id]);
  expect(encrypts()).toMatchObject([{ act: { text: historyText('out', 8, TOKEN.id) } }]);
  desk.sign('sealed line', encrypts()[0]);
  await settle();
  const all = of('intents.publish').filter(({ draft }) => draft.kind === KIND.WalletHistory);
  expect(all[1]?.draft.tags).toEqual([]);
  expect([context().due, [...context().redeemed], encrypts()]).toEqual([[], [zap.id], []]);
});

test('BEYOND-03 a refused or unanswered history entry waits for the next request by the user', async () => {
  for (const isRefused of [true, false]) {
    const { hear, actor, desk, encrypts, clock, settle, context } = world();
    const zap = zapOf('one');
    await hear(WALLET, INFO, zap);
    actor.send({ type: 'ecash.moved', job: `nutzap ${zap.id} 0`, isDone: true, sats: 7 });
    const count = () => desk.requests.filter(({ act }) => act.do === 'encrypt').length;
    if (isRefused) desk.refuse(encrypts()[0]);
    else clock.increment(15 * 60_000);
    await settle();
    expect([count(), context().due.length]).toEqual([1, 1]);
    actor.send({ type: 'nutzaps.read' });
    expect([count(), context().quiet]).toEqual([2, false]);
    expect(desk.requests.at(-1)).toMatchObject({
      quiet: false,
      act: { text: historyText('in', 7) },
    });
    actor.stop();
  }
});

test('BEYOND-03 contents that cannot be read quietly wait until the user asks', async () => {
  const { hear, actor, desk, settle } = world({ isWilling: false });
  await hear(WALLET);
  const decrypts = () => desk.requests.filter(({ act }) => act.do === 'decrypt');
  expect(decrypts()).toMatchObject([
    { quiet: true, reason: { code: 'sign.ecash' }, act: { peer: ACCOUNT, text: sealed('W') } },
  ]);
  expect(actor.getSnapshot().hasTag('opening')).toBe(true);
  desk.refuse(decrypts()[0]);
  await settle();
  expect(actor.getSnapshot().hasTag('opening')).toBe(false);
  expect(actor.getSnapshot().hasTag('sealed')).toBe(true);
  actor.send({ type: 'nutzaps.read' });
  await settle();
  expect(decrypts()).toHaveLength(2);
  expect(decrypts()[1]).not.toMatchObject({ quiet: true });
});

describe('NIP-61 on a device without the key', () => {
  const redeem = (ids: readonly string[], isHeld = false) =>
    ({ type: 'nutzaps.redeem', ids, now: NOW, isHeld }) as const;

  /** The wallet event is closed: the signer would have asked. */
  async function closed(...events: readonly VerifiedEvent[]) {
    const made = world({ isWilling: false });
    await made.hear(WALLET, INFO, TOKEN, ...events);
    const decrypts = () => made.desk.open().filter(({ act }) => act.do === 'decrypt');
    for (const request of decrypts()) made.desk.refuse(request);
    await made.settle();
    expect(decrypts()).toEqual([]);
    return { ...made, decrypts };
  }

  test('Redeem decrypts only the wallet event, and orders the nutzap with its key', async () => {
    const [one, two] = [zapOf('one'), zapOf('two')];
    const { actor, of, decrypts, desk, settle, context } = await closed(one, two);
    actor.send(redeem([one.id]));
    actor.send(redeem([two.id]));
    await settle();
    expect(of('ecash.receive')).toEqual([]);
    expect(decrypts()).toMatchObject([{ act: { text: WALLET.content }, quiet: false }]);
    const states = () =>
      [...context().zaps.values()].map((zap) => nutzapState(context(), zap, new Map(), NOW));
    expect(states()).toEqual(['redeeming', 'redeeming']);
    desk.sign(TEXTS[WALLET.content] ?? '', decrypts()[0]);
    await settle();
    expect(of('ecash.keep')).toMatchObject([{ pubkey: KEY.pubkey }]);
    expect(of('ecash.receive')).toMatchObject([
      { job: `nutzap ${one.id} 0`, proven: true, now: NOW },
      { job: `nutzap ${two.id} 0`, proven: true, now: NOW },
    ]);
    // Tokens of other programs stay closed.
    expect([decrypts(), states(), context().waiting]).toEqual([[], ['new', 'new'], undefined]);
  });

  test('a refusal redeems nothing, says why, and leaves the nutzap to a later try', async () => {
    const zap = zapOf('one');
    const { actor, of, decrypts, desk, settle, context } = await closed(zap);
    actor.send(redeem([zap.id]));
    await settle();
    desk.refuse(decrypts()[0]);
    await settle();
    expect([of('ecash.receive'), context().trouble, context().waiting]).toEqual([
      [],
      'unopened',
      undefined,
    ]);
    actor.send(redeem([zap.id]));
    await settle();
    expect([context().trouble, decrypts().length]).toEqual([undefined, 1]);
  });

  test('a nutzap that is locked to an older key of the wallet is offered and redeemed', async () => {
    const older = ecashKey('7'.repeat(64));
    const event = trusted({
      ...draftNutzap(
        { to: { pubkey: ACCOUNT }, named: MINT, message: '' },
        lockedProofs(older?.pubkey ?? '', [4], 'older'),
      ),
      pubkey: GIVER,
    });
    const { actor, of, decrypts, desk, settle, context } = await closed(event);
    const state = () =>
      [...context().zaps.values()].map((zap) => nutzapState(context(), zap, new Map(), NOW));
    expect(state()).toEqual(['new']);
    actor.send(redeem([event.id]));
    await settle();
    desk.sign(walletText({ mints: [MINT], key: older }), decrypts()[0]);
    await settle();
    expect([of('ecash.receive').length, state()]).toEqual([1, ['new']]);
  });

  test('a nutzap for a foreign key says so once the wallet is decrypted', async () => {
    const event = trusted({
      ...draftNutzap(
        { to: { pubkey: ACCOUNT }, named: MINT, message: '' },
        lockedProofs(GIVER, [4], 'foreign'),
      ),
      pubkey: GIVER,
    });
    const { actor, of, decrypts, desk, settle, context } = await closed(event);
    actor.send(redeem([event.id]));
    await settle();
    desk.sign(TEXTS[WALLET.content] ?? '', decrypts()[0]);
    await settle();
    const states = [...context().zaps.values()].map((zap) =>
      nutzapState(context(), zap, new Map(), NOW),
    );
    expect([of('ecash.receive'), states]).toEqual([[], ['lock']]);
  });

  test('with the key on this device nothing is decrypted', async () => {
    const zap = zapOf('one');
    const { actor, of, decrypts, settle } = await closed(zap);
    actor.send(redeem([zap.id], true));
    await settle();
    expect([of('ecash.receive').length, decrypts()]).toEqual([1, []]);
  });

  test('BEYOND-03 a later nutzap decrypts the wallet without a prompt, if it is redeemed by itself', async () => {
    const { actor, of, decrypts, desk, hear, complete, settle } = await closed();
    await hear(zapOf('before'));
    expect(decrypts()).toEqual([]);
    actor.send({ type: 'nutzaps.chosen', on: true });
    complete();
    const zap = zapOf('one');
    await hear(zap);
    const [wallet] = decrypts();
    expect(wallet).toMatchObject({ act: { text: WALLET.content }, quiet: true });
    desk.sign(TEXTS[WALLET.content] ?? '', wallet);
    await settle();
    expect(of('ecash.receive').map(({ unasked }) => unasked)).toEqual([true, true]);
    for (const request of decrypts()) desk.refuse(request);
    await settle();
    actor.send({ type: 'nutzaps.read' });
    await settle();
    for (const request of decrypts()) desk.refuse(request);
    await settle();
    await hear(zapOf('two'));
    // The user has asked on this page, so another try could prompt.
    expect(decrypts()).toEqual([]);
  });
});

test('NIP-61 nutzaps are redeemed without a prompt once relays answered and the key is known', async () => {
  const { of, hear, actor, complete, chosen, choosers, settle, context } = world();
  expect([context().isAuto, choosers]).toEqual([false, [ACCOUNT]]);
  const [one, two] = [zapOf('one'), zapOf('two')];
  await hear(WALLET, INFO, one);
  actor.send({ type: 'nutzaps.chosen', on: true });
  expect(of('ecash.receive')).toEqual([]);
  complete();
  expect(of('ecash.receive')).toMatchObject([
    { job: `nutzap ${one.id} 0`, unasked: true, proven: true, now: one.created_at, from: actor },
  ]);
  expect(of('ecash.keep')).toMatchObject([{ pubkey: KEY.pubkey, from: actor }]);
  await hear(two);
  expect(of('ecash.receive').map(({ job }) => job)).toEqual([
    `nutzap ${one.id} 0`,
    `nutzap ${two.id} 0`,
  ]);
  actor.send({ type: 'nutzaps.auto', on: false });
  await hear(zapOf('three'));
  expect([of('ecash.receive').length, chosen]).toEqual([2, [{ type: 'choice.set', on: false }]]);
  actor.send({ type: 'nutzaps.auto', on: true });
  await settle();
  expect([of('ecash.receive').length, chosen.length]).toEqual([3, 2]);
});

test('NIP-61 nutzaps with the same ecash are redeemed one after the other', async () => {
  const { of, hear, actor, complete } = world();
  const [one, copy] = [
    zapOf('same'),
    trusted({ ...zapOf('same'), content: 'copy', pubkey: ACCOUNT }),
  ];
  await hear(WALLET, INFO, one, copy);
  complete();
  actor.send({ type: 'nutzaps.auto', on: true });
  expect(of('ecash.receive').map(({ job }) => job)).toEqual([`nutzap ${one.id} 0`]);
  actor.send({
    type: 'ecash.moved',
    job: `nutzap ${one.id} 0`,
    isDone: false,
    reason: { code: 'spent' },
  });
  expect(of('ecash.receive').map(({ job }) => job)).toEqual([
    `nutzap ${one.id} 0`,
    `nutzap ${copy.id} 0`,
  ]);
});

const publish = { type: 'nutzaps.publish', mints: [MINT], now: NOW } as const;

test('NIP-61 a nutzap info is published with its wallet, after its new key is stored', async () => {
  const { of, actor, complete, settle, place, desk, encrypts, context } = world();
  place(RELAY);
  actor.send(publish);
  expect([context().trouble, actor.getSnapshot().hasTag('publishing')]).toEqual(['unheard', false]);
  complete();
  actor.send(publish);
  await settle();
  expect([context().trouble, actor.getSnapshot().hasTag('publishing')]).toEqual([undefined, true]);
  expect([of('ecash.open').length, of('ecash.keep').length, encrypts()]).toEqual([1, 1, []]);
  expect(of('ecash.keep')).toMatchObject([{ pubkey: KEY.pubkey, from: actor }]);
  actor.send({ type: 'ecash.kept', pubkey: 'other' });
  expect(encrypts()).toEqual([]);
  actor.send({ type: 'ecash.kept', pubkey: KEY.pubkey });
  expect(encrypts()).toMatchObject([
    {
      id: 'wallet',
      pubkey: ACCOUNT,
      reason: { code: 'sign.ecash' },
      act: {
        do: 'encrypt',
        scheme: 'nip44',
        peer: ACCOUNT,
        text: walletText({ mints: [MINT], key: KEY }),
      },
    },
  ]);
  actor.send({ type: 'sign.settled', id: 'other', outcome: { ok: true, text: 'other' } });
  expect(of('intents.publish')).toEqual([]);
  desk.sign('sealed', encrypts()[0]);
  await settle();
  expect(of('intents.publish')).toMatchObject([
    { draft: { kind: KIND.EcashWallet, content: 'sealed', tags: [] }, now: NOW, also: [RELAY] },
    {
      draft: draftNutzapInfo([MINT], [RELAY], KEY.pubkey),
      now: NOW,
      done: { code: 'nutzaps.published' },
    },
  ]);
  expect(actor.getSnapshot().hasTag('publishing')).toBe(false);
});

test('NIP-60 a known wallet keeps its key and its mints when the nutzap info is published', async () => {
  const { hear, actor, complete, settle, encrypts } = world({
    newKey: () => new Promise(() => undefined),
  });
  await hear(WALLET);
  complete();
  actor.send({ ...publish, mints: [MINT, 'https://old.example'] });
  await settle();
  actor.send({ type: 'ecash.kept', pubkey: KEY.pubkey });
  expect(encrypts()).toMatchObject([
    { act: { text: walletText({ mints: ['https://old.example', MINT], key: KEY }) } },
  ]);
});

test('NIP-60 a wallet that is not decrypted, or is unreadable, is not replaced unasked', async () => {
  const closed = world({ isWilling: false });
  await closed.hear(WALLET);
  closed.complete();
  closed.actor.send(publish);
  expect(closed.context().trouble).toBe('sealed');
  const { hear, actor, complete, desk, settle, context } = world({ isWilling: false });
  await hear(WALLET);
  complete();
  desk.sign('junk', desk.open()[0]);
  await settle();
  actor.send(publish);
  expect(context().trouble).toBe('unreadable');
  actor.send({ ...publish, over: 'other' });
  expect(context().trouble).toBe('unreadable');
  actor.send({ ...publish, over: WALLET.id });
  await settle();
  expect([context().trouble, actor.getSnapshot().hasTag('publishing')]).toEqual([undefined, true]);
});

test('NIP-61 publishing ends if no key is made or stored in fifteen seconds', async () => {
  for (const newKey of [
    () => Promise.reject(new Error('no key')),
    async () => secretOf('not a key'),
    () => new Promise<never>(() => undefined),
    async () => secretOf(SECRET),
  ]) {
    const { actor, complete, settle, clock, context, of } = world({ newKey });
    complete();
    actor.send(publish);
    await settle();
    clock.increment(14_999);
    const isOpen = actor.getSnapshot().hasTag('publishing');
    clock.increment(1);
    await settle();
    expect([context().trouble, actor.getSnapshot().hasTag('publishing')]).toEqual([
      'unkept',
      false,
    ]);
    expect([isOpen, of('ecash.keep').length > 0]).toEqual(
      context().key ? [true, true] : [isOpen, false],
    );
    actor.stop();
  }
});

test('NIP-61 publishing ends if the wallet is not encrypted in fifteen minutes, or is refused', async () => {
  for (const isRefused of [true, false]) {
    const { actor, complete, settle, clock, context, desk, encrypts, of } = world();
    complete();
    actor.send(publish);
    await settle();
    actor.send({ type: 'ecash.kept', pubkey: KEY.pubkey });
    clock.increment(15 * 60_000 - 1);
    expect(encrypts()).toHaveLength(1);
    if (isRefused) desk.refuse(encrypts()[0]);
    else clock.increment(1);
    await settle();
    expect([context().trouble, encrypts(), of('intents.publish')]).toEqual(['unsigned', [], []]);
    actor.stop();
  }
});
