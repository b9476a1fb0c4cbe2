import { saying } from '../../../../tests/support/views/in-english.ts';
import { inspect } from 'node:util';
import { finalizeEvent, getPublicKey, verifyEvent } from 'nostr-tools/pure';
import { describe, expect, test } from 'vitest';
import { createActor, enqueueActions, setup, waitFor } from 'xstate';
import { fakeAuthenticator } from '../../../../tests/support/account/fake-authenticator.ts';
import { fakeBrowser } from '../../../../tests/support/browser/fake-browser.ts';
import { fakeBunker, fakeRelay, honest } from '../../../../tests/support/account/fake-bunker.ts';
import { fakeBus } from '../../../../tests/support/connection/fake-bus.ts';
import { fakeAsker, note, request } from '../../../../tests/support/account/fake-signer.ts';
import { testKeys } from '../../../../tests/support/account/test-keys.ts';
import type { Account } from '../../../events/account/account.ts';
import { secretOf } from '../../../events/account/keys/secret.ts';
import { mnemonicKey } from '../../../events/account/keys/mnemonic.ts';
import { bytesOf, hexOf } from '../../../events/core/hex.ts';
import { secretKeyOf } from '../../../events/nostr/nip19.ts';
import { millis, seconds } from '../../../events/core/time.ts';
import { backupMachine } from '../../../machines/account/keys/backup.machine.ts';
import { newAccountMemory } from '../../people/new-account-memory.ts';
import { createAccountMachine } from '../../../machines/account/session/create-account.machine.ts';
import { loginMachine } from '../../../machines/account/keys/login.machine.ts';
import { pinMachine } from '../../../machines/account/keys/pin.machine.ts';
import {
  type SessionActor,
  sessionMachine,
} from '../../../machines/account/session/session.machine.ts';
import { signerMachine } from '../../../machines/account/signing/signer.machine.ts';
import { createRecorder } from '../../../machines/app/recording/recorder.ts';
import { recordingText } from '../../../machines/app/recording/recording-text.ts';
import { openStorages } from '../../core/storage.ts';
import { peersOver } from '../../../../tests/support/connection/peer-connections.ts';
import { isPeerEvent, type PeerEvent } from '../../../machines/connection/relay-protocol.ts';
import { accountPorts } from './account-ports.ts';
import { openAccountStore } from './account-store.ts';
import type { KeyWorkerClient } from '../keys/key-worker-client.ts';
import { plainEvent } from '../../../../tests/support/events/plain-event.ts';
import { pressed } from '../../../events/nostr/ours.ts';

const SECRET = '67dea2ed018072d675f5415ecfaed7d2597555e202d85b3d65ea4e58d2d92ffa';
const NSEC = 'nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5';
const ME = getPublicKey(bytesOf(SECRET));
const PIN = 'correct horse';

/** The device's key survives a page, as in the browser's database. */
const device = testKeys();

/**
 * A tab of that browser with the real machines and adapters. Keys, ciphers and the signers'
 * protocols are real too.
 */
