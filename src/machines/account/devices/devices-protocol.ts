import type { Device, DeviceEntry } from '../../../events/account/devices/device.ts';
import type { DeviceAnswer, DeviceCall } from '../../../events/account/devices/device-request.ts';
import type { Permits } from '../../../events/account/devices/permits.ts';
import type { Secret } from '../../../events/account/keys/secret.ts';
import type { Seconds } from '../../../events/core/time.ts';
import type { Ours } from '../../../events/nostr/ours.ts';

/**
 * Why no device was connected. `late`: the code expired. `guessed`: strangers tried too many
 * secrets. `known`: the code was already used. `many`: too many devices. `form`: not a code of an
 * app. `failed`: this browser could not create or store a key.
 */
export type DeviceProblem = 'late' | 'guessed' | 'known' | 'many' | 'form' | 'failed';

/** An address of this signer that admits one client (`bunker://`) until `until`. */
export interface DeviceOffer {
  readonly uri: Secret<string>;
  readonly until: Seconds;
}

/** A new request of a known device, signed by its key. `ref`: id of its event. */
export interface DeviceAsked {
  readonly ref: string;
  readonly device: string;
  readonly call: DeviceCall | undefined;
  readonly at: Seconds;
}

/** `isAwake`: asleep, the tab leaves the answers to another one. */
export interface DevicesPortInput {
  readonly account: string;
  readonly isAwake: boolean;
}

/** Commands to the port of device connections. `note`: requests of devices, for their logs. */
export type DevicesCommand =
  | { type: 'devicePort.offer'; relays: ReadonlyArray<Ours<string>> }
  | { type: 'devicePort.withdraw' }
  | { type: 'devicePort.setAwake'; isAwake: boolean }
  | { type: 'devicePort.accept'; uri: Secret<string>; permits: Permits }
  | { type: 'devicePort.answer'; device: string; ref: string; answer: DeviceAnswer }
  | { type: 'devicePort.permit'; device: string; permits: Permits }
  | { type: 'devicePort.record'; device: string; entries: readonly DeviceEntry[] }
  | { type: 'devicePort.remove'; device: string };

/**
 * Signals from the port. `found`: all stored devices, first and after each change in any tab.
 * `leading`: true if this tab answers.
 */
export type DevicesSignal =
  | { type: 'devicePort.found'; devices: readonly Device[] }
  | { type: 'devicePort.leadershipChanged'; leading: boolean }
  | { type: 'devicePort.writeFailed' }
  | { type: 'devicePort.offered'; offer: DeviceOffer }
  | { type: 'devicePort.paired'; device: string }
  | { type: 'devicePort.refused'; why: DeviceProblem }
  | ({ type: 'devicePort.requested' } & DeviceAsked);

/** Intents of the user for the account's devices. `how`: the answer to one question. */
export type DevicesIntent =
  /** Starts the devices actor. `unseen`: only to listen for devices, without a view. */
  | { readonly type: 'devices.open'; readonly unseen?: true }
  | { readonly type: 'devices.offer' }
  | { readonly type: 'devices.withdraw' }
  | { readonly type: 'devices.accept'; readonly uri: Secret<string>; readonly permits: Permits }
  | { readonly type: 'devices.permit'; readonly device: string; readonly permits: Permits }
  | { readonly type: 'devices.remove'; readonly device: string }
  | {
      readonly type: 'devices.decide';
      readonly ref: string;
      readonly how: 'once' | 'always' | 'refuse';
      readonly now: Seconds;
    };
