import { getPublicKey } from 'nostr-tools/pure';
import type { PeerAnswer } from '../../../machines/connection/relay-protocol.ts';
import { nsecEncode } from 'nostr-tools/nip19';
import { describe, expect, test } from 'vitest';
import {
  type AnyActorLogic,
  type CallbackActorLogic,
  createActor,
  type EventObject,
  type PromiseActorLogic,
  setup,
  toPromise,
} from 'xstate';
import { fakeAuthenticator } from '../../../../tests/support/account/fake-authenticator.ts';
import { fakeBrowser } from '../../../../tests/support/browser/fake-browser.ts';
import { note } from '../../../../tests/support/account/fake-signer.ts';
import { testKeys } from '../../../../tests/support/account/test-keys.ts';
import { secretOf } from '../../../events/account/keys/secret.ts';
import { bytesOf } from '../../../events/core/hex.ts';
import type { KeyCommand } from '../../../machines/account/keys/key-protocol.ts';
import type { SignerCommand, SignerPortInput } from '../../../machines/core/sign-request.ts';
import { openStorages } from '../../core/storage.ts';
import { openAccountStore } from '../session/account-store.ts';
import { keyBackend } from '../signing/key-backend.ts';
import { keyPort } from './login-ports.ts';
import { pressed } from '../../../events/nostr/ours.ts';
import { seconds } from '../../../events/core/time.ts';
import { keyHoldsPort, lockPort, openPort } from './pin-ports.ts';
import type { Performed, SignerBackend } from '../signing/signer-backend.ts';
import { signerPort } from '../signing/signer-port.ts';

const SECRET = '67dea2ed018072d675f5415ecfaed7d2597555e202d85b3d65ea4e58d2d92ffa';
const ME = getPublicKey(bytesOf(SECRET));

function start() {
  const { page, device } = fakeBrowser().tab();
  const { keys, tasks } = testKeys();
  const store = openAccountStore(openStorages(device), page);
  /** True if the key is open. Asks the worker for it. */
  const isOpen = async () => (await keys.ask({ do: 'export', pubkey: ME })).ok;
  return { keys, tasks, store, isOpen };
}

/** Starts a callback port under a parent that records its reports. */
function startPort<Command extends EventObject, Input>(
  port: CallbackActorLogic<Command, Input>,
  input: Input,
) {
  const heard: EventObject[] = [];
  const parent = setup({
    types: { events: {} as EventObject },
    actors: { port: port as AnyActorLogic },
  }).createMachine({
    invoke: { id: 'port', src: 'port', input },
    on: { '*': { actions: ({ event }) => heard.push(event) } },
  });
  const root = createActor(parent).start();
  const child = root.getSnapshot().children['port'];
  return { heard, stop: () => root.stop(), tell: (command: Command) => child?.send(command) };
}

const settle = async () => {
  for (let i = 0; i < 30; i++) await new Promise((resolve) => setImmediate(resolve));
};
const open = (text = SECRET): KeyCommand => ({
  type: 'key.open',
  source: { from: 'hex', text: secretOf(text) },
});

describe('the open key of an account that is not the current one', () => {
  const own: SignerPortInput = { account: { pubkey: ME, method: 'key', lock: 'pin' } };

  /** An open key whose signer ends after the hold, as on a switch to another account. */
  async function left() {
    const w = start();
    await w.keys.ask({ do: 'open', key: { from: 'hex', text: SECRET } });
    const holds = startPort(keyHoldsPort(w), undefined);
    const find = () => own.account;
    const signer = () =>
      startPort<SignerCommand | PeerAnswer, SignerPortInput>(
        signerPort(() => keyBackend(own.account, { ...w, find, now: () => seconds(1) })),
        own,
      );
    const first = signer();
    holds.tell({ type: 'keyHold.hold', pubkey: ME });
    first.stop();
    await settle();
    return { ...w, holds, signer };
  }

  test('BEYOND-12 it stays open until the hold or its port ends', async () => {
    const byCommand = await left();
    expect(await byCommand.isOpen()).toBe(true);
    byCommand.holds.tell({ type: 'keyHold.close', pubkey: ME });
    byCommand.holds.stop();
    expect(await byCommand.isOpen()).toBe(false);
    const byEnd = await left();
    byEnd.holds.stop();
    expect(await byEnd.isOpen()).toBe(false);
  });

  test('BEYOND-12 its next signer takes the hold over, and closes the key at its end', async () => {
    const w = await left();
    w.holds.tell({ type: 'keyHold.handOver', pubkey: ME });
    const next = w.signer();
    w.holds.stop();
    await settle();
    expect(await w.isOpen()).toBe(true);
    next.stop();
    expect(await w.isOpen()).toBe(false);
  });
});

