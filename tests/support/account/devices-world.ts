import { createActor, sendTo, setup, SimulatedClock } from 'xstate';
import { encrypt, getConversationKey } from 'nostr-tools/nip44';
import { parseBunkerInput } from 'nostr-tools/nip46';
import { finalizeEvent, generateSecretKey } from 'nostr-tools/pure';
import { vi } from 'vitest';
import { deviceSeal } from '../../../src/adapters/account/keys/device-seal.ts';
import { devicesPort } from '../../../src/adapters/account/devices/devices-port.ts';
import { openStorages } from '../../../src/adapters/core/storage.ts';
import type { DeviceAnswer } from '../../../src/events/account/devices/device-request.ts';
import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { readEvent } from '../../../src/events/nostr/event-shape.ts';
import { seconds } from '../../../src/events/core/time.ts';
import type {
  DevicesCommand,
  DevicesSignal,
} from '../../../src/machines/account/devices/devices-protocol.ts';
import { isPeerEvent, type PeerEvent } from '../../../src/machines/connection/relay-protocol.ts';
import { elapse } from '../machines/clock.ts';
import { fakeBus } from '../connection/fake-bus.ts';
import { peersOver } from '../connection/peer-connections.ts';
import { fakeBrowser } from '../browser/fake-browser.ts';
import { fakeRelay } from './fake-bunker.ts';
import { fakeIdb } from '../browser/fake-idb.ts';
import { fakeLocks } from '../browser/fake-locks.ts';
import { sealKeys, testKeys } from './test-keys.ts';
import { pressed } from '../../../src/events/nostr/ours.ts';

export const RELAY = pressed('wss://relay.example');
const stops: Array<() => void> = [];

/** End all pages that a test has opened. */
export function endTabs(): void {
  for (const stop of stops.splice(0)) stop();
}

type Asked = Extract<DevicesSignal, { type: 'devicePort.requested' }>;

const crypt = { subtle: crypto.subtle, getRandomValues: crypto.getRandomValues.bind(crypto) };

/**
 * One browser with its storage, locks and keys; `tab` opens a page in it. `account`: a new one per
 * browser, as all tests share channels.
 */
export function browserOf(account: string) {
  const { box, kept } = sealKeys();
  const [idb, locks, relay] = [fakeIdb(), fakeLocks(), fakeRelay()];
  const storages = openStorages(fakeBrowser().tab().device);
  const seal = deviceSeal(box, crypt);
  let clock = 1_000_000;
  const tab = ({ seals = true, isAwake = true } = {}) => {
    const { keys } = testKeys(box);
    const mine = locks.tab();
    const heard: DevicesSignal[] = [];
    const timers: Array<{ ms: number; run: () => void; isOver: boolean }> = [];
    let serving: ((asked: Asked) => void) | undefined;
    let count = 0;
    const logic = devicesPort({
      keys: seals
        ? keys
        : {
            ask: async (task) =>
              task.do === 'seal'
                ? { ok: false, failure: { code: 'not-secure-env' } }
                : keys.ask(task),
          },
      factory: idb.factory,
      seal,
      storage: storages.account,
      locks: mine.locks,
      channel: (name) => new BroadcastChannel(name),
      page: Object.assign(new EventTarget(), { visibilityState: 'hidden' as const }),
      after: (ms, run) => {
        const timer = { ms, run, isOver: false };
        timers.push(timer);
        return () => {
          timer.isOver = true;
        };
      },
      now: () => seconds(clock),
      newId: () => `secret-${account.slice(0, 2)}-${++count}`,
    });
    const parent = setup({
      types: { events: {} as DevicesSignal | PeerEvent },
      actors: { logic, peers: peersOver(relay.openSocket) },
    }).createMachine({
      invoke: [
        { id: 'peers', src: 'peers', input: { bus: fakeBus().bus } },
        { id: 'port', src: 'logic', input: { account, isAwake } },
      ],
      on: {
        'peer.*': { actions: sendTo('peers', ({ event }) => event) },
        '*': {
          actions: ({ event }) => {
            if (isPeerEvent(event)) return;
            heard.push(event);
            if (event.type === 'devicePort.requested') serving?.(event);
          },
        },
      },
    });
    const time = new SimulatedClock();
    const actor = createActor(parent, { clock: time }).start();
    const stop = () => {
      actor.stop();
      mine.end();
    };
    stops.push(stop);
    const tell = (command: DevicesCommand) => actor.getSnapshot().children['port']?.send(command);
    const last = <T extends DevicesSignal['type']>(type: T) =>
      heard.findLast((one): one is Extract<DevicesSignal, { type: T }> => one.type === type);
    const until = <T extends DevicesSignal['type']>(type: T) =>
      vi.waitFor(() => {
        const found = last(type);
        if (!found) throw new Error(`no ${type}`);
        return found;
      });
    return {
      heard,
      tell,
      last,
      until,
      stop,
      timers,
      /** Lets time pass for the relays. */
      pass: (ms: number) => elapse(time, ms, 500),
      asked: () => heard.filter((one) => one.type === 'devicePort.requested'),
      /** Answer all later requests. */
      serve: (answer: (call: Asked['call']) => DeviceAnswer | undefined) => {
        serving = ({ device, ref, call }) => {
          const said = answer(call);
          if (said) tell({ type: 'devicePort.answer', device, ref, answer: said });
        };
      },
    };
  };
  const pass = (by: number) => {
    clock += by;
  };
  return { tab, idb, relay, seal, sealed: kept, storages, pass, now: () => clock };
}

/** Show an offer and return the address in it. */
export async function offered(
  tab: ReturnType<ReturnType<typeof browserOf>['tab']>,
): Promise<string> {
  tab.tell({ type: 'devicePort.offer', relays: [RELAY] });
  const { offer } = await tab.until('devicePort.offered');
  return offer.uri.reveal() ?? '';
}

/** A request as another program makes it. */
export function requestBy(
  key: Uint8Array,
  to: string,
  message: unknown,
  over: { created_at: number } & Partial<{ kind: number }>,
): SignedEvent {
  const content = encrypt(
    typeof message === 'string' ? message : JSON.stringify(message),
    getConversationKey(key, to),
  );
  const event = readEvent(
    JSON.parse(
      JSON.stringify(finalizeEvent({ kind: 24_133, content, tags: [['p', to]], ...over }, key)),
    ),
  );
  if (!event) throw new Error('no event');
  return event;
}

export async function joined(
  it: ReturnType<typeof browserOf>,
  key = generateSecretKey(),
  tab = it.tab(),
) {
  const pointer = await parseBunkerInput(await offered(tab));
  if (!pointer) throw new Error('no pointer');
  it.relay.publish(
    requestBy(
      key,
      pointer.pubkey,
      { id: 'c', method: 'connect', params: [pointer.pubkey, pointer.secret] },
      { created_at: it.now() },
    ),
  );
  await tab.until('devicePort.paired');
  const say = (message: unknown, over: { created_at?: number } = {}) => {
    const event = requestBy(key, pointer.pubkey, message, { created_at: it.now(), ...over });
    it.relay.publish(event);
    return event;
  };
  return { tab, id: pointer.pubkey, key, secret: pointer.secret ?? '', say };
}

export const settle = () => new Promise((resolve) => setTimeout(resolve, 20));
