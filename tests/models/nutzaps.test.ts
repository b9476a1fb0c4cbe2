import { nip44 } from 'nostr-tools';
import { getPublicKey } from 'nostr-tools/pure';
import { beforeAll, expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise, toPromise } from 'xstate';
import type { ecashMint } from '../../src/adapters/money/ecash/ecash-mint.ts';
import { secretOf } from '../../src/events/account/keys/secret.ts';
import { bytesOf } from '../../src/events/core/hex.ts';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { type Proof, plainOf, worthOf } from '../../src/events/money/ecash/cashu.ts';
import { readNutzap, readNutzapInfo } from '../../src/events/money/nutzaps/nutzap.ts';
import { isLockedTo } from '../../src/events/money/ecash/p2pk.ts';
import {
  deletedTokensIn,
  readWallet,
  redeemedIn,
} from '../../src/events/money/nutzaps/wallet-events.ts';
import { plus, seconds } from '../../src/events/core/time.ts';
import type {
  EcashStoreCommand,
  EcashStoreSignal,
  MintAnswer,
  MintAsk,
} from '../../src/machines/money/ecash/ecash-protocol.ts';
import {
  balance,
  type EcashTab,
  jobOf,
  NOW,
  type Step,
  stateIn,
} from '../support/money/ecash-world.ts';
import { fileMints } from '../support/money/file-mints.ts';
import { runs } from '../support/runs.ts';
import { draftNutzap, eventBy, openNutzaps, sharedRelay } from '../support/money/nutzap-world.ts';

const ANN = '11'.repeat(32);
const BEN = '22'.repeat(32);
const ben = getPublicKey(bytesOf(BEN));

const { service, device } = fileMints();
let mint = '';
beforeAll(() => {
  mint = `${service().origin}/mint`;
});

type Options = Parameters<typeof device>[0];
type World = ReturnType<typeof device>;

async function funded(world: World, sats: number): Promise<EcashTab> {
  const tab = world.open();
  tab.send(
    { type: 'ecash.allow', mint },
    { type: 'ecash.mint', job: 'fund', mint, amount: sats, now: NOW },
  );
  await world.until(() => jobOf(tab, 'fund')?.prepared !== undefined);
  await service().fund(jobOf(tab, 'fund')?.prepared?.invoice ?? '');
  await world.until(() => stateIn(tab, 'fund') === 'settled');
  return tab;
}

async function locked(
  world: World,
  tab: EcashTab,
  sats: number,
  key: string,
  job: string,
): Promise<readonly Proof[]> {
  tab.send({ type: 'ecash.send', job, mint, amount: sats, memo: '', now: NOW, lock: key });
  await world.until(() => stateIn(tab, job) === 'settled');
  return jobOf(tab, job)?.settled?.given ?? [];
}

/** A recipient of nutzaps, with their own device. */
async function receiver(relay = sharedRelay(), options?: Options, isWilling?: () => boolean) {
  const world = device(options);
  const tab = world.open();
  const nutzaps = openNutzaps(relay, BEN, tab, isWilling);
  await world.until(() => nutzaps.context().isHeard);
  nutzaps.actor.send({ type: 'nutzaps.publish', mints: [mint], now: NOW });
  await world.until(
    () => nutzaps.context().info !== undefined && nutzaps.context().wallet !== undefined,
  );
  const info = nutzaps.context().info;
  const key = info && readNutzapInfo(ben, info)?.key;
  if (key === undefined) throw new Error('nothing was published');
  return { world, tab, nutzaps, relay, key };
}

test('E-42 nutzap info is published with its own key, stored first in log and wallet event', async () => {
  const { world, tab, relay, key, nutzaps } = await receiver();
  expect(key).not.toBe(ben);
  expect([...tab.purse().keys.keys()]).toEqual([key]);
  const wallet = relay.events.find(({ kind }) => kind === KIND.EcashWallet);
  const says = readWallet(
    nip44.decrypt(wallet?.content ?? '', nip44.getConversationKey(bytesOf(BEN), ben)),
  );
  expect([says?.key?.pubkey, says?.mints]).toEqual([key, [mint]]);
  expect(wallet?.content).not.toContain(says?.key?.key.reveal());
  // publishing again keeps the key and the other data
  nutzaps.actor.send({
    type: 'nutzaps.publish',
    mints: ['https://other.example'],
    now: plus(NOW, seconds(5)),
  });
  await world.until(() =>
    (nutzaps.context().info?.tags ?? []).some(([, value]) => value === 'https://other.example'),
  );
  const [info] = relay.events.filter(({ kind }) => kind === KIND.NutzapInfo).slice(-1);
  expect(info && readNutzapInfo(ben, info)?.key).toBe(key);
  expect([...tab.purse().keys.keys()]).toEqual([key]);
  const wallets = relay.events.filter(({ kind }) => kind === KIND.EcashWallet);
  const last = readWallet(
    nip44.decrypt(wallets.at(-1)?.content ?? '', nip44.getConversationKey(bytesOf(BEN), ben)),
  );
  expect([last?.key?.pubkey, last?.mints]).toEqual([key, [mint, 'https://other.example']]);
});

