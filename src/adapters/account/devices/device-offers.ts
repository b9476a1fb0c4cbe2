import { type Device, MOST_DEVICES } from '../../../events/account/devices/device.ts';
import { NO_PERMITS, type Permits } from '../../../events/account/devices/permits.ts';
import { bunkerUrl, readConnectUrl } from '../../../events/account/signing/remote-signing.ts';
import { type Secret, secretOf } from '../../../events/account/keys/secret.ts';
import { plus, seconds } from '../../../events/core/time.ts';
import type {
  DeviceOffer,
  DeviceProblem,
} from '../../../machines/account/devices/devices-protocol.ts';
import {
  type DeviceConnection,
  type DeviceConnectionDeps,
  type ReceivedCall,
  openDeviceConnection,
} from './device-connection.ts';
import type { Ours } from '../../../events/nostr/ours.ts';

interface OffersInput {
  readonly account: string;
  readonly devices: () => Promise<readonly Device[]>;
  /** Stores a device and listens for it on that connection. */
  readonly admit: (device: Device, link: DeviceConnection) => Promise<void>;
  /** Runs a job after all jobs that were started before it. */
  readonly later: (job: () => Promise<void>) => void;
  /** Receives the requests of a device that was admitted through one of our connections. */
  readonly heard: (device: string, heard: ReceivedCall) => void;
}

/**
 * How devices are added: by an offer of ours that is shown, or by an offer of theirs that was read.
 */
export interface DeviceOffers {
  /** Shows a new offer in place of the last one. `ended`: called if the offer expires unused. */
  readonly show: (
    relays: ReadonlyArray<Ours<string>>,
    ended: (why: DeviceProblem) => void,
  ) => Promise<DeviceOffer | { readonly why: DeviceProblem }>;
  readonly withdraw: () => void;
  /** Admits the device that made the offer, with these permits. Returns the reason if it fails. */
  readonly accept: (
    uri: Secret<string>,
    permits: Permits,
  ) => Promise<{ readonly why: DeviceProblem } | undefined>;
}

/** Lifetime of an offer. */
const LASTS = seconds(300);
const LASTS_MS = 300_000;
/** Maximum number of messages from clients that do not know its secret. */
const MOST_GUESSES = 20;

/** Each device gets its own key on our side. The secret of an offer admits one client, once. */
export function openDeviceOffers(
  { account, devices, admit, later, heard }: OffersInput,
  deps: DeviceConnectionDeps,
): DeviceOffers {
  const { keys, now, newId } = deps;
  let shown:
    | {
        readonly id: string;
        readonly end: () => void;
        readonly meet: (heard: ReceivedCall) => void;
      }
    | undefined;
  const withdraw = (): void => {
    shown?.end();
    shown = undefined;
  };
  const newLink = async (
    relays: ReadonlyArray<Ours<string>>,
    client: string | undefined,
  ): Promise<{ id: string; link: DeviceConnection }> => {
    const made = await keys.ask({ do: 'open', key: { from: 'new' } });
    if (!made.ok || made.pubkey === undefined) throw new Error('no key was made');
    const id = made.pubkey;
    const link = openDeviceConnection({ id, relays, account, client }, deps, (one) =>
      shown?.id === id ? shown.meet(one) : heard(id, one),
    );
    return { id, link };
  };
  return {
    withdraw,
    show: async (relays, ended) => {
      withdraw();
      if ((await devices()).length >= MOST_DEVICES) return { why: 'many' };
      const { id, link } = await newLink(relays, undefined);
      const secret = newId();
      let guesses = 0;
      const fail = (why: DeviceProblem): void => {
        withdraw();
        ended(why);
      };
      const stopWaiting = deps.after(LASTS_MS, () => fail('late'));
      const meet = ({ ref, from, at, request: { call } }: ReceivedCall): void => {
        if (call?.do !== 'connect' || call.secret.reveal() !== secret)
          return void (++guesses >= MOST_GUESSES && fail('guessed'));
        shown = undefined;
        stopWaiting();
        link.narrow(from);
        const { asked, name, url } = call;
        const device: Device = {
          id,
          client: from,
          name,
          url,
          relays,
          asked,
          permits: NO_PERMITS,
          since: at,
          log: [],
        };
        later(async () => {
          await admit(device, link);
          link.answer(ref, { result: 'ack' });
        });
      };
      const end = (): void => {
        stopWaiting();
        link.close();
        void keys.ask({ do: 'close', pubkey: id });
      };
      withdraw();
      shown = { id, end, meet };
      return {
        uri: secretOf(bunkerUrl({ pubkey: id, relays, secret })),
        until: plus(now(), LASTS),
      };
    },
    accept: async (uri, permits) => {
      const offer = readConnectUrl((uri.reveal() ?? '').trim());
      uri.forget();
      if (!offer) return { why: 'form' };
      const there = await devices();
      const { clientPubkey: client, relays, secret, name, url, asked } = offer;
      if (there.some((one) => one.client === client)) return { why: 'known' };
      if (there.length >= MOST_DEVICES) return { why: 'many' };
      const { id, link } = await newLink(relays, client);
      await admit({ id, client, name, url, relays, asked, permits, since: now(), log: [] }, link);
      link.say(client, newId(), { result: secret });
      return undefined;
    },
  };
}
