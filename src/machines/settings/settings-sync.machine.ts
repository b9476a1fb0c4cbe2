import type { UserMessage, PlainMessageCode } from '../../events/account/user-message.ts';
import {
  type ActorRefFrom,
  assign,
  type DoneActorEvent,
  enqueueActions,
  sendTo,
  setup,
} from 'xstate';
import { type Ours, pressed } from '../../events/nostr/ours.ts';
import { type RecordName, RECORDS, type SavedChange } from '../../events/settings/saved-record.ts';
import { SECRET_KEPT } from '../../events/account/signing/signing-error.ts';
import { secretPart } from '../../events/settings/secret-part.ts';
import { CHANGED_SINCE } from '../../events/settings/settings-versions.ts';
import {
  type SettingsFound,
  type SharedSettings,
  unlessOlder,
} from '../../events/settings/saved-settings.ts';
import { type OwnZaps, zapsKnown } from '../../events/settings/zap-settings.ts';
import type { Seconds } from '../../events/core/time.ts';
import {
  signedRequestMachine,
  type SignedRequestInput,
  type SignedRequestOutcome,
} from '../account/signing/signed-request.machine.ts';
import type { NetworkNews } from '../connection/relay-protocol.ts';
import { whenEvent, withOutcome } from '../core/event-guards.ts';
import { callbackPort, type LogCommand } from '../core/ports.ts';

/**
 * Commands to the settings of this device. `keep`: the amounts for one press, known before the
 * service answers, and the amount last shown here. `unsaved`: store changes until they are `saved`
 * with the signed content.
 */
export type LocalCommand =
  | { type: 'local.adopt'; change: SavedChange }
  | { type: 'local.keep'; zaps: OwnZaps; shown: number | undefined; newest?: Seconds | undefined }
  | { type: 'local.unsaved'; change: SavedChange }
  | { type: 'local.saved'; change: SavedChange; content: Ours<string> };
/**
 * Reports: a setting that the user changed, the zap amounts stored here, and all settings stored
 * here. Also changes that an earlier page could not save, and the content that another tab saved.
 */
export type LocalSignal =
  | { type: 'local.changed'; change: Ours<SavedChange> }
  | { type: 'local.kept'; zaps: OwnZaps; shown: number | undefined; newest?: Seconds | undefined }
  | { type: 'local.held'; settings: SharedSettings }
  | { type: 'local.resumed'; change: Ours<SavedChange> }
  | { type: 'local.heard'; content: Ours<string> };

/** This page holds the lock for saving, so no other tab saves meanwhile. */
export type LockSignal = { type: 'lock.granted' };

/**
 * News: another device may have saved a record. `newest`: the date of its settings, which are no
 * news if they are known here. `undefined`: load it in any case.
 */
export type RecordChanged = {
  type: 'record.changed';
  record: RecordName;
  newest: Seconds | undefined;
};

export type SettingsSyncEvent =
  | LocalSignal
  | RecordChanged
  | LockSignal
  | Extract<NetworkNews, { type: 'network.offline' }>
  | DoneActorEvent<SignedRequestOutcome>
  /** The user saw this amount and paid it (TRUST-07). */
  | { type: 'zaps.shown'; amount: Ours<number> };

declare module '../core/feature.ts' {
  interface FeatureEvents {
    settings: SettingsSyncEvent;
    homeFeeds: SettingsSyncEvent;
    readsFeeds: SettingsSyncEvent;
  }
  interface FeatureNews {
    record: RecordChanged;
  }
}

export interface SettingsSyncInput extends Pick<SignedRequestInput, 'account' | 'bus' | 'signer'> {
  readonly record: RecordName;
  /**
   * True if the key is stored here. Saving a setting must not prompt for its PIN, so it waits until
   * the key is open.
   */
  readonly isLocal: boolean;
}

interface Done {
  readonly event: DoneActorEvent<SignedRequestOutcome>;
}

