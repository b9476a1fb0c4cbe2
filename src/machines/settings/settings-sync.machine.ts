import type { Message, PlainCode } from '../../events/account/user-message.ts';
import { type ActorRefFrom, assign, type DoneActorEvent, enqueueActions, sendTo, setup } from 'xstate';
import { type Ours, pressed } from '../../events/nostr/ours.ts';
import { type RecordName, RECORDS, type SavedChange } from '../../events/settings/saved-record.ts';
import { type SettingsFound, type SharedSettings, unlessOlder } from '../../events/settings/saved-settings.ts';
import { type OwnZaps, zapsKnown } from '../../events/settings/zap-settings.ts';
import type { Seconds } from '../../events/core/time.ts';
import { privilegedMachine, type PrivilegedInput, type PrivilegedOutcome } from '../account/signing/signed-request.machine.ts';
import { when, withOutcome } from '../core/event-guards.ts';
import { callbackPort } from '../core/ports.ts';

/**
 * Commands to the settings of this device. `keep`: what one press gives, so that it is known before the service can be asked again, and the amount
 * that was last shown here. `unsaved`: changes, to be kept until they are `saved`, with the content that the account signed.
 */
export type LocalCommand =
  | { type: 'local.adopt'; change: SavedChange }
  | { type: 'local.keep'; zaps: OwnZaps; shown: number | undefined; newest?: Seconds | undefined }
  | { type: 'local.unsaved'; change: SavedChange }
  | { type: 'local.saved'; change: SavedChange; content: Ours<string> };
/**
 * Their reports: a person chose something else; the zaps that this device kept; the settings that this device holds; changes that a page before
 * this one could not save; the content that another tab of this browser had signed and saved.
 */
export type LocalSignal =
  | { type: 'local.changed'; change: Ours<SavedChange> }
  | { type: 'local.kept'; zaps: OwnZaps; shown: number | undefined; newest?: Seconds | undefined }
  | { type: 'local.held'; settings: SharedSettings }
  | { type: 'local.resumed'; change: Ours<SavedChange> }
  | { type: 'local.heard'; content: Ours<string> };

/** It is this page's turn to save: no other tab does so meanwhile. */
export type TurnSignal = { type: 'turn.granted' };

/** A line of the console, for developers. */
export type LogCommand = { type: 'log.line'; text: string };

export type SettingsSyncEvent =
  | LocalSignal
  | TurnSignal
  | DoneActorEvent<PrivilegedOutcome>
  /** A person saw this amount and paid it (TRUST-07). */
  | { type: 'zaps.shown'; amount: Ours<number> };

export interface SettingsSyncInput extends Pick<PrivilegedInput, 'account' | 'bus' | 'signer'> {
  readonly record: RecordName;
  /** The key is kept here: nobody is asked for its PIN only to save a setting, it is saved once the key is open. */
  readonly isLocal: boolean;
  /** It has no PIN: to save what somebody changed it opens, as it does for any act. */
  readonly opensItself: boolean;
}

interface Done {
  readonly event: DoneActorEvent<PrivilegedOutcome>;
}

interface Context extends SettingsSyncInput {
  /** The settings as the service last had them. Every save is built on them (INV-BASE). */
  readonly base: SettingsFound | undefined;
  /** What one press gives, as this device last knew it. */
  readonly kept: OwnZaps | undefined;
  /** The amount of one press that was last entered or paid on this device. Sats. */
  readonly shown: number | undefined;
  /** The date of the newest version that this device knows: nothing older has power here (TRUST-07). */
  readonly newest: Seconds | undefined;
  /** The settings that this device holds. */
  readonly held: Partial<SharedSettings>;
  /** Changes that the service does not have yet, and those of them that are being sent now. */
  readonly change: Ours<SavedChange>;
  readonly sent: SavedChange;
  /** The content that is being signed. */
  readonly signing: string;
  /** What a page before this one could not save, where that would ask a person for a signature who changed nothing: it goes with the next change. */
  readonly resumed: SavedChange;
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
  resumed: {},
} as const;
const NOT_LOADED = { code: 'settings.notLoaded' } as const;
const NOT_SAVED = { code: 'settings.notSaved' } as const;
const notLoaded = (done: Done) => ({ what: NOT_LOADED.code, ...withOutcome(done) });
const notSaved = (done: Done) => ({ what: NOT_SAVED.code, ...withOutcome(done) });

/**
 * One record that an account keeps with its service: its settings (SETTINGS-01 to 03), or the feeds of a page (SETTINGS-13). By itself it
 * loads only where that prompts nobody (BEYOND-03): with a key that is open here, now or later, or that needs no PIN, which stays closed for
 * it. Changes are saved together after a moment, over all that is there: they are acts of a person, for which a key without a PIN opens and a
 * signer elsewhere is asked; a key that is locked with a PIN is waited for.
 */
