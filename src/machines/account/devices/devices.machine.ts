import { type ActorRefFrom, type AnyActorRef, assign, enqueueActions, sendTo, setup } from 'xstate';
import { type Device, type DeviceEntry, withLog } from '../../../events/account/devices/device.ts';
import {
  deviceActionOf,
  type DeviceAnswer,
  type DeviceCall,
  isAskedAlways,
  type KeyCall,
} from '../../../events/account/devices/device-request.ts';
import { withPermit } from '../../../events/account/devices/permits.ts';
import { isServiceProof } from '../../../events/account/signing/service-proof.ts';
import { plus, type Seconds, seconds } from '../../../events/core/time.ts';
import type { Bus, BusEvent } from '../../core/bus.ts';
import { whenEvent } from '../../core/event-guards.ts';
import { callbackPort } from '../../core/ports.ts';
import type {
  DeviceAsked,
  DeviceOffer,
  DeviceProblem,
  DevicesCommand,
  DevicesIntent,
  DevicesPortInput,
  DevicesSignal,
} from './devices-protocol.ts';
import {
  actOf,
  answerTo,
  decided,
  entryOf,
  forgetText,
  type DeviceBehaviour,
  MOST_WORK,
  nextSteps,
  type PendingDeviceRequest,
} from './device-requests.ts';
import type { SignerRef } from '../../core/signer-ref.ts';
import type { SignEvent, SignSettled } from '../../core/sign-request.ts';
import type { Ours } from '../../../events/nostr/ours.ts';
import type { AccountAwake, ScopeRef } from '../../core/feature.ts';
import {
  isPeerEvent,
  type PeerAnswer,
  type PeerEvent,
  type PeersRestarted,
  type RelayListChanged,
} from '../../connection/relay-protocol.ts';

export interface DevicesInput {
  readonly account: string;
  /**
   * True if this device stores the key. A signer elsewhere would prompt each time, so the question
   * here comes first.
   */
  readonly isLocal: boolean;
  readonly bus: Bus;
  readonly signer: SignerRef;
  /** The page's own relay. */
  readonly homeRelay: Ours<string>;
  /** Forwards requests to the relay pool. */
  readonly scope: ScopeRef;
}

export type DevicesEvent =
  | DevicesIntent
  | DevicesSignal
  | SignSettled
  | RelayListChanged
  | AccountAwake
  | PeerEvent
  | PeersRestarted
  /** Internal events: a request has timed out, a request is answered, the log must be saved. */
  | { type: 'devices.lapse'; ref: string }
  | {
      type: 'devices.end';
      work: PendingDeviceRequest;
      answer: DeviceAnswer;
      came: DeviceEntry['came'];
    }
  | { type: 'devices.save' };

declare module '../../core/feature.ts' {
  interface FeatureEvents {
    devices: DevicesEvent;
  }
}

interface Context extends DevicesInput {
  readonly devices: readonly Device[];
  /** True if this device stores the devices beyond this page. */
  readonly isKept: boolean;
  readonly offer: DeviceOffer | undefined;
  readonly problem: DeviceProblem | undefined;
  /** The last connected device. */
  readonly joined: string | undefined;
  /** The account's write relays. */
  readonly relays: ReadonlyArray<Ours<string>>;
  /** In order of arrival. */
  readonly works: readonly PendingDeviceRequest[];
  readonly manners: ReadonlyMap<string, DeviceBehaviour>;
  readonly unsaved: ReadonlyMap<string, readonly DeviceEntry[]>;
  readonly isAwake: boolean;
  /** By the clock of the last message. */
  readonly now: Seconds;
}

const LOCKED = 'key.locked';
/** Number of relays in an offer besides the page's own. */
const MORE_RELAYS = 2;
const LAPSE = seconds(180);

/**
 * This browser as the account's signer for other devices (NIP-46, BEYOND-12). A permitted request
 * runs if the key is open or opens by itself. Otherwise the user is asked, one question at a time,
 * with a limit per device. A request is answered once. Results for a revoked device are dropped.
 */
