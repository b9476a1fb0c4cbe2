import type { Device, DeviceEntry } from '../../../events/account/devices/device.ts';
import {
  type DeviceAnswer,
  deviceActionOf,
  isAskedAlways,
  type KeyCall,
} from '../../../events/account/devices/device-request.ts';
import { isPermitted } from '../../../events/account/devices/permits.ts';
import { pressed } from '../../../events/nostr/ours.ts';
import { minus, type Seconds, seconds } from '../../../events/core/time.ts';
import type { DeviceAsked } from './devices-protocol.ts';
import type { SignAction, SignOutcome } from '../../core/sign-request.ts';
import type { DeviceQuestion } from '../../core/dialogs.machine.ts';

/**
 * An unanswered request. `wanting`: not handled yet. `quietly`: sent to the signer without a
 * prompt. `asking`: the user is asked the `question`. `signing`: sent to the signer, which may
 * prompt.
 */
export interface PendingDeviceRequest extends DeviceAsked {
  readonly call: KeyCall;
  readonly stage: 'wanting' | 'quietly' | 'asking' | 'signing';
  readonly question: DeviceQuestion | undefined;
  /** True if the request is permitted but the key was locked. */
  readonly locked: boolean;
}

/**
 * Next action for a request. `busy`: its device has asked too often. `drop`: its device was removed
 * from the account.
 */
export interface DeviceStep {
  readonly do: 'sign' | 'ask' | 'busy' | 'drop';
  readonly work: PendingDeviceRequest;
  readonly name: string;
}

interface Standing {
  readonly account: string;
  readonly isLocal: boolean;
  readonly devices: readonly Device[];
  readonly works: readonly PendingDeviceRequest[];
  readonly manners: ReadonlyMap<string, DeviceBehaviour>;
  readonly now: Seconds;
}

/**
 * How the user has answered a device's questions. `put`: times of the last questions. `refused`:
 * number of refusals in a row. `since`: time of the last one.
 */
export interface DeviceBehaviour {
  readonly put: readonly Seconds[];
  readonly refused: number;
  readonly since: Seconds;
}

/** Maximum pending requests of one device. */
export const MOST_WORK = 100;
const MINUTE = seconds(60);
/** Maximum questions of one device per minute. */
const MOST_QUESTIONS = 6;
/** Refusals in a row after which a device asks no more questions for a while. */
const MAX_REFUSALS = 2;
const REST = seconds(5 * 60);

/** A device without questions so far. */
const NO_MANNERS: DeviceBehaviour = { put: [], refused: 0, since: seconds(0) };

/** True if the user may be asked again for this device. `now`: by the clock of the last message. */
function mayAsk({ put, refused, since }: DeviceBehaviour, now: Seconds): boolean {
  if (refused >= MAX_REFUSALS && minus(now, since) < REST) return false;
  return put.filter((at) => minus(now, at) < MINUTE).length < MOST_QUESTIONS;
}

/** Record a question at this time. */
function asked(manners: DeviceBehaviour, now: Seconds): DeviceBehaviour {
  const isOver = manners.refused >= MAX_REFUSALS && minus(now, manners.since) >= REST;
  return {
    ...manners,
    put: [...manners.put, now].slice(-MOST_QUESTIONS),
    refused: isOver ? 0 : manners.refused,
  };
}

/** Record the user's decision, or that a question expired. */
export function decided(
  manners: Standing['manners'],
  device: string,
  isRefused: boolean,
  now: Seconds,
): Standing['manners'] {
  const before = manners.get(device) ?? NO_MANNERS;
  const after = isRefused
    ? { ...before, refused: before.refused + 1, since: now }
    : { ...before, refused: 0 };
  return new Map(manners).set(device, after);
}

/**
 * Return the next actions. Permitted requests go to the signer. For the first other one the user is
 * asked, unless another question is open (INV-ONE-PROMPT) or its device has asked too often.
 */