test('E-42 a nutzap is redeemed once, published as redeemed, and never again on any press', async () => {
  const { world, tab, nutzaps, relay, key } = await receiver();
  const giver = device();
  const anns = await funded(giver, 100);
  const proofs = await locked(giver, anns, 21, key, 'zap');
  expect(proofs.every(({ dleq }) => dleq)).toBe(true);
  // published proofs are locked to the recipient, and so is the copy that the outbox held before
  expect(proofs.every(({ secret }) => isLockedTo(secret.reveal() ?? '', key))).toBe(true);
  const zap = eventBy(ANN, draftNutzap({ pubkey: ben }, mint, proofs, 'for the song'), NOW);
  relay.publish(zap);
  await world.until(() => nutzaps.context().zaps.size === 1);
  tab.send({ type: 'ecash.allow', mint });
  const take = { type: 'nutzaps.redeem', ids: [zap.id], now: NOW } as const;
  nutzaps.actor.send(take);
  nutzaps.actor.send(take);
  await world.until(() => relay.events.some((event) => redeemedIn(event).includes(zap.id)));
  nutzaps.actor.send(take);
  let turn = 0;
  await world.until(() => turn++ > 5);
  expect([balance(tab), balance(anns)]).toEqual([21, 79]);
  expect(relay.events.filter((event) => redeemedIn(event).includes(zap.id))).toHaveLength(1);
  // another device of the recipient, which knows only the relay, does not redeem it again
  const other = device();
  const fresh = other.open();
  const again = openNutzaps(relay, BEN, fresh);
  await other.until(() => again.context().redeemed.size === 1);
  again.actor.send(take);
  let more = 0;
  await other.until(() => more++ > 5);
  expect([again.context().outcomes.size, fresh.purse().jobs.size]).toEqual([0, 0]);
});

test('E-42 after a refused signature the next nutzap redeems, and both are published', async () => {
  let isWilling = true;
  const { world, tab, nutzaps, relay, key } = await receiver(
    sharedRelay(),
    undefined,
    () => isWilling,
  );
  const giver = device();
  const anns = await funded(giver, 100);
  const ids: string[] = [];
  for (const job of ['one', 'two']) {
    const zap = eventBy(
      ANN,
      draftNutzap({ pubkey: ben }, mint, await locked(giver, anns, 8, key, job), job),
      NOW,
    );
    relay.publish(zap);
    ids.push(zap.id);
  }
  await world.until(() => nutzaps.context().zaps.size === 2);
  tab.send({ type: 'ecash.allow', mint });
  const isTold = (id: string) => relay.events.some((event) => redeemedIn(event).includes(id));
  isWilling = false;
  nutzaps.actor.send({ type: 'nutzaps.redeem', ids: ids.slice(0, 1), now: NOW });
  await world.until(() => nutzaps.desk.open().length > 0);
  nutzaps.desk.refuse();
  isWilling = true;
  nutzaps.actor.send({ type: 'nutzaps.redeem', ids: ids.slice(1), now: NOW });
  await world.until(() => ids.every(isTold));
  expect(balance(tab)).toBe(16);
});

test('E-42 if the key that opens nutzaps cannot be stored, nutzap info is not published', async () => {
  const log = fromCallback<EcashStoreCommand, { account: string }>(({ sendBack, receive }) => {
    sendBack({
      type: 'ecashLog.opened',
      lines: [{ type: 'seeded', words: secretOf('words') }],
    } satisfies EcashStoreSignal);
    receive((command) => {
      if (command.type === 'ecashLog.append')
        sendBack({ type: 'ecashLog.writeFailed', lines: command.lines } satisfies EcashStoreSignal);
    });
  });
  const [relay, world] = [sharedRelay(), device({ log })];
  const nutzaps = openNutzaps(relay, BEN, world.open());
  await world.until(() => nutzaps.context().isHeard);
  nutzaps.actor.send({ type: 'nutzaps.publish', mints: [mint], now: NOW });
  await world.until(() => nutzaps.context().trouble !== undefined);
  expect([nutzaps.context().trouble, relay.events]).toEqual(['unkept', []]);
});