interface Context extends SettingsSyncInput {
  /** The settings as last received from the service. Every save is built on them (INV-BASE). */
  readonly base: SettingsFound | undefined;
  /** The amounts for one press, as last known by this device. */
  readonly kept: OwnZaps | undefined;
  /** The amount for one press, in sats, that was last entered or paid on this device. */
  readonly shown: number | undefined;
  /**
   * Date of the newest version known here. Older versions cannot set amounts or the proxy
   * (TRUST-07).
   */
  readonly newest: Seconds | undefined;
  /** The settings stored on this device. */
  readonly held: Partial<SharedSettings>;
  /** Changes that the service does not have yet, and the part of them that is being sent now. */
  readonly change: Ours<SavedChange>;
  readonly sent: SavedChange;
  /** The content that is being signed. */
  readonly signing: string;
  /** How often a save was refused in turn, because another device had saved since. */
  readonly overtaken: number;
  /**
   * Changes that an earlier page could not save and that need a prompt. They are saved with the
   * next change.
   */
  readonly resumed: SavedChange;
  /** True if another device has saved this record since it was loaded here. */
  readonly isStale: boolean;
  /** True if the browser has no network, so a failed load is no failure of the service. */
  readonly isOffline: boolean;
}

const UNKNOWN = {
  base: undefined,
  kept: undefined,
  shown: undefined,
  newest: undefined,
  held: {},
  change: pressed({}),
  sent: {},
  signing: '',
  overtaken: 0,
  resumed: {},
  isStale: false,
  isOffline: false,
} as const;
const NOT_LOADED = { code: 'settings.notLoaded' } as const;
const NOT_SAVED = { code: 'settings.notSaved' } as const;
const WAITING = { code: 'settings.waiting' } as const;
/** Saves in turn that other devices may overtake. */
const MOST_OVERTAKEN = 5;
const notLoaded = (done: Done) => ({ what: NOT_LOADED.code, ...withOutcome(done) });
const notSaved = (done: Done) => ({ what: NOT_SAVED.code, ...withOutcome(done) });

/**
 * Syncs one record of an account with the service: its settings (SETTINGS-01 to 03) or the feeds of
 * a page (SETTINGS-13). Loading never prompts (BEYOND-03). It waits for an open key, or uses a key
 * without a PIN and leaves it closed. Changes made within a moment are saved together, on top of
 * the newest version. Saving is an action of the user: it opens a key without a PIN and prompts an
 * external signer. It waits for a key locked by a PIN.
 */
