import type { Device, DeviceEntry } from '../../../events/account/devices/device.ts';
import { type DeviceAnswer, deedOf, isAskedAlways, type KeyCall } from '../../../events/account/devices/device-request.ts';
import { isPermitted } from '../../../events/account/devices/permits.ts';
import { pressed } from '../../../events/nostr/ours.ts';
import { minus, type Seconds, seconds } from '../../../events/core/time.ts';
import type { DeviceAsked } from './devices-protocol.ts';
import type { Act, SignOutcome } from '../../core/sign-request.ts';
import type { DeviceQuestion } from '../../core/dialogs.machine.ts';

/**
 * A request that is not answered yet. `wanting`: nobody was asked for it; `quietly`: the signer was, where no person is troubled; `asking`: a person is,
 * by `question`; `signing`: the signer was, and may trouble its person.
 */
export interface Work extends DeviceAsked {
  readonly call: KeyCall;
  readonly stage: 'wanting' | 'quietly' | 'asking' | 'signing';
  readonly question: DeviceQuestion | undefined;
  /** It is permitted, and the key was locked. */
  readonly locked: boolean;
}

/** What is to be done with one of them. `busy`: its device has asked too often; `drop`: its device is none of the account's any more. */
export interface Step {
  readonly do: 'sign' | 'ask' | 'busy' | 'drop';
  readonly work: Work;
  readonly name: string;
}

interface Standing {
  readonly account: string;
  readonly isLocal: boolean;
  readonly devices: readonly Device[];
  readonly works: readonly Work[];
  readonly manners: ReadonlyMap<string, Manners>;
  readonly now: Seconds;
}

/** How a person has dealt with the questions of one device. `put`: when the last were asked; `refused`: how many in a row, and when the last. */
export interface Manners {
  readonly put: readonly Seconds[];
  readonly refused: number;
  readonly since: Seconds;
}

/** Requests of one device that wait at once. */
export const MOST_WORK = 100;
const MINUTE = seconds(60);
/** Questions of one device in a minute. */
const MOST_QUESTIONS = 6;
/** Refusals in a row after which a device has no more questions for a while. */
const PATIENCE = 2;
const REST = seconds(5 * 60);

/** A device that nobody was asked about. */
const NO_MANNERS: Manners = { put: [], refused: 0, since: seconds(0) };

/** Whether a person may be asked for a device once more. `now`: by the clock of whoever reports. */
function mayAsk({ put, refused, since }: Manners, now: Seconds): boolean {
  if (refused >= PATIENCE && minus(now, since) < REST) return false;
  return put.filter((at) => minus(now, at) < MINUTE).length < MOST_QUESTIONS;
}

/** A question is put at that time. */
function asked(manners: Manners, now: Seconds): Manners {
  const isOver = manners.refused >= PATIENCE && minus(now, manners.since) >= REST;
  return { ...manners, put: [...manners.put, now].slice(-MOST_QUESTIONS), refused: isOver ? 0 : manners.refused };
}

/** A person has decided, or let a question pass. */
export function decided(manners: Standing['manners'], device: string, isRefused: boolean, now: Seconds): Standing['manners'] {
  const before = manners.get(device) ?? NO_MANNERS;
  const after = isRefused ? { ...before, refused: before.refused + 1, since: now } : { ...before, refused: 0 };
  return new Map(manners).set(device, after);
}

/**
 * What is next: what is permitted goes to the signer; of all else the first is asked about, if nobody is asked for another one (INV-ONE-PROMPT) and its
 * device has not asked too often.
 */
export function nextSteps({
  account,
  isLocal,
  devices,
  works,
  manners,
  now,
}: Standing): Pick<Standing, 'works' | 'manners'> & { steps: readonly Step[] } {
  const known = new Map(devices.map((one) => [one.id, one]));
  const left: Work[] = [];
  const steps: Step[] = [];
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
      const asking: Work = { ...work, stage: 'asking', question: questionFor(work, name, account) };
      left.push(asking);
      steps.push({ do: 'ask', work: asking, name });
    } else steps.push({ do: 'busy', work, name });
  }
  return { works: left, manners: put, steps };
}

/** What the signer is asked for it: the device only proposes, a permit of the person or their answer decides (ACCOUNT-23). */
export function actOf(call: KeyCall): Act {
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

/** What is answered to what the signer came to; a signed event only where it is of the account and of the kind that was asked (INV-IDENTITY). */
export function answerTo({ call }: Pick<Work, 'call'>, account: string, outcome: SignOutcome): DeviceAnswer {
  if (!outcome.ok) return { error: 'failed' };
  if (call.do === 'cipher') return 'text' in outcome ? { result: outcome.text } : { error: 'failed' };
  const isRight = 'event' in outcome && outcome.event.pubkey === account && outcome.event.kind === call.template.kind;
  return isRight ? { result: JSON.stringify(outcome.event) } : { error: 'failed' };
}

/** True if the device's permits cover the call, so that no person is asked. */
function mayPass({ call, at }: Work, { permits }: Device, account: string): boolean {
  return !isAskedAlways(call, account, at) && isPermitted(permits, deedOf(call));
}

function questionFor({ ref, call, at, locked }: Work, name: string, account: string): DeviceQuestion {
  const deed = call.do === 'sign' ? { template: call.template } : { cipher: call.method, peer: call.peer };
  return { code: 'deviceDeed', ref, name, at, locked, deed, canAlways: !locked && !isAskedAlways(call, account, at) };
}

export function entryOf({ at, ref, call }: Work, came: DeviceEntry['came']): DeviceEntry {
  return { at, ref, came, deed: deedOf(call) };
}

/** Empties what was to be encrypted or decrypted. */
export function forgetText({ call }: Pick<Work, 'call'>): void {
  if (call.do === 'cipher') call.text.forget();
}