test('E-42 NIP-61 an invalid or unwanted nutzap is not redeemed, and its mint gets no request', async () => {
  const heard: string[] = [];
  const { world, tab, nutzaps, relay, key } = await receiver(sharedRelay(), {
    hears: (path) => heard.push(path),
  });
  const giver = device();
  const anns = await funded(giver, 200);
  tab.send({ type: 'ecash.allow', mint });
  const proofs = await locked(giver, anns, 8, key, 'good');
  const foreign = await locked(giver, anns, 8, getPublicKey(bytesOf(ANN)), 'foreign');
  const bare = proofs.map((proof) => ({ ...proof, dleq: undefined }));
  const false_ = proofs.map((proof) => ({
    ...proof,
    dleq: { e: 'ab'.repeat(32), s: 'cd'.repeat(32), r: '01'.repeat(32) },
  }));
  const zaps = [foreign, bare, false_].map((some) =>
    eventBy(ANN, draftNutzap({ pubkey: ben }, mint, some, ''), NOW),
  );
  const elsewhere = eventBy(
    ANN,
    draftNutzap({ pubkey: ben }, 'https://other.example', proofs, ''),
    NOW,
  );
  for (const zap of [...zaps, elsewhere]) relay.publish(zap);
  nutzaps.actor.send({
    type: 'nutzaps.redeem',
    ids: [...zaps, elsewhere].map(({ id }) => id),
    now: NOW,
  });
  await world.until(() => nutzaps.context().outcomes.size === 1);
  expect([...nutzaps.context().outcomes.values()]).toMatchObject([
    { isDone: false, reason: { code: 'unproven' } },
  ]);
  expect(balance(tab)).toBe(0);
  expect(heard.filter((path) => !/^\/v1\/(info|keys|keysets)/.test(path))).toEqual([]);
  // a false copy does not block the true nutzap
  const true_ = eventBy(ANN, draftNutzap({ pubkey: ben }, mint, proofs, ''), plus(NOW, seconds(1)));
  relay.publish(true_);
  nutzaps.actor.send({ type: 'nutzaps.redeem', ids: [true_.id], now: NOW });
  await world.until(() => balance(tab) === 8);
});

test('NIP-60 another program’s ecash is shown, redeemed by a press, and its event deleted', async () => {
  const relay = sharedRelay();
  const giver = device();
  const anns = await funded(giver, 64);
  anns.send({ type: 'ecash.send', job: 'out', mint, amount: 32, memo: '', now: NOW });
  await giver.until(() => stateIn(anns, 'out') === 'settled');
  const proofs = (jobOf(anns, 'out')?.settled?.given ?? []).map(plainOf);
  const mine = nip44.getConversationKey(bytesOf(BEN), ben);
  const kept = (content: object, at: number) =>
    eventBy(
      BEN,
      { kind: KIND.WalletTokens, tags: [], content: nip44.encrypt(JSON.stringify(content), mine) },
      plus(NOW, seconds(at)),
    );
  const old = kept({ mint, unit: 'sat', proofs: proofs.slice(0, 1) }, 0);
  const tokens = kept({ mint, unit: 'sat', proofs, del: [old.id] }, 1);
  const garbage = eventBy(BEN, { kind: KIND.WalletTokens, tags: [], content: 'no cipher' }, NOW);
  for (const event of [old, tokens, garbage]) relay.publish(event);
  const world = device();
  const tab = world.open();
  const nutzaps = openNutzaps(relay, BEN, tab);
  await world.until(() => nutzaps.context().texts.size === 3);
  tab.send({ type: 'ecash.allow', mint });
  expect(deletedIn(relay)).toEqual([]);
  nutzaps.actor.send({ type: 'nutzaps.redeem', ids: [tokens.id, old.id, garbage.id], now: NOW });
  await world.until(
    () =>
      deletedIn(relay).length > 0 && relay.events.some(({ kind }) => kind === KIND.WalletHistory),
  );
  expect([balance(tab), deletedIn(relay)]).toEqual([32, [tokens.id]]);
});

const deletedIn = ({ events }: ReturnType<typeof sharedRelay>) => events.flatMap(deletedTokensIn);