describe('a key that is signing in', () => {
  test('is closed when the sign-in ends, even while it is still being opened', async () => {
    for (const early of [true, false]) {
      const { keys, store, isOpen } = start();
      const port = startPort<KeyCommand, undefined>(
        keyPort({
          keys,
          store,
          authenticator: fakeAuthenticator().authenticator,
          archivedKey: async () => undefined,
        }),
        undefined,
      );
      port.tell(open());
      if (!early) await settle();
      port.stop();
      await settle();
      expect([port.heard.length, await isOpen()]).toEqual([early ? 0 : 1, false]);
    }
  });

  test('stays open when it is handed over', async () => {
    const { keys, store, isOpen } = start();
    const port = startPort<KeyCommand, undefined>(
      keyPort({
        keys,
        store,
        authenticator: fakeAuthenticator().authenticator,
        archivedKey: async () => undefined,
      }),
      undefined,
    );
    port.tell(open());
    await settle();
    port.tell({ type: 'key.handOver' });
    port.stop();
    await settle();
    expect(await isOpen()).toBe(true);
  });

  test('is replaced by the next one, and a wrong one changes nothing', async () => {
    const { keys, store, isOpen } = start();
    const port = startPort<KeyCommand, undefined>(
      keyPort({
        keys,
        store,
        authenticator: fakeAuthenticator().authenticator,
        archivedKey: async () => undefined,
      }),
      undefined,
    );
    for (const text of [SECRET, '11'.repeat(32), '0'.repeat(64)]) {
      port.tell(open(text));
      await settle();
    }
    expect(port.heard.map(({ type }) => type)).toEqual(['key.opened', 'key.opened', 'key.refused']);
    expect(await isOpen()).toBe(false);
  });

  test('E-32 typed secrets are forgotten as they are sent to the worker', async () => {
    const { keys, store } = start();
    const port = startPort<KeyCommand, undefined>(
      keyPort({
        keys,
        store,
        authenticator: fakeAuthenticator().authenticator,
        archivedKey: async () => undefined,
      }),
      undefined,
    );
    const text = secretOf(SECRET);
    port.tell({ type: 'key.open', source: { from: 'hex', text } });
    expect(text.reveal()).toBeUndefined();
  });
});

describe('a PIN', () => {
  const run = async <Output, Input>(
    logic: PromiseActorLogic<Output, Input>,
    input: Input,
  ): Promise<Output> =>
    toPromise(createActor(logic as PromiseActorLogic<Output>, { input }).start());

  test('ACCOUNT-03 locks the open key, which then opens with that PIN only; the PIN is forgotten', async () => {
    const { keys, store, isOpen } = start();
    await keys.ask({ do: 'open', key: { from: 'hex', text: SECRET } });
    const pin = secretOf('1234');
    expect(await run(lockPort({ keys, store }), { pubkey: ME, pin })).toBe(true);
    await keys.ask({ do: 'close', pubkey: ME });
    expect(pin.reveal()).toBeUndefined();
    const enter = (typed: string) =>
      run(openPort({ keys, store }), { pubkey: ME, pin: secretOf(typed) });
    expect([await enter('1235'), await isOpen()]).toEqual(['wrong', false]);
    expect([await enter('1234'), await isOpen()]).toEqual(['right', true]);
  });

  test('ACCOUNT-03 E-31 a record that is damaged anywhere is reported as lost, and nothing opens', async () => {
    const { keys, store, isOpen } = start();
    await keys.ask({ do: 'open', key: { from: 'hex', text: SECRET } });
    const answer = await keys.ask({ do: 'lock', pubkey: ME, pin: '1234' });
    await keys.ask({ do: 'close', pubkey: ME });
    const good = answer.ok ? (answer.text ?? '') : '';
    const payload = good.slice('ncryptsec1'.length);
    for (const damaged of [
      '',
      'ncryptsec1',
      good.slice(0, -1),
      `ncryptsec1${payload[0] === 'q' ? 'p' : 'q'}${payload.slice(1)}`,
    ]) {
      store.keepSecret(ME, { kept: 'pin', ncryptsec: damaged });
      expect(
        await run(openPort({ keys, store }), { pubkey: ME, pin: secretOf('1234') }),
        damaged.slice(0, 14),
      ).toBe('lost');
    }
    expect(await isOpen()).toBe(false);
  });

  test('of another account, or without a stored key, is lost and opens nothing', async () => {
    const { keys, store, isOpen } = start();
    await keys.ask({ do: 'open', key: { from: 'hex', text: SECRET } });
    const answer = await keys.ask({ do: 'lock', pubkey: ME, pin: '1234' });
    await keys.ask({ do: 'close', pubkey: ME });
    const other = 'b'.repeat(64);
    store.keepSecret(other, { kept: 'pin', ncryptsec: answer.ok ? (answer.text ?? '') : '' });
    expect(await run(openPort({ keys, store }), { pubkey: other, pin: secretOf('1234') })).toBe(
      'lost',
    );
    expect(await run(openPort({ keys, store }), { pubkey: ME, pin: secretOf('1234') })).toBe(
      'lost',
    );
    await settle();
    expect(await isOpen()).toBe(false);
  });

  test('that is entered after the timeout opens nothing', async () => {
    const { keys, store, isOpen } = start();
    await keys.ask({ do: 'open', key: { from: 'hex', text: SECRET } });
    const answer = await keys.ask({ do: 'lock', pubkey: ME, pin: '1234' });
    await keys.ask({ do: 'close', pubkey: ME });
    store.keepSecret(ME, { kept: 'pin', ncryptsec: answer.ok ? (answer.text ?? '') : '' });
    const actor = createActor(openPort({ keys, store }), {
      input: { pubkey: ME, pin: secretOf('1234') },
    }).start();
    actor.stop();
    await settle();
    expect(await isOpen()).toBe(false);
  });

  test('cannot lock a key that is not open', async () => {
    const { keys, store } = start();
    const actor = createActor(lockPort({ keys, store }), {
      input: { pubkey: ME, pin: secretOf('1234') },
    });
    const failed = new Promise((resolve) => actor.subscribe({ error: resolve }));
    actor.start();
    expect(await failed).toMatchObject({ message: 'the key could not be locked' });
  });
});