function openTab(
  browser = fakeBrowser(),
  {
    relay = fakeRelay(),
    nostr,
    keys = device.keys,
    eraseMore,
  }: {
    relay?: ReturnType<typeof fakeRelay>;
    nostr?: unknown;
    keys?: KeyWorkerClient;
    eraseMore?: () => Promise<void>;
  } = {},
) {
  const { page, device: storage } = browser.tab();
  const store = openAccountStore(openStorages(storage), page);
  const log: string[] = [];
  const erased: string[] = [];
  let count = 0;
  const ports = accountPorts({
    keys,
    store,
    page: { nostr },
    wait: async () => undefined,
    authenticator: fakeAuthenticator().authenticator,
    archivedKey: async () => undefined,
    log: (text) => log.push(text),
    eraseMore: eraseMore ?? (async (pubkey) => void erased.push(pubkey)),
    now: () => seconds(1_700_000_000),
    newId: () => `id-${++count}`,
    offer: {
      relays: [pressed('wss://r.example')],
      name: 'Starling',
      url: 'https://starling.example',
    },
  });
  const pin = pinMachine.provide({ actors: ports.pin });
  const login = loginMachine.provide({ actors: { ...ports.login, pin } });
  const backup = backupMachine.provide({ actors: ports.backup });
  const create = createAccountMachine.provide({
    actors: { login, backup, memory: newAccountMemory(() => undefined) },
  });
  const session = sessionMachine.provide({
    actors: {
      ...ports.session,
      peers: peersOver(relay.openSocket),
      signer: signerMachine.provide({ actors: ports.signer }),
      login,
      pin,
      backup,
      create,
    },
  });
  const parent = setup({
    types: { events: {} as { type: 'session.changed'; account: Account | undefined } | PeerEvent },
    actors: { session, peers: peersOver(relay.openSocket) },
  }).createMachine({
    invoke: [
      { id: 'peers', src: 'peers', input: { bus: fakeBus().bus } },
      {
        id: 'session',
        src: 'session',
        input: {
          ...store.read(),
          bus: fakeBus().bus,
          home: 'https://starling.example',
          homeRelay: pressed('wss://r.example'),
        },
      },
    ],
    on: {
      'session.changed': {},
      'peer.*': {
        actions: enqueueActions(({ event, enqueue }) => {
          if (isPeerEvent(event)) enqueue.sendTo('peers', event);
        }),
      },
    },
  });
  const recorder = createRecorder(
    () => millis(0),
    millis(0),
    () => undefined,
  );
  const root = createActor(parent, { inspect: recorder.inspect }).start();
  const actor = root.getSnapshot().children['session'] as SessionActor;
  const asker = fakeAsker();
  const is = (where: unknown) =>
    waitFor(actor, ({ value }) => JSON.stringify(value.who) === JSON.stringify(where), {
      timeout: 15_000,
    });
  const children = () => actor.getSnapshot().children;
  let asked = 0;
  return {
    actor,
    browser,
    store,
    log,
    erased,
    recorder,
    is,
    children,
    where: () => actor.getSnapshot().value.who,
    close: () => root.stop(),
    type: (text: string) => {
      actor.send({ type: 'session.login' });
      children().login?.send({ type: 'login.submit', text: secretOf(text) });
    },
    login: async (inState: (value: unknown) => boolean) => {
      const { login } = children();
      if (login)
        await waitFor(login, ({ value, status }) => status !== 'active' || inState(value), {
          timeout: 15_000,
        });
      return login;
    },
    sign: async (content: string, pubkey = ME) => {
      const id = String(++asked);
      actor.send(request(asker.ref, id, note(content), pubkey));
      return waitFor(asker.ref, () => asker.settled.some((one) => one.id === id), {
        timeout: 15_000,
      }).then(() => asker.settled.find((one) => one.id === id)?.outcome);
    },
    askOnly: (content: string, pubkey = ME) =>
      actor.send(request(asker.ref, String(++asked), note(content), pubkey)),
    settled: asker.settled,
  };
}

type Tab = ReturnType<typeof openTab>;

async function loginWithPin(tab: Tab) {
  tab.type(NSEC);
  const login = await tab.login((value) => JSON.stringify(value) === '{"keyed":"securing"}');
  login
    ?.getSnapshot()
    .children.pin?.send({ type: 'pin.submit', pin: secretOf(PIN), repeated: secretOf(PIN) });
  await tab.is({ present: 'ready' });
}

async function enterPin(tab: Tab, pin: string) {
  const { pin: dialog } = tab.children();
  dialog?.send({ type: 'pin.submit', pin: secretOf(pin) });
  if (dialog)
    await waitFor(dialog, ({ status, value }) => status !== 'active' || value === 'entering', {
      timeout: 15_000,
    });
}

