import { type ActorRefFrom, assign, enqueueActions, raise, sendTo, setup } from 'xstate';
import { inSeconds } from '../../../events/core/time.ts';
import { newestOf } from '../../../events/account/lists/list-base.ts';
import {
  listAddress,
  LIST_NAMES,
  type ListName,
} from '../../../events/account/lists/list-definitions.ts';
import type { ListIntent } from '../../../events/account/lists/list-intents.ts';
import { readSecret } from '../../../events/account/lists/list-edit.ts';
import { ownVersions } from '../../../events/publish/outbox/list-versions.ts';
import { listLossOf } from '../../../events/account/lists/list-losses.ts';
import { writeUrls } from '../../../events/account/lists/relay-list.ts';
import { UNREACHED } from '../../../events/publish/outbox/publish-failure.ts';
import { query } from '../../../events/connection/verbs.ts';
import type { Outcome } from '../../core/bus.ts';
import { requestMachine } from '../../connection/request.machine.ts';
import { whenEvent, withOutcome } from '../../core/event-guards.ts';
import { callbackPort } from '../../core/ports.ts';
import type { AccountNotice } from '../../core/feature.ts';
import type { ListEditInput } from './list-edit-context.ts';
import { reversed } from './list-edit-decisions.ts';
import { listEditMachine } from './list-edit.machine.ts';
import { lastLook, lookQuery } from './list-lookups.ts';
import { type ListRecheckInput, listRecheckMachine } from './list-recheck.machine.ts';
import {
  judgeSaved,
  leftEdits,
  withFailedAgain,
  withoutTouched,
  withSaved,
  withSettled,
} from './list-saved-edits.ts';
import {
  type Child,
  childOf,
  CHILDREN,
  type ListsContext,
  type ListsEvent,
  type ListsInput,
  MARKS,
  MOST_SHOWN,
  ownLists,
  type Recheck,
  recheckOf,
  type VersionsCommand,
} from './lists-context.ts';
import { undoEnded, undoMessage, undoOffered } from './list-undo.ts';
import { openRequest } from './list-sign-requests.ts';
import { silentDecryptMachine } from './silent-decrypt.machine.ts';
import { profileEditMachine } from '../profile/profile-edit.machine.ts';
import { leftProfile } from '../profile/left-profile.ts';
import { profileRecheckMachine } from '../profile/profile-recheck.machine.ts';

/**
 * The account's lists: an editor for each edited list, and a watch over all. Every seen version is
 * stored on this device. If a version from elsewhere lacks entries, the user is notified and can
 * restore them (BEYOND-02).
 */
