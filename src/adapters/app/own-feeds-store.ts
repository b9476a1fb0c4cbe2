import type { CallbackActorLogic } from 'xstate';
import { pressed } from '../../events/nostr/ours.ts';
import { isServices } from '../../events/reading/feed/feed-edit.ts';
import type { FeedsChange } from '../../events/reading/feed/feeds-merge.ts';
import {
  type ChangeName,
  type FeedChangesSince,
  type FeedChange,
  type SharedFeedChanges,
  joinedSteps,
  readSince,
  readSharedFeedChanges,
  withoutSteps,
  withSteps,
} from '../../events/reading/feed/feed-changes.ts';
import { keptFeeds, type OwnFeed } from '../../events/reading/feed/own-feeds.ts';
import type { FeedsName } from '../../events/settings/saved-record.ts';
import type { LocalSettings, SettingsActor } from '../../machines/settings/settings.machine.ts';
import type { LocalCommand, LocalSignal } from '../../machines/settings/settings-sync.machine.ts';
import type { Scope, Storages } from '../core/storage.ts';
import type { AccountKey } from '../core/storage-keys.ts';
import type { OpenChannel } from '../core/tab-channel.ts';
import { callbackAdapter } from '../../machines/core/ports.ts';

/** Dependencies of `ownFeeds`. `early`: the account and its feeds when the page was opened. */
export interface OwnFeedsParts {
  readonly settings: SettingsActor | undefined;
  readonly storages: Storages;
  readonly early:
    | { readonly account: string; readonly settings: Pick<LocalSettings, FeedsName> }
    | undefined;
  /** The channel on which tabs of this browser announce their changes. */
  readonly channel: OpenChannel;
  /** Returns a unique name for this tab. */
  readonly newId: () => string;
}

/** Number of saved steps that are remembered. */
const MOST_DONE = 200;

/**
 * The `localSettings` port of a list of feeds. Reports the user's changes with the list that they
 * were made on. Changes are stored on the device until the service has them, so changes made with a
 * locked key survive the page. Changes of another tab are applied here once that tab announces
 * them. Until then they are only preserved when this tab writes. So tabs that change the list at
 * the same time do not lose each other's changes (INV-NO-LOSS).
 */
export function ownFeeds(
  name: FeedsName,
  { settings: actor, ...parts }: OwnFeedsParts,
): CallbackActorLogic<LocalCommand, { readonly account: string }> {
  let before = parts.early;
  return callbackAdapter<LocalCommand, { readonly account: string }>(
    ({ input: { account }, sendBack, receive }) => {
      if (!actor) return undefined;
      const early = before?.account === account ? before.settings[name] : undefined;
      before = undefined;
      return follow({ name, account, actor, ...parts }, early, sendBack, receive);
    },
  );
}

interface Followed extends Omit<OwnFeedsParts, 'settings' | 'early'> {
  readonly name: FeedsName;
  readonly account: string;
  readonly actor: SettingsActor;
}

/**
 * The unsaved steps of a list, in all tabs, as this device stores them, and the list that the
 * service had last.
 */
function openSteps(scope: Scope<AccountKey>, name: FeedsName) {
  const kept = (): FeedChangesSince | undefined =>
    readSince(scope.read('feedsBefore', name), keptFeeds(scope.read(name)) ?? []);
  let since = kept();
  /** The largest step number that was used here. */
  let last = 0;
  /** Finished steps. Late messages about them are ignored. */
  let done: readonly ChangeName[] = [];
  const open = (steps: readonly FeedChange[]) => withoutSteps(steps, done);
  return {
    since: () => since,
    /** Includes steps that other tabs have stored and not announced yet. */
    newest: (): readonly FeedChange[] => joinedSteps(since?.steps ?? [], open(kept()?.steps ?? [])),
    nextNr: (steps: readonly FeedChange[]): number => Math.max(last, steps.at(-1)?.nr ?? 0) + 1,
    keep: (
      base: readonly OwnFeed[],
      steps: readonly FeedChange[],
    ): FeedChangesSince | undefined => {
      last = Math.max(last, steps.at(-1)?.nr ?? 0);
      since = steps.length > 0 ? { base, steps } : undefined;
      if (since) scope.write('feedsBefore', since, name);
      else scope.remove('feedsBefore', name);
      return since;
    },
    settle: (saved: readonly ChangeName[]): void => {
      done = [...done, ...saved.map(({ tab, nr }) => ({ tab, nr }))].slice(-MOST_DONE);
    },
    /** Steps that the service has, as this tab was notified or saved itself. */
    settled: () => done,
    /** Steps that the service does not have. */
    open,
  };
}

