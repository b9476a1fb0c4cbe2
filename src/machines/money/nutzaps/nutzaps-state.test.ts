import { expect, test } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { account, bus, OTHER, signer } from '../../../../tests/support/machines/walk-samples.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { lockedProofs } from '../../../../tests/support/money/nutzap-payment-world.ts';
import { secretOf } from '../../../events/account/keys/secret.ts';
import { seconds } from '../../../events/core/time.ts';
import { plainOf } from '../../../events/money/ecash/cashu.ts';
import { EMPTY_PURSE } from '../../../events/money/ecash/ecash-log.ts';
import { foldEcash } from '../../../events/money/ecash/fold-ecash.ts';
import {
  draftNutzap,
  draftNutzapInfo,
  type Nutzap,
  readNutzap,
} from '../../../events/money/nutzaps/nutzap.ts';
import {
  draftHistory,
  draftTokenDeletion,
  ecashKey,
  readWalletTokens,
} from '../../../events/money/nutzaps/wallet-events.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { pressed } from '../../../events/nostr/ours.ts';
import type { EcashMoved } from '../ecash/ecash-protocol.ts';
import {
  autoZaps,
  isOver,
  jobFor,
  keptTokens,
  nutzapRelays,
  type NutzapsContext,
  nutzapState,
  readOpened,
  sealedEvents,
  takeOrder,
  unreadableWallet,
  walletKey,
  walletOf,
  withEvents,
  withOutcome,
} from './nutzaps-context.ts';
import { nutzapsMachine } from './nutzaps.machine.ts';

const MINT = 'https://mint.example';
const RELAY = pressed('wss://home.example');
const [KEY, OLD] = [ecashKey('3'.repeat(64)), ecashKey('4'.repeat(64))];
if (!KEY || !OLD) throw new Error('no keys');
const now = seconds(1_800_000_000);
const own = (fields: Parameters<typeof trusted>[0]) => trusted({ pubkey: account, ...fields });
const INFO = own(draftNutzapInfo([MINT], ['wss://info.example'], KEY.pubkey));
const WALLET = own({ kind: KIND.EcashWallet, content: 'w' });
const token = (content: string) => own({ kind: KIND.WalletTokens, content });
const zapEvent = (name: string, over: Parameters<typeof trusted>[0] = {}, key = KEY.pubkey) =>
  trusted({
    ...draftNutzap(
      { to: { pubkey: account }, named: MINT, message: '' },
      lockedProofs(key, [4, 1], name),
    ),
    pubkey: OTHER,
    ...over,
  });
const zapOf = (event: VerifiedEvent): Nutzap => {
  const zap = readNutzap(event);
  if (!zap) throw new Error('no nutzap');
  return zap;
};
const tokensOf = (amounts: readonly number[], more: object = {}) =>
  readWalletTokens(
    JSON.stringify({ mint: MINT, proofs: lockedProofs(KEY.pubkey, amounts).map(plainOf), ...more }),
  );
const moved = (job: string, code: 'silent' | 'spent' = 'silent'): EcashMoved => ({
  type: 'ecash.moved',
  job,
  isDone: false,
  reason: { code },
});
const done = (job: string, sats?: number): EcashMoved => ({
  type: 'ecash.moved',
  job,
  isDone: true,
  sats,
});

const machine = nutzapsMachine.provide({ actors: { choice: fromCallback(() => undefined) } });
const input = { account, signer, scope: bus, home: 'https://home.example', homeRelay: RELAY };
const EMPTY: NutzapsContext = createActor(machine, { input }).getSnapshot().context;
const of = (over: Partial<NutzapsContext>): NutzapsContext => ({ ...EMPTY, ...over });
/** The wallet is decrypted, relays have answered, and nutzaps are redeemed automatically. */
const READY = of({
  info: INFO,
  wallet: WALLET,
  texts: new Map([[WALLET.id, { mints: [MINT], key: KEY }]]),
  isAuto: true,
  isHeard: true,
});
const withZaps = (context: NutzapsContext, ...zaps: readonly Nutzap[]) => ({
  ...context,
  zaps: new Map(zaps.map((zap) => [zap.id, zap])),
});