export const devicesMachine = setup({
  types: {
    context: {} as Context,
    events: {} as DevicesEvent,
    input: {} as DevicesInput,
    tags: {} as 'opening',
  },
  actors: {
    connection: callbackPort<DevicesCommand | PeerAnswer, DevicesPortInput>('connection'),
  },
  guards: { isLookedAt: ({ event }) => event.type === 'devices.open' && event.unseen !== true },
  delays: { timeout: 10_000, lapse: 180_000, moment: 1_000, rest: 5_000 },
  actions: {
    learn: assign(whenEvent('devicePort.found', ({ event }) => ({ devices: event.devices }))),
    learnRelays: assign(
      whenEvent('relayList.changed', ({ event }) => ({
        relays: event.relays.flatMap(({ url, write }) => (write ? [url] : [])),
      })),
    ),
    passToPeers: enqueueActions(({ context, event, enqueue }) => {
      if (isPeerEvent(event)) enqueue.sendTo(context.scope, event);
    }),
    rejoin: sendTo('connection', { type: 'peers.restarted' }),
    recordAwake: assign(whenEvent('account.wakeChanged', ({ event }) => ({ isAwake: event.on }))),
    /** Asleep, no relay is connected, so that another tab has to answer. */
    tellAwake: sendTo('connection', ({ context: { isAwake } }) => ({
      type: 'devicePort.setAwake' as const,
      isAwake,
    })),
    unkept: assign({ isKept: false }),
    fail: assign({ problem: 'failed' }),
    clearNews: assign({ problem: undefined, joined: undefined }),
    offered: assign(whenEvent('devicePort.offered', ({ event }) => ({ offer: event.offer }))),
    dropOffer: assign(({ context }) => {
      context.offer?.uri.forget();
      return { offer: undefined };
    }),
    refused: assign(whenEvent('devicePort.refused', ({ event }) => ({ problem: event.why }))),
    join: assign(whenEvent('devicePort.paired', ({ event }) => ({ joined: event.device }))),
    order: enqueueActions(({ context: { homeRelay, relays }, event, enqueue }) => {
      const own = [...new Set([homeRelay, ...relays])].slice(0, 1 + MORE_RELAYS);
      if (event.type === 'devices.offer')
        enqueue.sendTo('connection', { type: 'devicePort.offer', relays: own });
      if (event.type === 'devices.withdraw')
        enqueue.sendTo('connection', { type: 'devicePort.withdraw' });
      if (event.type === 'devices.accept')
        enqueue.sendTo('connection', { ...event, type: 'devicePort.accept' });
      if (event.type === 'devices.permit')
        enqueue.sendTo('connection', { ...event, type: 'devicePort.permit' });
      if (event.type === 'devices.remove')
        enqueue.sendTo('connection', { type: 'devicePort.remove', device: event.device });
    }),
    /** Update the permits in this page at once. Storing them follows. */
    permit: assign(
      whenEvent('devices.permit', ({ context: { devices }, event: { device, permits } }) => ({
        devices: devices.map((one) => (one.id === device ? { ...one, permits } : one)),
      })),
    ),
    remove: assign(
      whenEvent('devices.remove', ({ context: { devices }, event }) => ({
        devices: devices.filter(({ id }) => id !== event.device),
      })),
    ),
    receive: enqueueActions(({ context: { account, devices, works }, event, enqueue }) => {
      if (event.type !== 'devicePort.requested') return;
      const { type: _, call, ...rest } = event;
      const device = devices.find(({ id }) => id === rest.device);
      if (!device || works.some(({ ref }) => ref === rest.ref)) return;
      enqueue.assign({ now: rest.at });
      const answer = (said: DeviceAnswer) =>
        enqueue.sendTo('connection', {
          type: 'devicePort.answer',
          device: rest.device,
          ref: rest.ref,
          answer: said,
        });
      if (!call) answer({ error: 'unsupported' });
      else if (call.do === 'sign' || call.do === 'cipher') {
        if (works.filter((one) => one.device === rest.device).length >= MOST_WORK)
          return answer({ error: 'busy' });
        const work: PendingDeviceRequest = {
          ...rest,
          call,
          stage: 'wanting',
          question: undefined,
          locked: false,
        };
        // the proof would open everything private at the caching service for as long as the
        // connection lasts
        if (call.do === 'sign' && isServiceProof(call.template))
          return enqueue.raise({
            type: 'devices.end',
            work,
            answer: { error: 'refused' },
            came: 'refused',
          });
        enqueue.assign({ works: [...works, work] });
        enqueue.raise(
          { type: 'devices.lapse', ref: rest.ref },
          { delay: 'lapse', id: lapseOf(rest) },
        );
      } else {
        answer({ result: plainResult(call, account, device) });
        if (call.do === 'logout') enqueue.raise({ type: 'devices.remove', device: rest.device });
      }
    }),
    /** Handle all unfinished requests. */
    work: enqueueActions(({ context, enqueue, self }) => {
      const { steps, works, manners } = nextSteps(context);
      enqueue.assign({ works, manners });
      for (const { do: what, work, name } of steps) {
        if (what === 'sign')
          enqueue.sendTo(context.signer, requestFor(work, name, context.account, self, true));
        if (what === 'ask' && work.question)
          enqueue.sendTo(context.bus, { type: 'dialog.ask', question: work.question, yes: [] });
        if (what === 'drop') takeBack(work, context, enqueue, self);
        if (what === 'busy')
          enqueue.raise({ type: 'devices.end', work, answer: { error: 'busy' }, came: 'refused' });
      }
    }),
    decide: enqueueActions(
      ({ context: { account, signer, devices, works, manners }, event, enqueue, self }) => {
        if (event.type !== 'devices.decide') return;
        const { ref, how, now } = event;
        const work = works.find((one) => one.ref === ref && one.stage === 'asking');
        const device = devices.find(({ id }) => id === work?.device);
        if (!work || !device) return;
        enqueue.assign({ now, manners: decided(manners, device.id, how === 'refuse', now) });
        if (how === 'refuse')
          return enqueue.raise({
            type: 'devices.end',
            work,
            answer: { error: 'refused' },
            came: 'refused',
          });
        enqueue.assign({
          works: works.map((one) => (one === work ? { ...one, stage: 'signing' } : one)),
        });
        enqueue.sendTo(signer, requestFor(work, device.name, account, self, false));
        const permits = withPermit(device.permits, deviceActionOf(work.call));
        if (how !== 'always' || work.locked || isAskedAlways(work.call, account, work.at)) return;
        enqueue.assign({
          devices: devices.map((one) => (one === device ? { ...one, permits } : one)),
        });
        enqueue.sendTo('connection', { type: 'devicePort.permit', device: device.id, permits });
      },
    ),
    /** Settle a request. If the key is locked, the question comes before the PIN. */
    settle: enqueueActions(({ context: { account, works }, event, enqueue }) => {
      if (event.type !== 'sign.settled') return;
      const { id, outcome } = event;
      const work = works.find(
        ({ ref, stage }) => ref === id && (stage === 'quietly' || stage === 'signing'),
      );
      if (!work) return;
      const isLocked =
        work.stage === 'quietly' && !outcome.ok && outcome.failure.detail?.code === LOCKED;
      if (isLocked)
        enqueue.assign({
          works: works.map((one) =>
            one === work ? { ...one, stage: 'wanting', locked: true } : one,
          ),
        });
      else {
        const answer = answerTo(work, account, outcome);
        enqueue.raise({
          type: 'devices.end',
          work,
          answer,
          came: 'result' in answer ? 'done' : 'failed',
        });
      }
    }),
    /** End a request whose question or signature has timed out. */
    lapse: enqueueActions(({ context, event, enqueue, self }) => {
      const work =
        event.type === 'devices.lapse' && context.works.find(({ ref }) => ref === event.ref);
      if (!work) return;
      const now = plus(context.now, LAPSE);
      if (work.stage === 'asking')
        enqueue.assign({ now, manners: decided(context.manners, work.device, true, now) });
      takeBack(work, context, enqueue, self);
      enqueue.raise({ type: 'devices.end', work, answer: { error: 'unanswered' }, came: 'failed' });
    }),
    /** Answer a request and log it. */
    end: enqueueActions(({ context: { devices, works, unsaved }, event, enqueue }) => {
      if (event.type !== 'devices.end') return;
      const { work, answer, came } = event;
      enqueue.cancel(lapseOf(work));
      enqueue(() => forgetText(work));
      enqueue.sendTo('connection', {
        type: 'devicePort.answer',
        device: work.device,
        ref: work.ref,
        answer,
      });
      const entry = entryOf(work, came);
      enqueue.assign({
        works: works.filter(({ ref }) => ref !== work.ref),
        devices: devices.map((one) => (one.id === work.device ? withLog(one, [entry]) : one)),
        unsaved: new Map(unsaved).set(work.device, [entry, ...(unsaved.get(work.device) ?? [])]),
      });
      // signatures are logged at once, but a series of decryptions together
      enqueue.raise({ type: 'devices.save' }, work.call.do === 'sign' ? {} : { delay: 'moment' });
    }),
    save: enqueueActions(({ context: { unsaved }, enqueue }) => {
      for (const [device, entries] of unsaved)
        enqueue.sendTo('connection', { type: 'devicePort.record', device, entries });
      enqueue.assign({ unsaved: new Map() });
    }),
    /**
     * Drop all requests unanswered, because another tab answers from now on or the connection
     * failed.
     */
    dropWork: enqueueActions(({ context, enqueue, self }) => {
      for (const work of context.works) takeBack(work, context, enqueue, self);
      enqueue.assign({ works: [] });
    }),
  },
}).createMachine({
  id: 'devices',
  context: ({ input }) => ({
    ...input,
    devices: [],
    isKept: true,
    offer: undefined,
    problem: undefined,
    joined: undefined,
    relays: [],
    works: [],
    manners: new Map(),
    unsaved: new Map(),
    isAwake: true,
    now: seconds(0),
  }),
  initial: 'open',
  on: {
    'relayList.changed': { actions: 'learnRelays' },
    'account.wakeChanged': { actions: 'recordAwake' },
    'devices.open': { guard: 'isLookedAt', actions: 'clearNews' },
  },
  states: {
    open: {
      initial: 'opening',
      invoke: {
        id: 'connection',
        src: 'connection',
        input: ({ context: { account, isAwake } }) => ({ account, isAwake }),
        onError: { target: 'broken', actions: ['dropWork', 'dropOffer', 'fail'] },
      },
      on: {
        'peer.*': { actions: 'passToPeers' },
        'peers.restarted': { actions: 'rejoin' },
        'account.wakeChanged': { actions: ['recordAwake', 'tellAwake'] },
        'devicePort.found': { target: '.ready', actions: ['learn', 'work'] },
        'devicePort.leadershipChanged': {
          guard: ({ event }) => !event.leading,
          actions: 'dropWork',
        },
        'devicePort.writeFailed': { actions: 'unkept' },
        'devicePort.offered': { actions: ['dropOffer', 'offered'] },
        'devicePort.paired': { actions: ['dropOffer', 'join'] },
        'devicePort.refused': { actions: ['dropOffer', 'refused'] },
        'devicePort.requested': { actions: ['receive', 'work'] },
        'sign.settled': { actions: ['settle', 'work'] },
        'devices.offer': { actions: ['clearNews', 'dropOffer', 'order'] },
        'devices.withdraw': { actions: ['dropOffer', 'order'] },
        'devices.accept': { actions: ['clearNews', 'order'] },
        'devices.permit': { actions: ['permit', 'order', 'work'] },
        'devices.remove': { actions: ['remove', 'order', 'work'] },
        'devices.decide': { actions: ['decide', 'work'] },
        'devices.lapse': { actions: 'lapse' },
        'devices.end': { actions: ['end', 'work'] },
        'devices.save': { actions: 'save' },
      },
      states: {
        opening: { tags: 'opening', after: { timeout: { target: 'ready', actions: 'fail' } } },
        ready: {},
      },
    },
    broken: { after: { rest: 'open' } },
  },
});