/** Follow the list of one account until the account leaves. Returns a function that ends it. */
function follow(
  { name, account, actor, storages, channel, newId }: Followed,
  early: readonly OwnFeed[] | undefined,
  sendBack: (signal: LocalSignal) => void,
  receive: (listener: (command: LocalCommand) => void) => void,
): () => void {
  const tab = newId();
  const waiting = openSteps(storages.account(account), name);
  let known = early;
  /**
   * An adopted list that is not applied yet. Until then the current list is an older one, and not a
   * change.
   */
  let coming: readonly OwnFeed[] | undefined;
  const take = (list: readonly OwnFeed[]): void => {
    [known, coming] = [list, list];
    actor.send({ type: 'settings.change', change: { [name]: list } });
    if (actor.getSnapshot().context.local[name] === list) coming = undefined;
  };
  /** Steps that are being saved by the service. */
  let reported: readonly FeedChange[] = [];
  const report = ({ base, steps }: FeedChangesSince, list: readonly OwnFeed[]): void => {
    reported = steps;
    sendBack({ type: 'local.changed', change: pressed({ feeds: { before: base, after: list } }) });
  };
  const line = channel(`starling-${name}-${account}`);
  const post = (told: SharedFeedChanges): void => line.postMessage(told);

  let isFirst = true;
  const tell = ({ context }: ReturnType<SettingsActor['getSnapshot']>): void => {
    if (context.account !== account) return;
    const list = context.local[name];
    if (coming && list !== coming) return;
    coming = undefined;
    const was = known ?? list;
    known = list;
    const since = waiting.since();
    if (isFirst && since && was === list) return resume(since, list);
    // feeds that an earlier version added are not in the service's list
    const isNews = was !== list || (isFirst && !since);
    isFirst = false;
    const base = since?.base ?? baseOf(was, list);
    if (!isNews || (!since && isSame(base, list))) return;
    const others = waiting.newest();
    const step = { tab, nr: waiting.nextNr(others), before: since ? was : base, after: list };
    const steps = [...others, step];
    waiting.keep(base, steps);
    post({ steps: [step] });
    // steps that another tab stored apply here once that tab announces them
    report({ base, steps }, withSteps(base, steps));
  };
  /** Continues saving the steps of an earlier page. */
  const resume = (since: FeedChangesSince, list: readonly OwnFeed[]): void => {
    isFirst = false;
    const all = withSteps(since.base, since.steps);
    if (!hasAll(all, list)) take(all);
    report(since, all);
  };
  const hearSaved = (saved: readonly ChangeName[], list: readonly OwnFeed[]): void => {
    const further = withoutSteps(saved, waiting.settled());
    // both tabs saved the same steps: the service may have this tab's version, without the further
    // steps
    if (further.length > 0 && further.length < saved.length) {
      const since = waiting.since();
      if (since && reported.length === 0) report(since, list);
      return;
    }
    waiting.settle(saved);
    const since = waiting.since();
    if (!since) return;
    const left = withoutSteps(since.steps, saved);
    const next = waiting.keep(withSteps(since.base, withoutSteps(since.steps, left)), left);
    // the remaining steps now apply to another list
    if (next && reported.length > 0) report(next, list);
  };
  const hear = (told: SharedFeedChanges): void => {
    const since = waiting.since();
    if (!known || actor.getSnapshot().context.account !== account) return;
    // even if the service has all: this device's record may be older
    if ('come' in told)
      return post({
        ...(since ?? { base: known, steps: [] }),
        done: waiting.settled(),
        to: told.come,
      });
    if ('saved' in told) return hearSaved(told.saved, known);
    // an answer to another tab may be outdated already
    if (told.to !== undefined && told.to !== tab) return;
    const isNew = waiting.settled().length === 0;
    // this device's record may have been written by a tab that had not heard of the save
    const done = isNew && told.done ? told.done : [];
    if (done.length > 0) hearSaved(done, known);
    const base = (isNew ? told.base : undefined) ?? since?.base ?? known;
    const steps = joinedSteps(waiting.newest(), waiting.open(told.steps));
    if (steps.length === 0 && done.length === 0) return;
    const list = withSteps(base, steps);
    // written even if nothing is new: the other tab may have written without this tab's steps
    waiting.keep(base, steps);
    take(list);
    if (reported.length > 0) report({ base, steps }, list);
  };
  const adopt = ({ before, after }: FeedsChange): void => {
    if (!known || actor.getSnapshot().context.account !== account) return;
    const isSaved = isSame(before, after) && hasAll(before, withSteps(before, reported));
    const saved = isSaved ? reported : [];
    const left = withoutSteps(waiting.newest(), saved);
    const since = waiting.keep(before, left);
    take(since ? withSteps(before, left) : after);
    if (isSaved) {
      reported = [];
      waiting.settle(saved);
      if (saved.length > 0) post({ saved });
      // The feed was added and removed here before either was saved, but another tab has saved the
      // addition: report the removal again.
    } else if (since && isSame(before, after)) report(since, known);
    // a tab with more unsaved steps writes over this record
    post({ steps: left });
  };
  line.addEventListener('message', ({ data }) => {
    const told = readSharedFeedChanges(data);
    if (told) hear(told);
  });
  post({ come: tab });
  tell(actor.getSnapshot());
  const watch = actor.subscribe(tell);
  receive((command) => {
    if (command.type === 'local.adopt' && command.change.feeds) adopt(command.change.feeds);
  });
  return () => {
    watch.unsubscribe();
    line.close();
  };
}

/**
 * The list that a first change was made on. A list that is not the account's own yet is the
 * service's list, without the added feed.
 */
function baseOf(was: readonly OwnFeed[], is: readonly OwnFeed[]): FeedsChange['before'] {
  return was.some(({ feedkind }) => feedkind) ? was : is.filter(isServices);
}

/** True if two lists have the same feeds, in any order. */
function hasAll(one: readonly OwnFeed[], other: readonly OwnFeed[]): boolean {
  const texts = (feeds: readonly OwnFeed[]) => feeds.map((feed) => JSON.stringify(feed)).toSorted();
  return isSame(texts(one), texts(other));
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
