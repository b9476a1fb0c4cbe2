import { type CallbackActorLogic, fromCallback } from 'xstate';
import { pressed } from '../../events/nostr/ours.ts';
import { isServices } from '../../events/reading/feed/feed-edit.ts';
import type { FeedsChange } from '../../events/reading/feed/feeds-merge.ts';
import {
  type FeedsSince,
  type FeedsStep,
  type FeedsTold,
  joinedSteps,
  readSince,
  readTold,
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

/** What `ownFeeds` needs. `early`: what held when the page was opened, and for whom. */
export interface OwnFeedsParts {
  readonly settings: SettingsActor | undefined;
  readonly storages: Storages;
  readonly early: { readonly account: string; readonly settings: Pick<LocalSettings, FeedsName> } | undefined;
  /** Where tabs of this browser tell each other what they did. */
  readonly channel: OpenChannel;
  /** A name for this tab that no other has. */
  readonly newId: () => string;
}

/** How much of what was saved is remembered. */
const MOST_DONE = 200;

/**
 * The `localSettings` port of a list of feeds: tells what a person did to it here, with the list on which it was done. That is kept on the device
 * until the service has it, so that what was done with a key that is locked outlives the page. What is done in another tab is done to the list here
 * as well once it is told; what another one has kept and not told yet is only written on. So tabs that change the list in the same moment lose nothing
 * of each other (INV-NO-LOSS).
 */
export function ownFeeds(
  name: FeedsName,
  { settings: actor, ...parts }: OwnFeedsParts,
): CallbackActorLogic<LocalCommand, { readonly account: string }> {
  let before = parts.early;
  return fromCallback<LocalCommand, { readonly account: string }>(({ input: { account }, sendBack, receive }) => {
    if (!actor) return undefined;
    const early = before?.account === account ? before.settings[name] : undefined;
    before = undefined;
    return follow({ name, account, actor, ...parts }, early, sendBack, receive);
  });
}

interface Followed extends Omit<OwnFeedsParts, 'settings' | 'early'> {
  readonly name: FeedsName;
  readonly account: string;
  readonly actor: SettingsActor;
}

/** What was done to a list, in all tabs, and the service does not have yet, as this device keeps it; and what the service had last. */
function openSteps(scope: Scope<AccountKey>, name: FeedsName) {
  const kept = (): FeedsSince | undefined => readSince(scope.read('feedsBefore', name), keptFeeds(scope.read(name)) ?? []);
  let since = kept();
  /** The largest number that a step here has, or had. */
  let last = 0;
  /** What is told late of it is over. */
  let done: readonly FeedsStep[] = [];
  const open = (steps: readonly FeedsStep[]) => withoutSteps(steps, done);
  return {
    since: () => since,
    /** With what other tabs have kept, of which this one has not heard yet. */
    newest: (): readonly FeedsStep[] => joinedSteps(since?.steps ?? [], open(kept()?.steps ?? [])),
    nextNr: (steps: readonly FeedsStep[]): number => Math.max(last, steps.at(-1)?.nr ?? 0) + 1,
    keep: (base: readonly OwnFeed[], steps: readonly FeedsStep[]): FeedsSince | undefined => {
      last = Math.max(last, steps.at(-1)?.nr ?? 0);
      since = steps.length > 0 ? { base, steps } : undefined;
      if (since) scope.write('feedsBefore', since, name);
      else scope.remove('feedsBefore', name);
      return since;
    },
    settle: (saved: readonly FeedsStep[]): void => {
      done = [...done, ...saved].slice(-MOST_DONE);
    },
    /** What the service has, as this tab was told or saved itself. */
    settled: () => done,
    /** Those of which the service has not had any. */
    open,
  };
}

/** The list of one account, until the account goes. Gives what ends it. */
function follow(
  { name, account, actor, storages, channel, newId }: Followed,
  early: readonly OwnFeed[] | undefined,
  sendBack: (signal: LocalSignal) => void,
  receive: (listener: (command: LocalCommand) => void) => void,
): () => void {
  const tab = newId();
  const waiting = openSteps(storages.account(account), name);
  let known = early;
  /** What was taken over and does not hold yet; until then the list is an older one, and no change of anybody's. */
  let coming: readonly OwnFeed[] | undefined;
  const take = (list: readonly OwnFeed[]): void => {
    [known, coming] = [list, list];
    actor.send({ type: 'settings.change', change: { [name]: list } });
    if (actor.getSnapshot().context.local[name] === list) coming = undefined;
  };
  /** What is on its way to the service. */
  let reported: readonly FeedsStep[] = [];
  const report = ({ base, steps }: FeedsSince, list: readonly OwnFeed[]): void => {
    reported = steps;
    sendBack({ type: 'local.changed', change: pressed({ feeds: { before: base, after: list } }) });
  };
  const line = channel(`starling-${name}-${account}`);
  const post = (told: FeedsTold): void => line.postMessage(told);

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
    // what a former version added is not the service's
    const isNews = was !== list || (isFirst && !since);
    isFirst = false;
    const base = since?.base ?? baseOf(was, list);
    if (!isNews || (!since && isSame(base, list))) return;
    const others = waiting.newest();
    const step = { tab, nr: waiting.nextNr(others), before: since ? was : base, after: list };
    const steps = [...others, step];
    waiting.keep(base, steps);
    post({ steps: [step] });
    // what another tab kept and has not told yet holds here once it is told
    report({ base, steps }, withSteps(base, steps));
  };
  /** What a page before this one did is this one's to save. */
  const resume = (since: FeedsSince, list: readonly OwnFeed[]): void => {
    isFirst = false;
    const all = withSteps(since.base, since.steps);
    if (!hasAll(all, list)) take(all);
    report(since, all);
  };
  const hearSaved = (saved: readonly FeedsStep[], list: readonly OwnFeed[]): void => {
    const further = withoutSteps(saved, waiting.settled());
    // both saved the same, and what was saved here, without those, may be what the service has
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
    // what is left is now to be done to another list
    if (next && reported.length > 0) report(next, list);
  };
  const hear = (told: FeedsTold): void => {
    const since = waiting.since();
    if (!known || actor.getSnapshot().context.account !== account) return;
    // also where the service has all: what this device keeps may be from before that
    if ('come' in told) return post({ ...(since ?? { base: known, steps: [] }), to: told.come });
    if ('saved' in told) return hearSaved(told.saved, known);
    // what is answered to another tab may be over already
    if (told.to !== undefined && told.to !== tab) return;
    const base = (waiting.settled().length > 0 ? undefined : told.base) ?? since?.base ?? known;
    const steps = joinedSteps(waiting.newest(), waiting.open(told.steps));
    if (steps.length === 0) return;
    const list = withSteps(base, steps);
    // written also where nothing is new: the other tab may have written without what is here
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
      // what was added and removed here was removed before it was there, and another tab has saved it meanwhile
    } else if (since && isSame(before, after)) report(since, known);
    // whoever has more to be saved writes it over what was written here
    post({ steps: left });
  };
  line.addEventListener('message', ({ data }) => {
    const told = readTold(data);
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

/** On what a first change was made: a list that is not the account's own yet is the service's, without what was added. */
function baseOf(was: readonly OwnFeed[], is: readonly OwnFeed[]): FeedsChange['before'] {
  return was.some(({ feedkind }) => feedkind) ? was : is.filter(isServices);
}

/** Whether two lists have the same feeds, in whichever order. */
function hasAll(one: readonly OwnFeed[], other: readonly OwnFeed[]): boolean {
  const texts = (feeds: readonly OwnFeed[]) => feeds.map((feed) => JSON.stringify(feed)).toSorted();
  return isSame(texts(one), texts(other));
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