export type DevicesActor = ActorRefFrom<typeof devicesMachine>;

function lapseOf({ ref }: Pick<DeviceAsked, 'ref'>): string {
  return `lapse ${ref}`;
}

function requestFor(
  { ref: id, call }: PendingDeviceRequest,
  name: string,
  pubkey: string,
  from: AnyActorRef,
  quiet: boolean,
): SignEvent {
  const reason = { code: 'sign.forDevice', params: { name } } as const;
  return { type: 'sign.request', request: { id, from, pubkey, reason, act: actOf(call), quiet } };
}

/** Return the result of a call that does not need the account's key. */
function plainResult(
  call: Exclude<DeviceCall, KeyCall>,
  account: string,
  { relays }: Device,
): string {
  switch (call.do) {
    case 'get_public_key':
      return account;
    case 'ping':
      return 'pong';
    case 'get_relays':
      return JSON.stringify(
        Object.fromEntries(relays.map((url) => [url, { read: true, write: true }])),
      );
    case 'switch_relays':
      return JSON.stringify(relays);
    default:
      return 'ack';
  }
}

interface Enqueue {
  readonly sendTo: {
    (to: Bus, event: BusEvent): void;
    (to: SignerRef, event: SignEvent): void;
  };
  readonly cancel: (id: string) => void;
}

/** Withdraw the question and the sign request of a request. */
function takeBack(
  work: PendingDeviceRequest,
  { bus, signer }: Context,
  enqueue: Enqueue,
  self: AnyActorRef,
): void {
  enqueue.cancel(lapseOf(work));
  if (work.question) enqueue.sendTo(bus, { type: 'dialog.withdraw', question: work.question });
  if (work.stage === 'quietly' || work.stage === 'signing')
    enqueue.sendTo(signer, { type: 'sign.cancel', id: work.ref, from: self });
}