/** Redeem a nutzap of 21 sats in a page that crashes at a step, and then in another page. */
async function trial(at: number | undefined, options?: Options): Promise<readonly Step[]> {
  const { world, tab, nutzaps, relay, key } = await receiver(sharedRelay(), options);
  const giver = device();
  const proofs = await locked(giver, await funded(giver, 32), 21, key, 'zap');
  const zap = eventBy(ANN, draftNutzap({ pubkey: ben }, mint, proofs, ''), NOW);
  relay.publish(zap);
  tab.send({ type: 'ecash.allow', mint });
  await world.until(() => nutzaps.context().zaps.size === 1 && tab.purse().mints.has(mint));
  const steps: Step[] = [];
  world.steps = (step) => {
    if (steps.length === at) {
      nutzaps.stop();
      tab.crash();
    }
    steps.push(step);
  };
  const take = { type: 'nutzaps.redeem', ids: [zap.id], now: NOW } as const;
  nutzaps.actor.send(take);
  const isTold = () => relay.events.some((event) => redeemedIn(event).includes(zap.id));
  await world.until(() => isTold() || (at !== undefined && steps.length > at));
  world.steps = () => undefined;
  if (!isTold()) {
    const next = world.open();
    const again = openNutzaps(relay, BEN, next);
    await world.until(
      () => again.context().zaps.size === 1 && next.actor.getSnapshot().hasTag('open'),
    );
    again.actor.send({ type: 'nutzaps.read' });
    if (at !== undefined && at % 2 === 0) again.actor.send(take);
    let turn = 0;
    await world.until(() => isTold() || turn++ > 40);
    if (!isTold()) again.actor.send(take);
    await world.until(isTold);
    expect(balance(next)).toBe(21);
    again.stop();
  } else expect(balance(tab)).toBe(21);
  expect(relay.events.filter((event) => redeemedIn(event).includes(zap.id))).toHaveLength(1);
  world.end();
  giver.end();
  return steps;
}

test('E-42 E-48 a crash at any step of redeeming loses nothing, and redeems once', {
  timeout: 300_000,
}, async () => {
  const steps = await trial(undefined);
  expect(steps.length).toBeGreaterThan(6);
  // the long run tries each step, and this run every few from a random one on
  const stride = Math.ceil(steps.length / runs(steps.length));
  const first = Math.floor(Math.random() * stride);
  for (const at of steps.keys()) if (at % stride === first) await trial(at);
});

test('E-42 a wallet that assumes the mint got no request loses a nutzap (planted)', {
  timeout: 300_000,
}, async () => {
  const forgetful = (port: ReturnType<typeof ecashMint>) =>
    fromPromise<MintAnswer, MintAsk>(({ input, signal }) =>
      input.act.do === 'look'
        ? Promise.resolve({ is: 'refused', reason: { code: 'spent' } })
        : ask(port, input, signal),
    );
  const steps = await trial(undefined, { mint: forgetful });
  const lost = steps.findLastIndex((step) => step === 'answer');
  await expect(trial(lost - 2, { mint: forgetful })).rejects.toThrow();
});

async function ask(
  port: ReturnType<typeof ecashMint>,
  input: MintAsk,
  signal: AbortSignal,
): Promise<MintAnswer> {
  const actor = createActor(port, { input });
  signal.addEventListener('abort', () => actor.stop());
  return toPromise(actor.start());
}

test('NIP-61 reading a nutzap returns the written data', async () => {
  const giver = device();
  const proofs = await locked(giver, await funded(giver, 32), 21, ben, 'zap');
  const id = 'ab'.repeat(32);
  const zap = readNutzap(
    eventBy(ANN, draftNutzap({ pubkey: ben, id, kind: 1 }, mint, proofs, 'hello'), NOW),
  );
  expect(zap).toMatchObject({ to: ben, mint, sats: 21, message: 'hello', about: id });
  expect(zap?.proofs.map(plainOf)).toEqual(proofs.map(plainOf));
  expect(worthOf(zap?.proofs ?? [])).toBe(21);
});

/** A wallet event that cannot be decrypted or parsed. */
const unreadable = (content: string, at: number) =>
  eventBy(BEN, { kind: KIND.EcashWallet, tags: [], content }, plus(NOW, seconds(at)));