test('NIP-61 only own events and nutzaps for the account are stored, each list bounded', () => {
  const foreign = trusted({ ...INFO, pubkey: OTHER });
  const toOther = trusted({
    ...draftNutzap(
      { to: { pubkey: OTHER }, named: MINT, message: '' },
      lockedProofs(KEY.pubkey, [1]),
    ),
    pubkey: OTHER,
  });
  const [zap, tokens] = [zapEvent('a'), token('t')];
  const older = own({ ...draftNutzapInfo([MINT], [], OLD.pubkey), created_at: 1 });
  const next = withEvents(EMPTY, [
    foreign,
    toOther,
    zap,
    tokens,
    INFO,
    older,
    WALLET,
    trusted({ ...tokens, pubkey: OTHER }),
    own(draftHistory('h', { id: zap.id, from: OTHER })),
    own(draftTokenDeletion([tokens.id])),
  ]);
  expect([next.info, next.wallet]).toEqual([INFO, WALLET]);
  expect([[...next.zaps.keys()], [...next.tokens.keys()]]).toEqual([[zap.id], [tokens.id]]);
  expect([[...next.redeemed], [...next.deleted]]).toEqual([[zap.id], [tokens.id]]);
  const again = withEvents({ ...EMPTY, ...next }, [older]);
  expect([again.info, again.redeemed.size, again.deleted.size, again.tokens.size]).toEqual([
    INFO,
    1,
    1,
    1,
  ]);
  const zaps = Array.from({ length: 502 }, (_, nth) => zapEvent('a', { created_at: nth }));
  const many = Array.from({ length: 502 }, (_, nth) => token(`${nth}`));
  const full = withEvents(EMPTY, [...zaps, ...many]);
  expect([full.zaps.size, full.tokens.size]).toEqual([500, 500]);
});

test('NIP-61 at most twenty relays are asked, each once, own ones first', () => {
  const relays = [
    'wss://info.example',
    ...Array.from({ length: 25 }, (_, nth) => `wss://r${nth}.example`),
  ];
  const context = of({
    info: INFO,
    relays: relays.map((url) => ({ url: pressed(url), read: true, write: true })),
  });
  expect(nutzapRelays(context)).toEqual(relays.slice(0, 20));
  expect([nutzapRelays(of({ info: INFO })), nutzapRelays(EMPTY)]).toEqual([
    ['wss://info.example'],
    [RELAY],
  ]);
});

test('NIP-60 the wallet and tokens that are neither decrypted nor deleted are sealed', () => {
  const [one, two, three] = [token('1'), token('2'), token('3')];
  const context = of({
    wallet: WALLET,
    tokens: new Map([one, two, three].map((event) => [event.id, event])),
    texts: new Map([[one.id, undefined]]),
    deleted: new Set([two.id]),
  });
  expect(sealedEvents(context)).toEqual([WALLET, three]);
  expect(sealedEvents({ ...context, wallet: undefined })).toEqual([three]);
});

test('NIP-60 a wallet is sealed until its content is read; junk is unreadable', () => {
  const texts = (text: NutzapsContext['texts'] extends ReadonlyMap<string, infer T> ? T : never) =>
    of({ wallet: WALLET, texts: new Map([[WALLET.id, text]]) });
  expect([walletOf(EMPTY), walletOf(of({ wallet: WALLET })), walletKey(READY)?.pubkey]).toEqual([
    undefined,
    'sealed',
    KEY.pubkey,
  ]);
  expect([walletOf(texts(undefined)), walletOf(texts(tokensOf([1])))]).toEqual([
    'sealed',
    'sealed',
  ]);
  expect([walletKey(EMPTY), walletKey(texts(undefined))]).toEqual([undefined, undefined]);
  expect([
    unreadableWallet(EMPTY),
    unreadableWallet(of({ wallet: WALLET })),
    unreadableWallet(texts(undefined)),
    unreadableWallet(READY),
  ]).toEqual([undefined, undefined, WALLET.id, undefined]);
  const text = JSON.stringify([['mint', MINT]]);
  expect(readOpened(READY, WALLET.id, secretOf(text))).toEqual({ mints: [MINT], key: undefined });
  expect([
    readOpened(READY, 'other', secretOf(text)),
    readOpened(READY, WALLET.id, undefined),
  ]).toEqual([undefined, undefined]);
});