describe("the signer's port", () => {
  function world() {
    const running: Array<{
      settle: (performed: Performed) => void;
      fail: () => void;
      challenge: (url: string) => void;
      forgotten: boolean;
    }> = [];
    let ended = false;
    const backend: SignerBackend = {
      perform: (_, challenge) => {
        const one = {
          settle: (_performed: Performed): void => undefined,
          fail: (): void => undefined,
          challenge,
          forgotten: false,
        };
        running.push(one);
        const done = new Promise<Performed>((resolve, reject) => {
          one.settle = resolve;
          one.fail = () => reject(new Error('x'));
        });
        return { done, forget: () => void (one.forgotten = true) };
      },
      end: () => void (ended = true),
    };
    const input: SignerPortInput = { account: { pubkey: ME, method: 'extension' } };
    const port = startPort<SignerCommand | PeerAnswer, SignerPortInput>(
      signerPort(() => backend),
      input,
    );
    return {
      ...port,
      running,
      isEnded: () => ended,
      perform: (id: string) => port.tell({ type: 'signer.perform', id, act: note(id) }),
    };
  }

  test('TRUST-05 signs no event with a key or a wallet connection in it', async () => {
    const w = world();
    const wallet = `nostr+walletconnect://${ME}?relay=wss://a.example&secret=${'cd'.repeat(32)}`;
    const nsec = nsecEncode(new Uint8Array(32).fill(7));
    const tagged = pressed({
      kind: 0,
      content: '',
      tags: [['about', `(${nsec})`]],
      created_at: seconds(7),
    });
    w.tell({ type: 'signer.perform', id: 'text', act: note(`my key is ${nsec.toUpperCase()}.`) });
    w.tell({ type: 'signer.perform', id: 'wallet', act: note(`pay from ${wallet}`) });
    w.tell({ type: 'signer.perform', id: 'tag', act: { do: 'sign', template: tagged } });
    expect(w.running).toEqual([]);
    const failure = { code: 'event_not_signed', detail: { code: 'key.inText' } };
    expect(w.heard).toEqual(
      ['text', 'wallet', 'tag'].map((id) => ({ type: 'signer.failed', id, failure })),
    );
    // words about keys, and ecash, which is given away on purpose
    w.perform('nsec1 is the form of a private key; cashuAeyJ0b2tlbiI6W3sicHJvb2Zz');
    expect(w.running).toHaveLength(1);
  });

  test('reports the result of each act under its id: an answer, a failure, a page, a lock, an error', async () => {
    const w = world();
    for (const id of ['1', '2', '3', '4']) w.perform(id);
    w.running[0]?.challenge('https://x.example/');
    w.running[3]?.fail();
    w.running[2]?.settle('locked');
    w.running[1]?.settle({
      failure: { code: 'event_not_signed', detail: { code: 'signer.failed' } },
    });
    w.running[0]?.settle({ text: 'x' });
    await settle();
    const byId = new Map(
      w.heard.map((signal) => [
        'id' in signal ? `${String(signal.id)} ${signal.type}` : '',
        signal,
      ]),
    );
    expect(new Set(byId.keys())).toEqual(
      new Set([
        '1 signer.challenged',
        '1 signer.answered',
        '2 signer.failed',
        '3 signer.locked',
        '4 signer.failed',
      ]),
    );
  });

  test('SIGN-01 after an act is cancelled, or the account has left, its result is not reported', async () => {
    const w = world();
    w.perform('1');
    w.perform('2');
    w.tell({ type: 'signer.abandon', id: '1' });
    w.running[0]?.settle({ text: 'late' });
    w.running[0]?.challenge('https://x.example/');
    w.stop();
    w.running[1]?.settle({ text: 'late' });
    await settle();
    expect(w.heard).toEqual([]);
    expect([w.running.map(({ forgotten }) => forgotten), w.isEnded()]).toEqual([
      [true, true],
      true,
    ]);
  });
});