describe('a new account', () => {
  test('ACCOUNT-07 ACCOUNT-03 E-32 TRUST-05 is made with its PIN, signs, is backed up, and leaks nowhere', async () => {
    const browser = fakeBrowser();
    const tab = openTab(browser);
    tab.actor.send({ type: 'session.create' });
    const { create } = tab.children();
    if (!create) throw new Error('nothing was begun');
    create.send({ type: 'create.type', field: 'name', text: 'wren' });
    for (const step of ['create.next', 'create.next'] as const) create.send({ type: step });
    create.send({ type: 'create.finish', now: seconds(1_700_000_000) });
    const { login } = create.getSnapshot().children;
    if (!login) throw new Error('no key is made');
    const { children } = await waitFor(login, (snapshot) => snapshot.children.pin !== undefined, {
      timeout: 15_000,
    });
    children.pin?.send({ type: 'pin.submit', pin: secretOf(PIN), repeated: secretOf(PIN) });
    await tab.is({ present: 'ready' });
    const { pubkey = '' } = tab.actor.getSnapshot().context.account ?? {};
    expect(tab.store.read().accounts).toEqual([
      { pubkey, method: 'key', lock: 'pin', unsaved: true },
    ]);
    expect(await tab.sign('first', pubkey)).toMatchObject({ ok: true, event: { pubkey } });

    const { backup } = create.getSnapshot().children;
    backup?.send({ type: 'backup.show' });
    if (backup) await waitFor(backup, (snapshot) => snapshot.hasTag('shown'), { timeout: 15_000 });
    const { nsec, words } = backup?.getSnapshot().context ?? {};
    const [shown, mnemonic] = [nsec?.reveal() ?? '', words?.reveal() ?? ''];
    const secret = hexOf(secretKeyOf(shown) ?? new Uint8Array());
    expect(getPublicKey(bytesOf(secret))).toBe(pubkey);
    expect(hexOf(mnemonicKey(mnemonic) ?? new Uint8Array())).toBe(secret);
    const seen = [
      ...browser.texts.values(),
      recordingText(tab.recorder.recording()),
      inspect(tab.recorder.recording().log, { depth: 12 }),
      inspect(tab.actor.getSnapshot().context, { depth: 12 }),
      inspect(backup?.getSnapshot().context, { depth: 12 }),
      ...tab.log,
    ].join('\n');
    for (const text of [shown, secret, mnemonic, PIN]) expect(seen).not.toContain(text);
    backup?.send({ type: 'backup.hide' });
    expect([nsec?.reveal(), words?.reveal()]).toEqual([undefined, undefined]);
    tab.close();
  });
});