export const listsMachine = setup({
  types: {
    context: {} as ListsContext,
    events: {} as ListsEvent,
    input: {} as ListsInput,
    children: CHILDREN,
  },
  actors: {
    edit: listEditMachine,
    recheck: listRecheckMachine,
    silentDecrypt: silentDecryptMachine,
    profile: profileEditMachine,
    profileRecheck: profileRecheckMachine,
    request: requestMachine,
    versions: callbackPort<VersionsCommand, { account: string }>('versions'),
  },
  guards: {
    isUnlocated: ({ context }) => context.relays === undefined,
    /** True if a button list is not stored here. */
    isCold: ({ context: { account }, event }) =>
      event.type === 'versions.found' &&
      MARKS.some((list) => !newestOf(list, account, event.events, event.now)),
    isLast: ({ context }) => context.at >= lastLook(context),
  },
  delays: { startDelay: 2_000, again: 10 * 60_000 },
  actions: {
    receiveRelays: enqueueActions(({ context: { waiting }, event, enqueue }) => {
      if (event.type !== 'relayList.changed') return;
      enqueue.assign({ relays: writeUrls(event.relays), waiting: [] });
      for (const wanted of waiting) enqueue.raise(wanted);
    }),
    wait: enqueueActions(({ context: { waiting, scope }, event, enqueue }) => {
      enqueue.assign({ waiting: [...waiting, event] });
      enqueue.sendTo(scope, { type: 'relayList.find' });
    }),
    recordOffline: enqueueActions(({ context: { editors }, event, enqueue, self }) => {
      if (event.type !== 'network.offline') return;
      enqueue.assign({ isOffline: event.on });
      for (const list of editors) enqueue.sendTo(childOf(list), event);
      const { children } = self.getSnapshot();
      for (const id of LIST_NAMES.map(recheckOf)) if (children[id]) enqueue.sendTo(id, event);
    }),
    /** The list's editor continues edits of an earlier page, after a new lookup. */
    attend: sendTo(
      ({ context }) => context.scope,
      ({ self }) => ({ type: 'outbox.subscribe', from: self }),
    ),
    receiveRecords: enqueueActions(({ event, enqueue, self }) => {
      if (event.type !== 'outbox.changed') return;
      enqueue.assign({ records: event.records });
      if (self.getSnapshot().children.profile) enqueue.sendTo('profile', event);
    }),
    /** Store the versions seen at any source, except those discarded here. */
    keep: enqueueActions(({ context, event, enqueue }, { outcome }: { outcome?: Outcome }) => {
      const told = outcome?.ok ? [...outcome.answer.events, ...outcome.answer.referenced] : [];
      const { given, taken } = ownLists(context);
      const seen = [...told, ...('seen' in event ? event.seen : [])].filter(
        ({ id }) => !given.has(id),
      );
      enqueue.sendTo('versions', {
        type: 'versions.keep',
        events: [...seen, ...taken],
        without: [...given],
      });
    }),
    /**
     * Forward stored versions as facts, like those from the network. Notify the user if a foreign
     * version lacks entries. Make own edits again that another device overwrote unseen.
     */
    receiveVersions: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'versions.found') return;
      const { bus, account, scope, versions, relays = [], recalling, records, silent } = context;
      const isMadeHere = context.isMadeHere === true || event.isMadeHere === true;
      const { given, made } = ownLists(context);
      const events = event.events.filter(({ id }) => !given.has(id));
      const { now } = event;
      const known = new Set(versions.map(({ id }) => id));
      const fresh = events.filter(({ id }) => !known.has(id));
      if (fresh.length > 0)
        enqueue.sendTo(bus, { type: 'facts.received', events: fresh, claims: [], now });
      const relayList = newestOf('relays', account, events, now);
      if (context.startedAt === undefined && relayList)
        enqueue.sendTo(scope, { type: 'relayList.recall', event: relayList });
      const { saved, again, orders, lost, keysOf } = judgeSaved(context, events, now);
      const losses = LIST_NAMES.flatMap((list) => {
        const [before, after] = [versions, events].map((all) => newestOf(list, account, all, now));
        const loss =
          before && after && before.id !== after.id && !made.has(after.id)
            ? listLossOf(list, before, after, keysOf(list))
            : undefined;
        const open = context.losses.find((one) => one.list === list && !one.own);
        return loss ?? open ?? [];
      });
      for (const [name, { list, intents, isShown }] of orders)
        enqueue.sendTo(childOf(list), { type: 'list.edit', intents, now, isShown, again: name });
      for (const list of recalling) {
        const own = ownVersions(records, listAddress(list, account));
        enqueue.sendTo(childOf(list), {
          type: 'list.recalled',
          recalled: { versions: events, own, relays, now, risks: { silent, isMadeHere } },
        });
      }
      const own = [...context.losses.filter((one) => one.own), ...lost];
      enqueue.assign({
        versions: events,
        losses: [...losses, ...own],
        saved,
        again,
        recalling: new Set(),
        startedAt: context.startedAt ?? now,
      });
    }),
    /** Watch the edits that an earlier page saved just before it was closed. */
    watchLeft: enqueueActions(({ context, enqueue, self }) => {
      const { isLeftTaken, startedAt, records, relays, saved } = context;
      if (isLeftTaken || startedAt === undefined || records.size === 0 || !relays) return;
      const left = leftEdits(context, startedAt);
      enqueue.assign({ saved: [...left, ...saved], isLeftTaken: true });
      const { children } = self.getSnapshot();
      for (const edit of new Map(left.map((one) => [one.list, one])).values()) {
        const age = inSeconds(startedAt) - inSeconds(edit.acceptedAt);
        if (!children[recheckOf(edit.list)])
          recheck(enqueue, context, edit.list, edit.version.id, age);
      }
    }),
    recordLooked: assign({
      looked: ({ context: { looked, at } }) =>
        new Set([...looked, ...LIST_NAMES.slice(at, at + 1)]),
    }),
    recordHeard: assign(({ context: { heard, at } }, { outcome }: { outcome: Outcome }) => {
      const all = outcome.ok ? new Set([...heard, ...LIST_NAMES.slice(at, at + 1)]) : heard;
      return { heard: all, isConfirmed: MARKS.every((list) => all.has(list)) };
    }),
    next: assign({ at: ({ context }) => context.at + 1 }),
    begin: assign({ at: 0 }),
    edit: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'lists.edit') return;
      const { list, now, question, isShown } = event;
      // a user who signs in to follow all of a list may be on it
      const intents = event.intents.filter(
        ({ act, tag }) => list !== 'follows' || act === 'remove' || tag[1] !== context.account,
      );
      if (intents.length === 0 && event.intents.length > 0) return;
      const job = event.undo && `lists ${context.undos.size}`;
      openEditor(enqueue, context, list);
      enqueue.assign({ saved: withoutTouched(context.saved, list, intents) });
      const edit = { type: 'list.edit', intents, now, question, isShown, undo: job } as const;
      enqueue.sendTo(childOf(list), edit);
      if (!event.undo || job === undefined) return;
      const undo = undoMessage(event.undo, intents, context.versions);
      enqueue.assign({ undos: new Map(context.undos).set(job, { ...event, intents, undo }) });
      enqueue.sendParent(undoOffered(job, undo));
    }),
    undo: enqueueActions(({ context: { undos }, event, enqueue }) => {
      if (event.type !== 'lists.undo') return;
      const { job } = event;
      const edit = undos.get(job);
      enqueue.sendParent(undoEnded(job));
      if (!edit) return;
      enqueue.assign({ undos: new Map(undos).set(job, undefined) });
      enqueue.raise({ ...edit, intents: edit.intents.map(reversed), undo: undefined });
    }),
    /** The question covered the toast, so the time to undo begins with the answer. */
    renewUndo: enqueueActions(({ context: { undos }, event, enqueue }) => {
      if (event.type !== 'list.agreed' || event.undo === undefined) return;
      const { undo: job } = event;
      const message = undos.get(job)?.undo;
      if (!message) return;
      enqueue.sendParent(undoEnded(job));
      enqueue.sendParent(undoOffered(job, message));
    }),
    recordAgreed: assign(
      whenEvent('list.agreed', ({ context: { silent }, event }) => ({
        silent: new Set([...silent, ...event.unheard]),
      })),
    ),
    resume: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'lists.resume') return;
      const { wish, isHeld } = context.records.get(event.job) ?? {};
      if (wish?.type !== 'list') return;
      openEditor(enqueue, context, wish.list);
      enqueue.sendTo(childOf(wish.list), {
        type: 'list.resume',
        job: event.job,
        intents: wish.intents,
        isLeft: event.isLeft === true,
        isHeld: isHeld === true,
      });
    }),
    show: enqueueActions(({ context: { bus }, event, enqueue }) => {
      if (event.type !== 'lists.show') return;
      const named = (kind: string) =>
        event.tags
          .flatMap(([name, value = '']) => (name === kind ? [value] : []))
          .slice(0, MOST_SHOWN);
      const [pubkeys, ids] = [named('p'), named('e')];
      enqueue.stopChild('people');
      enqueue.stopChild('notes');
      if (pubkeys.length > 0)
        enqueue.spawnChild('request', {
          id: 'people',
          input: { bus, query: query('user_infos', { pubkeys }) },
        });
      if (ids.length > 0) {
        // without extended data: the service would leave out threads that a viewer mutes
        enqueue.spawnChild('request', {
          id: 'notes',
          input: { bus, query: query('events', { event_ids: ids }) },
        });
      }
    }),
    open: enqueueActions(({ context, event, enqueue, self }) => {
      if (event.type !== 'lists.open') return;
      const request = openRequest({
        list: event.list,
        account: context.account,
        content: event.event.content,
      });
      enqueue.sendTo(context.signer, { type: 'sign.request', request: { ...request, from: self } });
    }),
    recordOpened: assign(({ context: { opened }, event }) => {
      if (event.type !== 'sign.settled') return {};
      const { id, outcome } = event;
      return {
        opened: new Map(opened).set(
          id,
          outcome.ok && 'text' in outcome ? readSecret(outcome.text) : undefined,
        ),
      };
    }),
    /**
     * Decrypt the mute list's private part without a prompt, because it hides entries (ACCOUNT-20).
     */
    openQuietly: enqueueActions(
      ({ context: { account, signer, opened, opening }, event, enqueue }) => {
        if (event.type !== 'versions.found') return;
        const content = newestOf('mutes', account, event.events, event.now)?.content ?? '';
        if (content === opening || (content !== '' && opened.has(content))) return;
        enqueue.stopChild('opener');
        enqueue.assign({ opening: content });
        if (content !== '')
          enqueue.spawnChild('silentDecrypt', {
            id: 'opener',
            input: { list: 'mutes', account, signer, content },
          });
      },
    ),
    recordOpenedQuietly: enqueueActions(({ context: { opened }, event, enqueue }) => {
      if (!('output' in event) || !('content' in event.output)) return;
      const { content, tags } = event.output;
      enqueue.stopChild('opener');
      enqueue.assign({ opening: '', opened: new Map(opened).set(content, tags) });
    }),
    /** Take over the private part from the editor, which has just decrypted or encrypted it. */
    recordSaved: assign(({ context: { opened }, event }) =>
      event.type === 'list.saved' && event.secret
        ? { opened: new Map(opened).set(event.secret.content, event.secret.tags) }
        : {},
    ),
    /** Look at the list again soon: another device may have edited the same base unseen. */
    watchSaved: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'list.saved') return;
      enqueue.assign(withSaved(context, event));
      const { list, accepted } = event;
      if (!accepted) return;
      enqueue.stopChild(recheckOf(list));
      recheck(enqueue, context, list, accepted.version.id);
    }),
    settleSaved: enqueueActions(({ context: { saved }, event, enqueue }) => {
      if (event.type !== 'list.rechecked' || event.list === 'profile') return;
      enqueue.assign({ saved: withSettled(saved, event.list) });
      enqueue.stopChild(recheckOf(event.list));
    }),
    recordFailedAgain: assign(
      whenEvent('list.failed', ({ context, event }) =>
        event.again === undefined ? {} : withFailedAgain(context, event.again),
      ),
    ),
    editProfile: enqueueActions(({ context, event, enqueue, self }) => {
      if (event.type !== 'lists.profile') return;
      const { remembered, now, home } = event;
      const { account, bus, scope, records, relays = [] } = context;
      if (self.getSnapshot().children.profile) enqueue.sendTo('profile', { type: 'profile.open' });
      else
        enqueue.spawnChild('profile', {
          id: 'profile',
          input: { account, bus, scope, records, relays, remembered, now, home },
        });
    }),
    watchProfile: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'profile.saved') return;
      const { account, bus, scope, relays = [] } = context;
      const { type: _, ...saved } = event;
      enqueue.stopChild('profileRecheck');
      enqueue.spawnChild('profileRecheck', {
        id: 'profileRecheck',
        input: { ...saved, account, bus, scope, relays },
      });
    }),
    /** Watch the profile that an earlier page was saving when it was closed. */
    watchLeftProfile: enqueueActions(({ context, enqueue }) => {
      const { isLeftProfileTaken, startedAt, records, account, bus, scope, relays } = context;
      if (isLeftProfileTaken || startedAt === undefined || !relays) return;
      const saved = leftProfile(account, records, startedAt);
      if (!saved || saved === 'sending') return;
      enqueue.assign({ isLeftProfileTaken: true });
      enqueue.spawnChild('profileRecheck', {
        id: 'leftProfile',
        input: { ...saved, account, bus, scope, relays },
      });
    }),
    endProfileRecheck: enqueueActions(({ enqueue }) => enqueue.stopChild('profileRecheck')),
    endLeftProfile: enqueueActions(({ enqueue }) => enqueue.stopChild('leftProfile')),
    endProfile: enqueueActions(({ enqueue }) => enqueue.stopChild('profile')),
    restore: enqueueActions(({ context, event, enqueue }) => {
      const [loss, ...losses] = context.losses;
      if (!loss || event.type !== 'lists.restore') return;
      enqueue.assign({ losses });
      const intents =
        loss.own?.intents ?? loss.lost.map((tag): ListIntent => ({ act: 'add', tag }));
      enqueue.raise({
        type: 'lists.edit',
        list: loss.list,
        intents,
        now: event.now,
        isShown: true,
      });
    }),
    accept: assign(({ context }) => ({ losses: context.losses.slice(1) })),
    recall: assign(
      whenEvent('list.recall', ({ context, event }) => ({
        recalling: new Set([...context.recalling, event.list]),
      })),
    ),
    notifyFailed: enqueueActions(({ event, enqueue }) => {
      if (event.type !== 'list.failed') return;
      const { message } = event;
      const kind = message.code === 'list.serversFailed' ? ({ kind: 'warning' } as const) : {};
      enqueue.sendParent({ type: 'account.failed', message, ...kind } satisfies AccountNotice);
    }),
    notifyHeld: enqueueActions(({ event, enqueue }) => {
      if (event.type !== 'list.held') return;
      const { message } = event;
      enqueue.sendParent({
        type: 'account.failed',
        message,
        why: UNREACHED,
      } satisfies AccountNotice);
    }),
    /** An edit that did not happen cannot be undone. */
    settleUndo: enqueueActions(({ context: { undos }, event, enqueue }) => {
      if (event.type !== 'list.failed' && event.type !== 'list.cancelled') return;
      const { undo: job } = event;
      if (job === undefined || !undos.get(job)) return;
      enqueue.assign({ undos: new Map(undos).set(job, undefined) });
      enqueue.sendParent(undoEnded(job));
    }),
  },
}).createMachine({
  id: 'lists',
  context: ({ input }) => ({
    ...input,
    relays: undefined,
    records: new Map(),
    waiting: [],
    versions: [],
    recalling: new Set(),
    at: 0,
    looked: new Set(),
    heard: new Set(),
    isConfirmed: false,
    opened: new Map(),
    opening: '',
    losses: [],
    saved: [],
    isLeftTaken: false,
    isLeftProfileTaken: false,
    startedAt: undefined,
    again: new Map(),
    silent: new Set(),
    editors: new Set(),
    isOffline: false,
    undos: new Map(),
  }),
  invoke: {
    id: 'versions',
    src: 'versions',
    input: ({ context }) => ({ account: context.account }),
  },
  on: {
    'versions.found': {
      actions: ['receiveVersions', 'watchLeft', 'watchLeftProfile', 'openQuietly'],
    },
    'relayList.changed': { actions: ['receiveRelays', 'attend'] },
    'outbox.started': { actions: 'attend' },
    'outbox.changed': { actions: ['receiveRecords', 'watchLeftProfile'] },
    'network.offline': { actions: 'recordOffline' },
    // edits of an earlier page may be signed now without a prompt
    'account.unlocked': { actions: 'attend' },
    'outbox.jobAbandoned': {
      actions: raise(({ event }) => ({ type: 'lists.resume', job: event.job, isLeft: true })),
    },
    'lists.edit': [{ guard: 'isUnlocated', actions: 'wait' }, { actions: 'edit' }],
    'lists.undo': { actions: 'undo' },
    'list.agreed': { actions: ['recordAgreed', 'renewUndo'] },
    'lists.resume': [{ guard: 'isUnlocated', actions: 'wait' }, { actions: 'resume' }],
    'lists.show': { actions: 'show' },
    'lists.open': { actions: 'open' },
    'sign.settled': { actions: 'recordOpened' },
    'lists.restore': { actions: 'restore' },
    'lists.accept': { actions: 'accept' },
    'lists.profile': [{ guard: 'isUnlocated', actions: 'wait' }, { actions: 'editProfile' }],
    'xstate.done.actor.opener': { actions: 'recordOpenedQuietly' },
    'xstate.done.actor.profile': { actions: 'endProfile' },
    'profile.saved': { actions: 'watchProfile' },
    'xstate.done.actor.profileRecheck': { actions: 'endProfileRecheck' },
    'xstate.done.actor.leftProfile': { actions: 'endLeftProfile' },
    'list.recall': { actions: ['recall', { type: 'keep', params: {} }] },
    'list.seen': { actions: { type: 'keep', params: {} } },
    'list.saved': { actions: ['recordSaved', 'watchSaved', { type: 'keep', params: {} }] },
    'list.failed': { actions: ['settleUndo', 'recordFailedAgain', 'notifyFailed'] },
    'list.rechecked': { actions: ['settleSaved', { type: 'keep', params: {} }] },
    'list.held': { actions: 'notifyHeld' },
    'list.cancelled': { actions: 'settleUndo' },
  },
  initial: 'waking',
  states: {
    /**
     * Stored lists are known at once. Missing ones are requested at once, so that buttons need not
     * wait (STATE-03).
     */
    waking: {
      on: {
        'versions.found': [
          {
            guard: 'isCold',
            target: 'looking',
            actions: ['receiveVersions', 'watchLeft', 'watchLeftProfile', 'openQuietly'],
          },
          {
            target: 'calm',
            actions: ['receiveVersions', 'watchLeft', 'watchLeftProfile', 'openQuietly'],
          },
        ],
      },
      after: { startDelay: 'looking' },
    },
    /** Content that the user reads is loaded first. */
    calm: { entry: 'begin', after: { startDelay: 'looking' } },
    looking: {
      invoke: {
        id: 'look',
        src: 'request',
        input: ({ context }) => ({ bus: context.bus, query: lookQuery(context) }),
        onDone: {
          target: 'turning',
          actions: [
            { type: 'keep', params: withOutcome },
            { type: 'recordHeard', params: withOutcome },
          ],
        },
        onError: 'turning',
      },
    },
    turning: {
      entry: 'recordLooked',
      always: [
        { guard: 'isLast', target: 'watching' },
        { target: 'looking', actions: 'next' },
      ],
    },
    watching: { after: { again: 'calm' } },
  },
});

export type ListsActor = ActorRefFrom<typeof listsMachine>;

/**
 * Start an editor for the first edit. It lives as long as the account, so that failures can be
 * retried.
 */
function openEditor(
  enqueue: {
    readonly assign: (change: Pick<ListsContext, 'editors'>) => void;
    readonly spawnChild: (src: 'edit', options: { id: Child; input: ListEditInput }) => void;
  },
  { account, bus, scope, signer, isOffline, home, homeRelay, editors }: ListsContext,
  list: ListName,
): void {
  if (editors.has(list)) return;
  enqueue.assign({ editors: new Set([...editors, list]) });
  enqueue.spawnChild('edit', {
    id: childOf(list),
    input: { list, account, bus, scope, signer, isOffline, home, homeRelay },
  });
}

/** Start the looks after the save of a version. */
function recheck(
  enqueue: {
    readonly spawnChild: (
      src: 'recheck',
      options: { id: Recheck; input: ListRecheckInput },
    ) => void;
  },
  { account, bus, scope, relays = [] }: ListsContext,
  list: ListName,
  version: string,
  age?: number,
): void {
  enqueue.spawnChild('recheck', {
    id: recheckOf(list),
    input: { list, account, bus, scope, relays, version, age },
  });
}