export const settingsSyncMachine = setup({
  types: {
    context: {} as Context,
    events: {} as SettingsSyncEvent,
    input: {} as SettingsSyncInput,
    tags: {} as 'unsaved',
    children: {} as { local: 'local'; log: 'log'; turn: 'turn'; load: 'privileged'; refresh: 'privileged'; save: 'privileged' },
  },
  actors: {
    privileged: privilegedMachine,
    local: callbackPort<LocalCommand, { readonly account: string }>('localSettings'),
    log: callbackPort<LogCommand, undefined>('log'),
    turn: callbackPort<TurnSignal, { readonly account: string; readonly record: RecordName }>('settingsTurn'),
  },
  guards: {
    isFound: ({ context }, { outcome }: { outcome: PrivilegedOutcome }) => foundIn(outcome, context) !== undefined,
    isUnsigned: (_, { outcome }: { outcome: PrivilegedOutcome }) => isUnsigned(outcome),
    /** The last known base will do where nobody could prove anew who asks: the service keeps what is missing (7.1). */
    isStillKnown: ({ context }, { outcome }: { outcome: PrivilegedOutcome }) => context.base !== undefined && isUnsigned(outcome),
    isOk: (_, { outcome }: { outcome: PrivilegedOutcome }) => outcome.ok,
    isLocked: ({ context }, { outcome }: { outcome: PrivilegedOutcome }) => context.isLocal && isUnsigned(outcome),
    isLocal: ({ context }) => context.isLocal,
    isWanted: ({ context }) => Object.keys(context.change).length > 0,
  },
  delays: { calm: 1_000, again: 15_000, pause: 1_000, patience: 20_000 },
  actions: {
    want: enqueueActions(({ context: { record, change, resumed }, event, enqueue }) => {
      if (event.type !== 'local.changed' && event.type !== 'local.resumed') return;
      const { joined } = RECORDS[record];
      enqueue.assign({ change: pressed(joined(joined(resumed, change), event.change)), resumed: {} });
      const amount = event.change.zapDefault?.amount;
      if (amount !== undefined) enqueue.assign({ shown: amount });
      if (event.type === 'local.changed') enqueue.sendTo('local', { type: 'local.unsaved', change: event.change });
    }),
    holdBack: assign(when('local.resumed', ({ event }) => ({ resumed: event.change }))),
    recordSaved: assign(when('local.heard', ({ event }) => ({ base: { by: 'account', content: event.content } }))),
    recordKept: assign(when('local.kept', ({ event }) => ({ kept: event.zaps, shown: event.shown, newest: event.newest }))),
    recordHeld: assign(when('local.held', ({ event }) => ({ held: event.settings }))),
    recordShown: assign(when('zaps.shown', ({ event }) => ({ shown: event.amount }))),
    /** A service's word is not kept: what one press gives stays as this device knew it (TRUST-07). */
    keep: enqueueActions(({ context: { record, base, kept, shown, newest, change }, event, enqueue }) => {
      const isKnown = base?.by === 'account' || change.zapDefault !== undefined || change.zapConfig !== undefined;
      if (record !== 'settings' || !(isKnown || event.type === 'zaps.shown')) return;
      const zaps = zapsKnown(base, kept, change);
      enqueue.assign({ kept: zaps });
      enqueue.sendTo('local', { type: 'local.keep', zaps, shown, newest });
    }),
    /**
     * Takes over the settings that the service has, except those that the person changed here in the meantime. Where the service has only its
     * defaults, which nobody chose, this device keeps its own.
     */
    learn: enqueueActions(({ context, enqueue }, { outcome }: { outcome: PrivilegedOutcome }) => {
      const found = foundIn(outcome, context);
      if (!found) return;
      enqueue.assign({ base: found });
      if (found.by === 'account') enqueue.assign({ newest: found.at });
      const isChosen = found.by === 'account' || !found.isDefault;
      if (isChosen) enqueue.sendTo('local', adopting(context, found, context.change));
    }),
    send: assign(({ context: { record, base, change, held, kept } }) => {
      if (base === undefined) throw new Error('there is nothing to build on');
      return { sent: change, signing: RECORDS[record].changed(base, change, { ...kept, ...held }) };
    }),
    settle: enqueueActions(({ context, enqueue }, { outcome }: { outcome: PrivilegedOutcome }) => {
      // a service may answer with a version that it altered, or with an older one
      const base = { by: 'account', content: pressed(context.signing) } as const;
      const answered = outcome.ok ? RECORDS[context.record].found(outcome.answer, context.account) : undefined;
      // also where the clock that signed it is slow: it was pressed here last
      if (answered?.by === 'account' && answered.content === context.signing) enqueue.assign({ newest: answered.at });
      const change = pressed(RECORDS[context.record].left(context.change, context.sent));
      enqueue.assign({ base, change });
      enqueue.sendTo('local', { type: 'local.saved', change: context.sent, content: base.content });
      // of a list the device keeps on what it was changed, until that is saved
      if (context.sent.feeds) enqueue.sendTo('local', adopting(context, base, change));
    }),
    log: sendTo('log', (_, { what, outcome }: { what: PlainCode; outcome: PrivilegedOutcome }) => {
      const why = outcome.ok ? 'unreadable' : [outcome.reason, outcome.text].filter(Boolean).join(': ');
      return { type: 'log.line' as const, text: `${what}: ${why}` };
    }),
    /** That nothing could be loaded is said once for all that an account keeps. */
    warn: enqueueActions(({ context, enqueue }, { message }: { message: Message }) => {
      if (message === NOT_LOADED && context.record !== 'settings') return;
      enqueue.sendTo(context.bus, { type: 'toast.show', kind: 'warning', message });
    }),
  },
}).createMachine({
  id: 'settingsSync',
  context: ({ input }) => ({ ...input, ...UNKNOWN }),
  invoke: [
    { id: 'local', src: 'local', input: ({ context }) => ({ account: context.account }), onError: {} },
    { id: 'log', src: 'log', input: undefined, onError: {} },
  ],
  on: {
    'local.changed': { actions: ['want', 'keep'] },
    'local.kept': { actions: 'recordKept' },
    'local.held': { actions: 'recordHeld' },
    'zaps.shown': { actions: ['recordShown', 'keep'] },
    'local.resumed': [{ guard: 'isLocal', actions: ['want', 'keep'] }, { actions: 'holdBack' }],
    'local.heard': { actions: ['recordSaved', 'keep'] },
  },
  initial: 'arriving',
  states: {
    /** What is read comes first. */
    arriving: { after: { calm: 'loading' } },
    loading: {
      invoke: {
        id: 'load',
        src: 'privileged',
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
    /** The key is not open: it may be later. */
    closed: { always: { guard: 'isWanted', target: 'pausing' }, after: { again: 'loading' } },
    unheard: { entry: { type: 'warn', params: { message: NOT_LOADED } }, always: { guard: 'isWanted', target: 'pausing' } },
    ready: { always: { guard: 'isWanted', target: 'pausing' } },
    /** Changes that follow each other within a moment are saved, and signed, together. */
    pausing: {
      on: { 'local.changed': { target: 'pausing', reenter: true, actions: ['want', 'keep'] } },
      after: { pause: 'writing' },
    },
    /** One tab at a time: what is saved is built on what the others saved. A tab that takes long is not waited for. */
    writing: {
      invoke: { id: 'turn', src: 'turn', input: ({ context: { account, record } }) => ({ account, record }), onError: '.refreshing' },
      initial: 'queueing',
      states: {
        queueing: { on: { 'turn.granted': 'refreshing' }, after: { patience: 'refreshing' } },
        refreshing: {
          invoke: {
            id: 'refresh',
            src: 'privileged',
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
            src: 'privileged',
            input: ({ context }) => {
              const { account, bus, signer, isLocal, opensItself, record, signing } = context;
              return { account, bus, signer, asked: RECORDS[record].save(signing), quiet: isLocal && !opensItself };
            },
            onDone: [
              {
                guard: { type: 'isOk', params: withOutcome },
                target: '#settingsSync.ready',
                actions: [{ type: 'settle', params: withOutcome }, 'keep'],
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
    /** The key is locked: what was chosen holds on this device meanwhile. */
    waiting: { tags: 'unsaved', after: { again: 'writing' } },
    /** The change holds on this device; the next one will save it as well. */
    unsaved: {
      tags: 'unsaved',
      entry: { type: 'warn', params: { message: NOT_SAVED } },
      on: { 'local.changed': { target: 'pausing', actions: ['want', 'keep'] } },
    },
  },
});

export type SettingsSyncActor = ActorRefFrom<typeof settingsSyncMachine>;

function asking({ account, bus, signer, record }: Context, quiet: boolean): PrivilegedInput {
  return { account, bus, signer, asked: RECORDS[record].ask(), quiet };
}

function foundIn(outcome: PrivilegedOutcome, { account, record, newest }: Context): SettingsFound | undefined {
  return outcome.ok ? unlessOlder(RECORDS[record].found(outcome.answer, account), newest) : undefined;
}

function adopting({ record }: Context, found: SettingsFound, change: SavedChange): LocalCommand {
  return { type: 'local.adopt', change: RECORDS[record].adopted(found, change) };
}

function isUnsigned(outcome: PrivilegedOutcome): boolean {
  return !outcome.ok && outcome.reason === 'unsigned';
}