describe('a key with a PIN', () => {
  test('ACCOUNT-03 ACCOUNT-04 E-32 TRUST-05 signs after a reload and a wrong PIN, and leaks nowhere', async () => {
    const browser = fakeBrowser();
    const first = openTab(browser);
    await loginWithPin(first);
    expect(first.store.read().accounts).toEqual([{ pubkey: ME, method: 'key', lock: 'pin' }]);
    expect(first.store.secret(ME)).toMatchObject({ kept: 'pin' });
    const outcome = await first.sign('one');
    expect(outcome?.ok && 'event' in outcome && verifyEvent(plainEvent(outcome.event))).toBe(true);
    first.close();

    const second = openTab(browser);
    expect(second.where()).toEqual({ present: 'locked' });
    second.askOnly('two');
    await enterPin(second, 'wrong');
    expect(second.children().pin?.getSnapshot().context.problem).toBe('wrong');
    expect(second.settled).toEqual([]);
    await enterPin(second, PIN);
    await second.is({ present: 'ready' });
    expect(await second.sign('three')).toMatchObject({
      ok: true,
      event: { content: 'three', pubkey: ME },
    });
    expect(second.settled[0]).toMatchObject({
      id: '1',
      outcome: { ok: true, event: { content: 'two' } },
    });

    const seen = [
      ...browser.texts.values(),
      ...[first, second].flatMap(({ recorder, actor, log }) => [
        recordingText(recorder.recording()),
        inspect(recorder.recording().log, { depth: 12 }),
        inspect(actor.getSnapshot().context, { depth: 12 }),
        ...log,
      ]),
    ].join('\n');
    for (const secret of [NSEC, NSEC.slice(5, 25), SECRET, SECRET.slice(0, 20), PIN])
      expect(seen).not.toContain(secret);
    second.close();
  });

  test('ACCOUNT-05 a forgotten PIN erases the key from the device', async () => {
    const browser = fakeBrowser();
    const first = openTab(browser);
    await loginWithPin(first);
    first.close();
    const tab = openTab(browser);
    tab.actor.send({ type: 'session.unlock' });
    tab.children().pin?.send({ type: 'pin.forgot' });
    tab.children().pin?.send({ type: 'pin.confirm' });
    await tab.is('reading');
    expect([tab.store.secret(ME), tab.store.read().accounts]).toEqual([
      undefined,
      [{ pubkey: ME, method: 'readonly' }],
    ]);
    tab.close();
  });

  test('E-33 after another tab signed out, this tab signs nothing', async () => {
    const browser = fakeBrowser();
    const tab = openTab(browser);
    await loginWithPin(tab);
    const other = openTab(browser);
    other.actor.send({ type: 'session.leave', erase: true });
    await other.is('visitor');
    await tab.is('visitor');
    expect(await tab.sign('late')).toMatchObject({ ok: false, failure: { code: 'sign-no-nsec' } });
    expect([...browser.texts.keys()].filter((name) => name.includes(ME))).toEqual([]);
    tab.close();
    other.close();
  });
});

test('ACCOUNT-06 E-35 a removal that a closed page began is ended by the next page', async () => {
  const browser = fakeBrowser();
  const first = openTab(browser, { eraseMore: () => new Promise(() => undefined) });
  await loginWithPin(first);
  first.actor.send({ type: 'session.leave', erase: true });
  await first.is('leaving');
  first.close();
  expect(first.store.read()).toMatchObject({ accounts: [], current: undefined });
  const second = openTab(browser);
  await second.is('visitor');
  await expect.poll(() => second.erased).toEqual([ME]);
  await expect
    .poll(() => [...browser.texts.keys()].filter((name) => name.includes(ME)))
    .toEqual([]);
  second.close();
});

test('ACCOUNT-06 a removal that was not ended keeps the data of an account that has returned', async () => {
  const browser = fakeBrowser();
  const first = openTab(browser);
  await loginWithPin(first);
  first.store.beginLeave({ pubkey: ME, erase: true });
  first.close();
  const second = openTab(browser);
  await second.is({ present: 'locked' });
  expect([second.store.leaves(), second.erased]).toEqual([[], []]);
  expect(second.store.secret(ME)).toBeDefined();
  second.close();
});

describe('a key without a PIN', () => {
  const withoutPin = async (tab: Tab) => {
    tab.type(NSEC);
    const login = await tab.login((value) => JSON.stringify(value) === '{"keyed":"securing"}');
    const { pin } = login?.getSnapshot().children ?? {};
    pin?.send({ type: 'pin.skip' });
    pin?.send({ type: 'pin.confirm' });
    await tab.is({ present: 'ready' });
  };

  test('ACCOUNT-03 TRUST-05 is stored sealed by the device, never in plain, and opens when it is needed', async () => {
    const browser = fakeBrowser();
    const first = openTab(browser);
    await withoutPin(first);
    first.close();
    expect([...browser.texts.values()].join('\n')).not.toMatch(
      new RegExp(`${NSEC.slice(5, 25)}|${SECRET.slice(0, 20)}`),
    );
    const second = openTab(browser);
    expect(second.where()).toEqual({ present: 'locked' });
    expect(await second.sign('x')).toMatchObject({ ok: true });
    second.close();
  });

  test("ACCOUNT-16 copied to another device it is logged as 'error fetching public key' and removed", async () => {
    const browser = fakeBrowser();
    const first = openTab(browser);
    await withoutPin(first);
    first.close();
    const tab = openTab(browser, { keys: testKeys().keys });
    expect(await tab.sign('x')).toMatchObject({ ok: false, failure: { code: 'sign-no-nsec' } });
    await tab.is('reading');
    expect([tab.log, tab.store.secret(ME)]).toEqual([['error fetching public key'], undefined]);
    tab.close();
  });

  test('E-47 if storage is full it stays until the page is closed, and then the account is read-only', async () => {
    const browser = fakeBrowser();
    const tab = openTab(browser);
    browser.setFull(true);
    await withoutPin(tab);
    expect(tab.actor.getSnapshot().context.account).toEqual({
      pubkey: ME,
      method: 'key',
      lock: 'page',
    });
    expect(await tab.sign('x')).toMatchObject({ ok: true });
    tab.close();
  });
});