test('E-42 INV-BASE NIP-60 an unreadable wallet is replaced only if the user agreed', async () => {
  const relay = sharedRelay();
  const mine = nip44.getConversationKey(bytesOf(BEN), ben);
  const [first, second] = [
    unreadable('no cipher', 0),
    unreadable(nip44.encrypt('{"not": "rows"}', mine), 1),
  ];
  relay.publish(first);
  const world = device();
  const nutzaps = openNutzaps(relay, BEN, world.open());
  await world.until(() => nutzaps.context().isHeard && nutzaps.context().texts.has(first.id));
  const publish = (over?: string) =>
    nutzaps.actor.send({
      type: 'nutzaps.publish',
      mints: [mint],
      now: plus(NOW, seconds(9)),
      over,
    });
  publish();
  await world.until(() => nutzaps.context().trouble === 'unreadable');
  // a newer version exists that the user had not seen when they agreed
  relay.publish(second);
  await world.until(() => nutzaps.context().texts.has(second.id));
  publish(first.id);
  let turn = 0;
  await world.until(() => turn++ > 5);
  expect([nutzaps.context().trouble, relay.events.length]).toEqual(['unreadable', 2]);
  publish(second.id);
  await world.until(
    () => nutzaps.context().info !== undefined && nutzaps.context().wallet?.id !== second.id,
  );
  const wallet = relay.events.findLast(({ kind }) => kind === KIND.EcashWallet);
  const says = readWallet(nip44.decrypt(wallet?.content ?? '', mine));
  const info = nutzaps.context().info;
  expect([says?.mints, says?.key?.pubkey]).toEqual([
    [mint],
    info && readNutzapInfo(ben, info)?.key,
  ]);
});

test('E-42 NIP-61 nutzaps are redeemed automatically only if chosen, at allowed mints', async () => {
  const { world, tab, nutzaps, relay, key } = await receiver();
  const giver = device();
  const anns = await funded(giver, 100);
  const send = async (sats: number, job: string) => {
    const zap = eventBy(
      ANN,
      draftNutzap({ pubkey: ben }, mint, await locked(giver, anns, sats, key, job), job),
      NOW,
    );
    relay.publish(zap);
    await world.until(() => nutzaps.context().zaps.has(zap.id));
    return zap;
  };
  const idle = async () => {
    let turn = 0;
    await world.until(() => turn++ > 8);
  };
  await send(8, 'one');
  await idle();
  expect([balance(tab), tab.purse().jobs.size]).toEqual([0, 0]);
  // chosen, but the user never allowed that mint here
  nutzaps.actor.send({ type: 'nutzaps.auto', on: true });
  await idle();
  expect([balance(tab), tab.purse().jobs.size]).toEqual([0, 0]);
  tab.send({ type: 'ecash.allow', mint });
  await world.until(() => tab.purse().mints.has(mint));
  const two = await send(16, 'two');
  await world.until(() => relay.events.some((event) => redeemedIn(event).includes(two.id)));
  expect(balance(tab)).toBe(16);
  // the next page redeems nutzaps that arrived meanwhile, and none twice
  nutzaps.stop();
  tab.crash();
  const next = world.open();
  const again = openNutzaps(relay, BEN, next, undefined, { isAuto: true });
  await world.until(() => balance(next) === 24);
  await world.until(() => again.context().redeemed.size === 2);
  again.actor.send({ type: 'nutzaps.auto', on: false });
  const zap = eventBy(
    ANN,
    draftNutzap({ pubkey: ben }, mint, await locked(giver, anns, 4, key, 'three'), ''),
    NOW,
  );
  relay.publish(zap);
  await world.until(() => again.context().zaps.size === 3);
  await idle();
  expect(balance(next)).toBe(24);
});

test('E-42 NIP-61 NUT-12 a nutzap’s mint signature is checked by its keys, once allowed', async () => {
  const heard: string[] = [];
  const giver = device();
  const proofs = await locked(giver, await funded(giver, 32), 8, 'a'.repeat(64), 'zap');
  const world = device({ hears: (path) => heard.push(path) });
  const tab = world.open();
  const forged = proofs.map((proof) => ({
    ...proof,
    dleq: { e: 'ab'.repeat(32), s: 'cd'.repeat(32), r: '01'.repeat(32) },
  }));
  const bare = proofs.map((proof) => ({ ...proof, dleq: undefined }));
  const found = (key: string) => tab.actor.getSnapshot().context.checked.get(key);
  const prove = (key: string, some: readonly Proof[]) =>
    tab.send({ type: 'ecash.check', key, mint, proofs: some, act: 'prove' });
  await world.until(() => tab.actor.getSnapshot().hasTag('open'));
  prove('early', proofs);
  tab.send({ type: 'ecash.allow', mint });
  await world.until(() => tab.purse().mints.has(mint));
  expect([tab.actor.getSnapshot().context.checked.size, heard]).toEqual([0, []]);
  prove('true', proofs);
  prove('forged', forged);
  prove('bare', bare);
  await world.until(() => ['true', 'forged', 'bare'].every((key) => found(key) !== undefined));
  expect([found('true'), found('forged'), found('bare')]).toEqual([
    'proven',
    'unproven',
    'unproven',
  ]);
  expect(heard.filter((path) => !/^\/v1\/(info|keys|keysets)/.test(path))).toEqual([]);
});
