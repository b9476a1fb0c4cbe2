import { expect, test } from 'vitest';
import { settle, signedInApp } from '../../../../tests/support/account/signed-in-app.ts';
import { A } from '../../../../tests/support/account/session-world.ts';
import { arrival } from '../../../../tests/support/connection/fake-cache.ts';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { actorAt } from '../../../../tests/support/views/rendered-app.tsx';
import { secretOf } from '../../../events/account/keys/secret.ts';
import { millis, seconds } from '../../../events/core/time.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { pressed } from '../../../events/nostr/ours.ts';
import type { OutboxEntry } from '../../../events/publish/outbox/outbox-entry.ts';
import { type Choice, CHOICES } from './left-out.ts';
import { readRecording } from './read-recording.ts';
import { checkStates, compareChecks } from './recording-checks.ts';
import { recordingText } from './recording-text.ts';
import { replay } from './replay.ts';
import { replayedApp } from './replayed-app.ts';

const [TYPED, PUBLISHED] = ['anchovy on the quay', 'pineapple #pizza for all'];
const WALLET = 'c'.repeat(64);
const SECRET = 'd7'.repeat(32);
const HASH = 'e9'.repeat(32);

/** Sign in, connect a wallet, and publish two notes. Relays send the second one back. */
async function session() {
  const fake = await signedInApp();
  const { app, recorder } = fake;
  const check = async () => {
    await settle();
    checkStates(app, recorder);
  };
  fake.sign();
  await check();
  fake.answer('replaceable_event');
  await connectWallet(fake);
  await check();
  for (const [n, text] of [TYPED, PUBLISHED].entries()) {
    await publish(fake, text, n);
    await check();
  }
  return fake;
}

type Fake = Awaited<ReturnType<typeof signedInApp>>;

async function connectWallet({ app, clock }: Fake): Promise<void> {
  const intent = (one: object) =>
    actorAt(app, 'account').send({ type: 'account.intent', intent: one });
  const connection = {
    id: '0123456789abcdef',
    wallet: WALLET,
    relays: [pressed('wss://wallet.example')],
    secret: secretOf(SECRET),
    lud16: undefined,
  };
  intent({ type: 'money.open' });
  await settle();
  const money = actorAt(app, 'account', 'scope', 'money');
  const kept = { connections: [], active: undefined, limits: {}, acceptedHosts: [] };
  money.send({ type: 'paymentLog.opened', entries: [], now: seconds(1_700_000_000) });
  money.send({ type: 'walletStore.found', kept, hasWebln: false, hasEcash: false });
  intent({ type: 'money.connect', connection });
  money.send({
    type: 'walletStore.found',
    kept: { ...kept, connections: [connection] },
    hasWebln: false,
    hasEcash: false,
  });
  const wallet = actorAt(app, 'account', 'scope', 'money', `wallet ${connection.id}`);
  const abilities = { methods: ['get_balance', 'list_transactions'], scheme: 'nip44' };
  wallet.send({
    type: 'walletConnection.abilitiesReceived',
    abilities,
    at: seconds(1_700_000_000),
  });
  const transaction = {
    type: 'incoming',
    state: 'settled',
    hash: HASH,
    preimage: undefined,
    amountMsats: 1,
    feesMsats: 0,
    description: TYPED,
    at: undefined,
  };
  wallet.send({
    type: 'walletConnection.answered',
    id: '1',
    reply: { method: 'list_transactions', transactions: [transaction] },
    at: seconds(1_700_000_000),
  });
  elapse(clock, 1_000);
}

/** Publish a text. The second one comes back from the service. */
async function publish(fake: Fake, text: string, n: number): Promise<void> {
  const { app, clock } = fake;
  actorAt(app, 'account').send({
    type: 'account.intent',
    intent: { type: 'compose.open', aim: { type: 'note' } },
  });
  await settle();
  const compose = actorAt(app, 'account', 'scope', 'compose');
  const now = millis(1_700_000_000_000 + n);
  compose.send({
    type: 'draft.found',
    place: `0000000${n}-0000-4000-8000-000000000000`,
    others: 0,
  });
  compose.send({ type: 'compose.write', text: text.slice(0, 9), now });
  compose.send({ type: 'compose.write', text, now });
  compose.send({ type: 'compose.publish', now });
  elapse(clock, 5_000);
  await settle();
  fake.sign();
  await settle();
  const told = fake.sockets.lives.flatMap((life) => life.told);
  const sent = told.flatMap((one): VerifiedEvent[] =>
    one.type === 'socket.publish' && one.event.content === text ? [one.event] : [],
  );
  fake.relays();
  elapse(clock, 1_000);
  if (text === PUBLISHED) fake.socket.batch(arrival('feed', { events: sent }));
}

test('TOOL-02 TRUST-05 a shared session of an account is replayed whole, without its typed texts', async () => {
  const { recorder } = await session();
  const text = recordingText(recorder.recording(), 'shared');
  const read = readRecording(text);
  const checks = compareChecks(read);
  const { lost } = replay(replayedApp(), read, { onStep: checks.onStep });
  expect(lost.map(({ to, event }) => `/${to.join('/')} ${event.type}`)).toEqual([]);
  expect(checks.result()).toEqual({ compared: 4, divergence: undefined });
  for (const needle of [TYPED, SECRET]) expect(text).not.toContain(needle);
  expect(text).toContain(PUBLISHED);
});

test('TRUST-05 a shared file has no hash, signature or published text that the user left out', async () => {
  const { recorder } = await session();
  const recording = recorder.recording();
  const signed = recording.log.flatMap(({ event }): readonly VerifiedEvent[] =>
    event.type === 'signer.answered' && 'event' in event['answer'] ? [event['answer'].event] : [],
  );
  const note = (text: string) => signed.filter(({ content }) => content === text);
  const [typed, published] = [note(TYPED)[0], note(PUBLISHED)[0]];
  const jobs = recording.log.flatMap(({ event }): readonly string[] =>
    event.type === 'store.appended' ? event['entries'].map(({ job }: OutboxEntry) => job) : [],
  );
  expect(new Set(jobs).size).toBe(2);
  // a guess of the text could be compared with its hash
  const shared = recordingText(recording, 'shared');
  expect(shared).not.toContain(typed?.id);
  expect(shared).toContain(published?.id);
  for (const choice of ['texts', 'account'] satisfies Choice[]) {
    const file = recordingText(recording, 'shared', [choice]);
    for (const needle of [TYPED, PUBLISHED, typed?.id]) expect(file).not.toContain(needle);
  }
  const file = recordingText(recording, 'shared', CHOICES);
  for (const needle of [A, published?.id, ...jobs]) expect(file).not.toContain(needle);
});