export function nextSteps({
  account,
  isLocal,
  devices,
  works,
  manners,
  now,
}: Standing): Pick<Standing, 'works' | 'manners'> & { steps: readonly DeviceStep[] } {
  const known = new Map(devices.map((one) => [one.id, one]));
  const left: PendingDeviceRequest[] = [];
  const steps: DeviceStep[] = [];
  const put = new Map(manners);
  let isAsking = works.some(({ stage, device }) => stage === 'asking' && known.has(device));
  for (const work of works) {
    const device = known.get(work.device);
    const name = device?.name ?? '';
    if (!device) steps.push({ do: 'drop', work, name });
    else if (work.stage !== 'wanting') left.push(work);
    else if (isLocal && !work.locked && mayPass(work, device, account)) {
      left.push({ ...work, stage: 'quietly' });
      steps.push({ do: 'sign', work, name });
    } else if (isAsking) left.push(work);
    else if (mayAsk(put.get(device.id) ?? NO_MANNERS, now)) {
      isAsking = true;
      put.set(device.id, asked(put.get(device.id) ?? NO_MANNERS, now));
      const asking: PendingDeviceRequest = {
        ...work,
        stage: 'asking',
        question: questionFor(work, name, account),
      };
      left.push(asking);
      steps.push({ do: 'ask', work: asking, name });
    } else steps.push({ do: 'busy', work, name });
  }
  return { works: left, manners: put, steps };
}

/**
 * Return the signer's action for a call. The device only proposes it; a permit or the user's answer
 * decides (ACCOUNT-23).
 */
export function actOf(call: KeyCall): SignAction {
  if (call.do === 'sign') return { do: 'sign', template: pressed(call.template) };
  const [scheme, what] = SCHEMES[call.method];
  return { do: what, scheme, peer: call.peer, text: call.text.reveal() ?? '' };
}

const SCHEMES = {
  nip04_encrypt: ['nip04', 'encrypt'],
  nip04_decrypt: ['nip04', 'decrypt'],
  nip44_encrypt: ['nip44', 'encrypt'],
  nip44_decrypt: ['nip44', 'decrypt'],
} as const;

/**
 * Return the reply for the signer's outcome. A signed event counts only if its account and kind
 * match the request (INV-IDENTITY).
 */
export function answerTo(
  { call }: Pick<PendingDeviceRequest, 'call'>,
  account: string,
  outcome: SignOutcome,
): DeviceAnswer {
  if (!outcome.ok) return { error: 'failed' };
  if (call.do === 'cipher')
    return 'text' in outcome ? { result: outcome.text } : { error: 'failed' };
  const isRight =
    'event' in outcome &&
    outcome.event.pubkey === account &&
    outcome.event.kind === call.template.kind;
  return isRight ? { result: JSON.stringify(outcome.event) } : { error: 'failed' };
}

/** True if the device's permits cover the call, so the user is not asked. */
function mayPass(
  { call, at }: PendingDeviceRequest,
  { permits }: Device,
  account: string,
): boolean {
  return !isAskedAlways(call, account, at) && isPermitted(permits, deviceActionOf(call));
}

function questionFor(
  { ref, call, at, locked }: PendingDeviceRequest,
  name: string,
  account: string,
): DeviceQuestion {
  const deed =
    call.do === 'sign' ? { template: call.template } : { cipher: call.method, peer: call.peer };
  return {
    code: 'deviceDeed',
    ref,
    name,
    at,
    locked,
    deed,
    canAlways: !locked && !isAskedAlways(call, account, at),
  };
}

export function entryOf(
  { at, ref, call }: PendingDeviceRequest,
  came: DeviceEntry['came'],
): DeviceEntry {
  return { at, ref, came, deed: deviceActionOf(call) };
}

/** Clear the text to encrypt or decrypt. */
export function forgetText({ call }: Pick<PendingDeviceRequest, 'call'>): void {
  if (call.do === 'cipher') call.text.forget();
}