describe('others', () => {
  test('ACCOUNT-02 E-34 an extension signs in and signs; one that changed its account signs nothing', async () => {
    let key = bytesOf(SECRET);
    const nostr = {
      getPublicKey: () => ME,
      signEvent: (template: Parameters<typeof finalizeEvent>[0]) => finalizeEvent(template, key),
    };
    const tab = openTab(fakeBrowser(), { nostr });
    tab.actor.send({ type: 'session.login' });
    tab.children().login?.send({ type: 'login.extension' });
    await tab.is({ present: 'ready' });
    expect(await tab.sign('x')).toMatchObject({ ok: true, event: { pubkey: ME } });
    key = new Uint8Array(32).fill(66);
    expect(await tab.sign('y')).toMatchObject({
      ok: false,
      failure: { code: 'event-sig-not-verified' },
    });
    tab.close();
  });

  test('ACCOUNT-02 E-36 a remote signer is paired and used, also after a reload; its secret is not stored', async () => {
    const browser = fakeBrowser();
    const relay = fakeRelay();
    const bunker = fakeBunker(relay, honest);
    const first = openTab(browser, { relay });
    first.type(`bunker://${bunker.pubkey}?relay=wss://r.example&secret=s3cret`);
    await first.is({ present: 'ready' });
    expect(await first.sign('x', bunker.user)).toMatchObject({
      ok: true,
      event: { pubkey: bunker.user },
    });
    first.close();
    const second = openTab(browser, { relay });
    const before = bunker.requests.length;
    expect(await second.sign('y', bunker.user)).toMatchObject({ ok: true });
    expect(bunker.requests.slice(before).map(({ method }) => method)).toEqual(['sign_event']);
    expect([...browser.texts.values()].join('')).not.toContain('s3cret');
    second.actor.send({ type: 'session.leave', erase: true });
    await second.is('visitor');
    expect([second.store.secret(bunker.user), second.erased]).toEqual([undefined, [bunker.user]]);
    second.close();
  });

  test("SIGN-01 after an act is cancelled, the remote signer's late approval is dropped; the next act works", async () => {
    const relay = fakeRelay();
    let hangs = false;
    const bunker = fakeBunker(relay, (asked, who) => (hangs ? undefined : honest(asked, who)));
    const tab = openTab(fakeBrowser(), { relay });
    tab.type(`bunker://${bunker.pubkey}?relay=wss://r.example`);
    await tab.is({ present: 'ready' });
    await tab.sign('warm up', bunker.user);
    hangs = true;
    const hanging = tab.sign('hangs', bunker.user);
    const queue = () => tab.children().signer?.getSnapshot().context.queue ?? [];
    tab.children().signer?.send({ type: 'signer.cancel', queued: queue()[0]?.id ?? '' });
    expect(await hanging).toMatchObject({ ok: false, failure: { detail: saying('Cancelled') } });
    hangs = false;
    expect(await tab.sign('next', bunker.user)).toMatchObject({
      ok: true,
      event: { content: 'next' },
    });
    tab.close();
  });
});