test('NIP-61 nutzaps are redeemed automatically only if wanted, heard, openable and untried', () => {
  const [one, two] = [zapOf(zapEvent('one')), zapOf(zapEvent('two'))];
  const ids = (over: Partial<NutzapsContext>) =>
    autoZaps({ ...withZaps(READY, one, two), ...over }).map(({ id }) => id);
  expect(ids({})).toEqual([one.id, two.id]);
  expect([ids({ isAuto: false }), ids({ isHeard: false }), ids({ wallet: undefined })]).toEqual([
    [],
    [],
    [],
  ]);
  const failed = moved(jobFor(READY, one.id));
  expect([
    ids({ autoed: new Set([one.id]) }),
    ids({ outcomes: new Map([[one.id, failed]]) }),
    ids({ redeemed: new Set([one.id]) }),
  ]).toEqual([[two.id], [two.id], [two.id]]);
  const foreign = zapOf(zapEvent('three', {}, 'f'.repeat(64)));
  expect(autoZaps(withZaps(READY, foreign))).toEqual([]);
});

test('NIP-61 of several nutzaps with the same ecash only one is tried at a time', () => {
  const one = zapOf(zapEvent('same'));
  const copy = zapOf(zapEvent('same', { content: 'copy' }));
  const ids = (over: Partial<NutzapsContext>) =>
    autoZaps({ ...withZaps(READY, one, copy), ...over }).map(({ id }) => id);
  const autoed = new Set([one.id]);
  expect([ids({}), ids({ autoed })]).toEqual([[one.id], []]);
  const outcomes = new Map([[one.id, moved(jobFor(READY, one.id))]]);
  expect(ids({ autoed, outcomes })).toEqual([copy.id]);
});

test('NIP-60 tokens are kept unless deleted, replaced, received, empty, or in another unit', () => {
  const events = ['1', '2', '3', '4', '5', '6'].map(token);
  const [plain, gone, replaced, usd, empty, sealed] = events.map(({ id }) => id) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const context = of({
    tokens: new Map(events.map((event) => [event.id, event])),
    texts: new Map([
      [plain, tokensOf([4], { del: [replaced] })],
      [gone, tokensOf([4])],
      [replaced, tokensOf([4])],
      [usd, tokensOf([4], { unit: 'usd' })],
      [empty, tokensOf([])],
      [sealed, undefined],
    ]),
    deleted: new Set([gone]),
  });
  expect([...keptTokens(context).keys()]).toEqual([plain]);
  const after = (outcome: EcashMoved) =>
    keptTokens({ ...context, outcomes: new Map([[plain, outcome]]) }).size;
  expect([after(done('x')), after(moved('x', 'spent')), after(moved('x'))]).toEqual([0, 0, 1]);
  expect([isOver(undefined), isOver(moved('x')), isOver(done('x'))]).toEqual([false, false, true]);
  expect(takeOrder(context, plain, now)).toEqual({
    type: 'ecash.receive',
    job: `nutzap ${plain} 0`,
    mint: MINT,
    proofs: keptTokens(context).get(plain)?.proofs,
    now,
  });
  expect([takeOrder(context, gone, now), takeOrder(context, 'nobody', now)]).toEqual([
    undefined,
    undefined,
  ]);
});