export const settingsSyncMachine = setup({
  types: {
    context: {} as Context,
    events: {} as SettingsSyncEvent,
    input: {} as SettingsSyncInput,
    tags: {} as 'unsaved',
    children: {} as {
      local: 'local';
      log: 'log';
      lock: 'lock';
      load: 'signedRequest';
      refresh: 'signedRequest';
      save: 'signedRequest';
    },
  },
  actors: {
    signedRequest: signedRequestMachine,
    local: callbackPort<LocalCommand, { readonly account: string }>('localSettings'),
    log: callbackPort<LogCommand, undefined>('log'),
    lock: callbackPort<LockSignal, { readonly account: string; readonly record: RecordName }>(
      'settingsLock',
    ),
  },
  guards: {
    isFound: ({ context }, { outcome }: { outcome: SignedRequestOutcome }) =>
      foundIn(outcome, context) !== undefined,
    isUnsigned: (_, { outcome }: { outcome: SignedRequestOutcome }) => isUnsigned(outcome),
    /** Without a proof, the last known base is enough: the service keeps the missing fields. */
    isStillKnown: ({ context }, { outcome }: { outcome: SignedRequestOutcome }) =>
      context.base !== undefined && isUnsigned(outcome),
    isOvertaken: ({ context }, { outcome }: { outcome: SignedRequestOutcome }) =>
      !outcome.ok && outcome.text === CHANGED_SINCE && context.overtaken < MOST_OVERTAKEN,
    isOk: (_, { outcome }: { outcome: SignedRequestOutcome }) => outcome.ok,
    isLocked: ({ context }, { outcome }: { outcome: SignedRequestOutcome }) =>
      context.isLocal && isUnsigned(outcome),
    /** A text in the settings contains a private key. No open key would sign them. */
    isSecretKept: (_, { outcome }: { outcome: SignedRequestOutcome }) =>
      isUnsigned(outcome) && !outcome.ok && outcome.text === SECRET_KEPT,
    isLocal: ({ context }) => context.isLocal,
    isWanted: ({ context }) => Object.keys(context.change).length > 0,
    isStale: ({ context }) => context.isStale,
    isOnline: ({ event }) => event.type === 'network.offline' && !event.on,
    isNews: ({ context: { record, newest }, event }) =>
      event.type === 'record.changed' &&
      event.record === record &&
      (event.newest === undefined || newest === undefined || event.newest > newest),
  },
  delays: { startDelay: 1_000, again: 15_000, pause: 1_000, timeout: 20_000 },
  actions: {
    want: enqueueActions(({ context: { record, change, resumed }, event, enqueue }) => {
      if (event.type !== 'local.changed' && event.type !== 'local.resumed') return;
      const { joined } = RECORDS[record];
      enqueue.assign({
        change: pressed(joined(joined(resumed, change), event.change)),
        resumed: {},
      });
      const amount = event.change.zapDefault?.amount;
      if (amount !== undefined) enqueue.assign({ shown: amount });
      if (event.type === 'local.changed')
        enqueue.sendTo('local', { type: 'local.unsaved', change: event.change });
    }),
    holdBack: assign(whenEvent('local.resumed', ({ event }) => ({ resumed: event.change }))),
    recordSaved: assign(
      whenEvent('local.heard', ({ event }) => ({
        base: { by: 'account', content: event.content },
      })),
    ),
    recordKept: assign(
      whenEvent('local.kept', ({ event }) => ({
        kept: event.zaps,
        shown: event.shown,
        newest: event.newest,
      })),
    ),
    recordHeld: assign(whenEvent('local.held', ({ event }) => ({ held: event.settings }))),
    recordOffline: assign(whenEvent('network.offline', ({ event }) => ({ isOffline: event.on }))),
    recordStale: assign({ isStale: true }),
    recordFresh: assign({ isStale: false }),
    recordShown: assign(whenEvent('zaps.shown', ({ event }) => ({ shown: event.amount }))),
    /**
     * Unsigned values from the service are not stored, so the amounts for one press stay as this
     * device knew them (TRUST-07).
     */
    keep: enqueueActions(
      ({ context: { record, base, kept, shown, newest, change }, event, enqueue }) => {
        const isKnown =
          base?.by === 'account' ||
          change.zapDefault !== undefined ||
          change.zapConfig !== undefined;
        if (record !== 'settings' || !(isKnown || event.type === 'zaps.shown')) return;
        const zaps = zapsKnown(base, kept, change);
        enqueue.assign({ kept: zaps });
        enqueue.sendTo('local', { type: 'local.keep', zaps, shown, newest });
      },
    ),
    /**
     * Apply the settings of the service, except those that the user changed here in the meantime.
     * Default values of the service are not applied, because the account never chose them.
     */
    learn: enqueueActions(
      ({ context, enqueue }, { outcome }: { outcome: SignedRequestOutcome }) => {
        const found = foundIn(outcome, context);
        if (!found) return;
        enqueue.assign({ base: found });
        if (found.by === 'account') enqueue.assign({ newest: found.at });
        const isChosen = found.by === 'account' || !found.isDefault;
        if (isChosen) enqueue.sendTo('local', adopting(context, found, context.change));
      },
    ),
    send: assign(({ context: { record, base, change, held, kept } }) => {
      if (base === undefined) throw new Error('there is nothing to build on');
      return { sent: change, signing: RECORDS[record].changed(base, change, { ...kept, ...held }) };
    }),
    settle: enqueueActions(
      ({ context, enqueue }, { outcome }: { outcome: SignedRequestOutcome }) => {
        // a service may answer with an altered or an older version
        const { found, left, version } = RECORDS[context.record];
        const answered = outcome.ok ? found(outcome.answer, context.account) : undefined;
        const content = pressed(context.signing);
        const base = { by: 'account', content, version: version(content, answered) } as const;
        // also if the clock that signed it is slow, because this device made the last change
        if (answered?.by === 'account' && answered.content === context.signing)
          enqueue.assign({ newest: answered.at });
        const change = pressed(left(context.change, context.sent));
        enqueue.assign({ base, change });
        enqueue.sendTo('local', {
          type: 'local.saved',
          change: context.sent,
          content: base.content,
        });
        // the device builds the list on the version that it was changed from, until that is saved
        if (context.sent.feeds) enqueue.sendTo('local', adopting(context, base, change));
      },
    ),
    /** Without a base, the newest version is loaded even if that prompts. */
    forgetBase: assign(({ context }) => ({
      base: undefined,
      overtaken: context.overtaken + 1,
    })),
    log: sendTo(
      'log',
      (_, { what, outcome }: { what: PlainMessageCode; outcome: SignedRequestOutcome }) => {
        const why = outcome.ok
          ? 'unreadable'
          : [outcome.reason, outcome.text].filter(Boolean).join(': ');
        return { type: 'log.line' as const, text: `${what}: ${why}` };
      },
    ),
    warnSecret: enqueueActions(({ context: { bus, record, signing }, enqueue }) => {
      const message = {
        code: 'settings.secret',
        params: { part: secretPart(record, signing) },
      } as const;
      enqueue.sendTo(bus, { type: 'toast.show', kind: 'warning', message });
    }),
    /** A failed load is reported once for all records of the account, and not while offline. */
    warn: enqueueActions(({ context, enqueue }, { message }: { message: UserMessage }) => {
      const isOwn = context.record === 'settings' && !context.isOffline;
      if (message === NOT_LOADED && !isOwn) return;
      const waits = message === NOT_SAVED && context.isOffline;
      const said = waits
        ? ({ kind: 'info', message: WAITING } as const)
        : ({ kind: 'warning', message } as const);
      enqueue.sendTo(context.bus, { type: 'toast.show', ...said });
    }),
  },
}).createMachine({
  id: 'settingsSync',
  context: ({ input }) => ({ ...input, ...UNKNOWN }),
  invoke: [
    {
      id: 'local',
      src: 'local',
      input: ({ context }) => ({ account: context.account }),
      onError: {},
    },
    { id: 'log', src: 'log', input: undefined, onError: {} },
  ],
  on: {
    'local.changed': { actions: ['want', 'keep'] },
    'local.kept': { actions: 'recordKept' },
    'local.held': { actions: 'recordHeld' },
    'zaps.shown': { actions: ['recordShown', 'keep'] },
    'local.resumed': [{ guard: 'isLocal', actions: ['want', 'keep'] }, { actions: 'holdBack' }],
    'local.heard': { actions: ['recordSaved', 'keep'] },
    'network.offline': { actions: 'recordOffline' },
    'record.changed': { guard: 'isNews', actions: 'recordStale' },
  },
  initial: 'arriving',
  states: {
    /** Let visible content load first. */
    arriving: { after: { startDelay: 'loading' } },
    loading: {
      invoke: {
        id: 'load',
        src: 'signedRequest',
        input: ({ context }) => asking(context, true),
        onDone: [
          {
            guard: { type: 'isFound', params: withOutcome },
            target: 'ready',
            actions: [{ type: 'learn', params: withOutcome }, 'keep'],
          },
          { guard: { type: 'isUnsigned', params: withOutcome }, target: 'closed' },
          {
            target: 'unheard',
            actions: { type: 'log', params: notLoaded },
          },
        ],
        onError: 'unheard',
      },
    },
    /** The key is not open yet. */
    closed: { always: { guard: 'isWanted', target: 'pausing' }, after: { again: 'loading' } },
    unheard: {
      entry: { type: 'warn', params: { message: NOT_LOADED } },
      always: { guard: 'isWanted', target: 'pausing' },
      on: { 'network.offline': { guard: 'isOnline', target: 'loading', actions: 'recordOffline' } },
    },
    ready: {
      always: [
        { guard: 'isWanted', target: 'pausing' },
        { guard: 'isStale', target: 'rechecking' },
      ],
    },
    /** Another device may have saved this record. A failure keeps the settings known here. */
    rechecking: {
      entry: 'recordFresh',
      invoke: {
        id: 'load',
        src: 'signedRequest',
        input: ({ context }) => asking(context, true),
        onDone: [
          {
            guard: { type: 'isFound', params: withOutcome },
            target: 'ready',
            actions: [{ type: 'learn', params: withOutcome }, 'keep'],
          },
          { target: 'ready' },
        ],
        onError: 'ready',
      },
    },
    /** Changes that follow each other quickly are saved and signed together. */
    pausing: {
      entry: assign({ overtaken: 0 }),
      on: { 'local.changed': { target: 'pausing', reenter: true, actions: ['want', 'keep'] } },
      after: { pause: 'writing' },
    },
    /**
     * One tab at a time, because each save is built on the others. A slow tab only delays this
     * until the timeout.
     */
    writing: {
      invoke: {
        id: 'lock',
        src: 'lock',
        input: ({ context: { account, record } }) => ({ account, record }),
        onError: '.refreshing',
      },
      initial: 'queueing',
      states: {
        queueing: { on: { 'lock.granted': 'refreshing' }, after: { timeout: 'refreshing' } },
        refreshing: {
          invoke: {
            id: 'refresh',
            src: 'signedRequest',
            input: ({ context }) => asking(context, context.isLocal || context.base !== undefined),
            onDone: [
              {
                guard: { type: 'isFound', params: withOutcome },
                target: 'saving',
                actions: [{ type: 'learn', params: withOutcome }, 'keep'],
              },
              { guard: { type: 'isLocked', params: withOutcome }, target: '#settingsSync.waiting' },
              { guard: { type: 'isStillKnown', params: withOutcome }, target: 'saving' },
              {
                target: '#settingsSync.unsaved',
                actions: { type: 'log', params: notSaved },
              },
            ],
            onError: '#settingsSync.unsaved',
          },
        },
        saving: {
          entry: 'send',
          invoke: {
            id: 'save',
            src: 'signedRequest',
            input: ({ context }) => {
              const { account, bus, signer, isLocal, record, signing, base } = context;
              return {
                account,
                bus,
                signer,
                asked: RECORDS[record].save(signing, base?.version),
                quiet: isLocal,
              };
            },
            onDone: [
              {
                guard: { type: 'isOk', params: withOutcome },
                target: '#settingsSync.ready',
                actions: [{ type: 'settle', params: withOutcome }, 'keep'],
              },
              {
                guard: { type: 'isOvertaken', params: withOutcome },
                target: 'refreshing',
                actions: 'forgetBase',
              },
              {
                guard: { type: 'isSecretKept', params: withOutcome },
                target: '#settingsSync.revealing',
                actions: { type: 'log', params: notSaved },
              },
              { guard: { type: 'isLocked', params: withOutcome }, target: '#settingsSync.waiting' },
              {
                target: '#settingsSync.unsaved',
                actions: { type: 'log', params: notSaved },
              },
            ],
            onError: '#settingsSync.unsaved',
          },
        },
      },
    },
    /** A text in the settings contains a private key. The change that removes it saves them. */
    revealing: {
      tags: 'unsaved',
      entry: 'warnSecret',
      on: { 'local.changed': { target: 'pausing', actions: ['want', 'keep'] } },
    },
    /** The key is locked, so the change applies on this device only for now. */
    waiting: { tags: 'unsaved', after: { again: 'writing' } },
    /**
     * The change applies on this device. The next change saves it as well, and so does the network
     * once it is back.
     */
    unsaved: {
      tags: 'unsaved',
      entry: { type: 'warn', params: { message: NOT_SAVED } },
      on: {
        'local.changed': { target: 'pausing', actions: ['want', 'keep'] },
        'network.offline': { guard: 'isOnline', target: 'pausing', actions: 'recordOffline' },
      },
    },
  },
});

export type SettingsSyncActor = ActorRefFrom<typeof settingsSyncMachine>;

function asking({ account, bus, signer, record }: Context, quiet: boolean): SignedRequestInput {
  return { account, bus, signer, asked: RECORDS[record].ask(), quiet };
}

function foundIn(
  outcome: SignedRequestOutcome,
  { account, record, newest }: Context,
): SettingsFound | undefined {
  return outcome.ok
    ? unlessOlder(RECORDS[record].found(outcome.answer, account), newest)
    : undefined;
}

function adopting({ record }: Context, found: SettingsFound, change: SavedChange): LocalCommand {
  return { type: 'local.adopt', change: RECORDS[record].adopted(found, change) };
}

function isUnsigned(outcome: SignedRequestOutcome): boolean {
  return !outcome.ok && outcome.reason === 'unsigned';
}
