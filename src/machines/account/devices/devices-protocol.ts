import type { Device, DeviceEntry } from '../../../events/account/devices/device.ts';
import type { DeviceAnswer, DeviceCall } from '../../../events/account/devices/device-request.ts';
import type { Permits } from '../../../events/account/devices/permits.ts';
import type { Secret } from '../../../events/account/keys/secret.ts';
import type { Seconds } from '../../../events/core/time.ts';
import type { Ours } from '../../../events/nostr/ours.ts';

/**
 * Why no device was let in. `late`: nobody used the code in time; `guessed`: strangers tried too many secrets; `known`: that code was used already;
 * `many`: there are as many as can be; `form`: that is no code of an app; `failed`: this browser could not make or keep a key.
 */
export type DeviceProblem = 'late' | 'guessed' | 'known' | 'many' | 'form' | 'failed';

/** An address of this signer that lets one client in (`bunker://`), until `until`. */
export interface DeviceOffer {
  readonly uri: Secret<string>;
  readonly until: Seconds;
}

/** A request of a device that is known, signed by its key, not answered before. `ref`: the id of its event. */
export interface DeviceAsked {
  readonly ref: string;
  readonly device: string;
  readonly call: DeviceCall | undefined;
  readonly at: Seconds;
}

/** What the line to devices is told. `note`: what devices wanted, for their logs. */
export type DevicesCommand =
  | { type: 'line.offer'; relays: ReadonlyArray<Ours<string>> }
  | { type: 'line.withdraw' }
  | { type: 'line.accept'; uri: Secret<string>; permits: Permits }
  | { type: 'line.answer'; device: string; ref: string; answer: DeviceAnswer }
  | { type: 'line.permit'; device: string; permits: Permits }
  | { type: 'line.note'; device: string; entries: readonly DeviceEntry[] }
  | { type: 'line.remove'; device: string };

/** What it reports. `found`: all that are kept, first and after each change in whichever tab; `leading`: whether this tab answers. */
export type DevicesSignal =
  | { type: 'line.found'; devices: readonly Device[] }
  | { type: 'line.leading'; leading: boolean }
  | { type: 'line.unkept' }
  | { type: 'line.offered'; offer: DeviceOffer }
  | { type: 'line.joined'; device: string }
  | { type: 'line.refused'; why: DeviceProblem }
  | ({ type: 'line.asked' } & DeviceAsked);

/** What a person wants of the devices of the account. `how`: what is said to one request that was asked about. */
export type DevicesIntent =
  /** They are looked at; `unseen`: nobody looks, they are listened for. */
  | { readonly type: 'devices.open'; readonly unseen?: true }
  | { readonly type: 'devices.offer' }
  | { readonly type: 'devices.withdraw' }
  | { readonly type: 'devices.accept'; readonly uri: Secret<string>; readonly permits: Permits }
  | { readonly type: 'devices.permit'; readonly device: string; readonly permits: Permits }
  | { readonly type: 'devices.remove'; readonly device: string }
  | { readonly type: 'devices.decide'; readonly ref: string; readonly how: 'once' | 'always' | 'refuse'; readonly now: Seconds };