test('NIP-61 the state of a nutzap is its result, its open job, or its fault', () => {
  const zap = zapOf(zapEvent('one'));
  const state = (over: Partial<NutzapsContext> = {}, jobs = EMPTY_PURSE.jobs, one = zap) =>
    nutzapState({ ...READY, ...over }, one, jobs, now);
  expect(state()).toBe('new');
  expect([
    state({ redeemed: new Set([zap.id]) }),
    state({ outcomes: new Map([[zap.id, done('x')]]) }),
    state({ outcomes: new Map([[zap.id, moved('x', 'spent')]]) }),
    state({ outcomes: new Map([[zap.id, moved('x')]]) }),
  ]).toEqual(['redeemed', 'redeemed', 'spent', 'new']);
  const want = { type: 'receive', mint: MINT, proofs: zap.proofs } as const;
  const open = foldEcash(EMPTY_PURSE, [
    { type: 'wanted', job: jobFor(READY, zap.id), want, at: now },
  ]);
  const refused = foldEcash(open, [
    { type: 'refused', job: jobFor(READY, zap.id), reason: { code: 'silent' } },
  ]);
  expect([state({}, open.jobs), state({}, refused.jobs)]).toEqual(['redeeming', 'new']);
  expect(state({ attempts: new Map([[zap.id, 1]]) }, open.jobs)).toBe('new');
  expect(state({ info: undefined })).toBe('mint');
  const info = own(draftNutzapInfo([MINT], [], OLD.pubkey));
  expect([state({ info }), state({ info, wallet: undefined })]).toEqual(['new', 'lock']);
  const foreign = zapOf(zapEvent('f', {}, 'f'.repeat(64)));
  expect(takeOrder(withZaps(READY, foreign), foreign.id, now)).toBeUndefined();
});

test('NIP-61 a result counts once, for its own attempt, with the amount of the log or of the event', () => {
  const zap = zapOf(zapEvent('one'));
  const kept = token('1');
  const context = {
    ...withZaps(READY, zap),
    tokens: new Map([[kept.id, kept]]),
    texts: new Map(READY.texts).set(kept.id, tokensOf([8])),
  };
  const due = (event: EcashMoved, over: Partial<NutzapsContext> = {}) =>
    withOutcome({ ...context, ...over }, event).due;
  const [zapJob, tokenJob] = [jobFor(context, zap.id), jobFor(context, kept.id)];
  const zapLine = { id: zap.id, from: OTHER, sats: 5, at: zap.at };
  expect([due(done(zapJob)), due(done(zapJob, 3))]).toEqual([[zapLine], [{ ...zapLine, sats: 3 }]]);
  expect(due(done(tokenJob))).toEqual([
    { id: kept.id, from: undefined, sats: 8, at: kept.created_at },
  ]);
  const before = { id: 'x', from: undefined, sats: 1, at: now };
  expect(due(done(zapJob), { due: [before] })).toEqual([before, zapLine]);
  expect([
    due(done(zapJob), { due: [zapLine] }),
    due(done(zapJob), { redeemed: new Set([zap.id]) }),
    due(done(tokenJob), { deleted: new Set([kept.id]) }),
    due(done('nutzap nobody 0')),
    due(done(tokenJob), { texts: new Map() }),
  ]).toEqual([undefined, undefined, undefined, undefined, undefined]);
  expect(withOutcome(context, done(tokenJob)).outcomes?.get(kept.id)).toEqual(done(tokenJob));
  expect(withOutcome(context, done('nutzap nobody 0')).outcomes?.size).toBe(1);
  expect(withOutcome({ ...context, texts: new Map() }, done(tokenJob)).outcomes?.size).toBe(1);
  expect([
    withOutcome(context, done(`nutzap ${zap.id} 1`)),
    withOutcome(context, done('x')),
  ]).toEqual([{}, {}]);
  const refused = withOutcome(context, moved(zapJob));
  expect([refused.attempts?.get(zap.id), refused.due]).toEqual([1, undefined]);
  const twice = withOutcome({ ...context, ...refused }, moved(`nutzap ${zap.id} 1`));
  expect(twice.attempts?.get(zap.id)).toBe(2);
});
