import { type CallbackActorLogic, fromCallback } from 'xstate';
import type { FeedsChange } from '../../events/reading/feeds-merge.ts';
import { keptFeeds, type OwnFeed } from '../../events/reading/own-feeds.ts';
import type { FeedsName } from '../../events/settings/saved-record.ts';
import type { LocalSettings, SettingsActor } from '../../machines/settings/settings.machine.ts';
import type { LocalCommand, LocalSignal } from '../../machines/settings/settings-sync.machine.ts';
import type { StorePage } from '../account/account-store.ts';
import { accountPrefix, type Storages } from './storage.ts';

/** What `ownFeeds` needs. `early`: what held when the page was opened, and for whom. */
export interface OwnFeedsParts {
  readonly settings: SettingsActor | undefined;
  readonly storages: Storages;
  readonly early: { readonly account: string; readonly settings: Pick<LocalSettings, FeedsName> } | undefined;
  /** Where other tabs are heard. */
  readonly page?: Pick<StorePage, 'addEventListener'>;
}

/**
 * The `localSettings` port of a list of feeds: tells what a person did to it here, with the list on which it was done. That is kept on the device
 * until the service has it, so that what was done with a key that is locked outlives the page. What is done in another tab holds here, too:
 * the next change is made on it, and takes nothing of it away.
 */
export function ownFeeds(
  name: FeedsName,
  { settings: actor, storages, early, page }: OwnFeedsParts,
): CallbackActorLogic<LocalCommand, { readonly account: string }> {
  let before = early;
  return fromCallback<LocalCommand, { readonly account: string }>(({ input: { account }, sendBack, receive }) => {
    if (!actor) return undefined;
    const scope = storages.account(account);
    let known = before?.account === account ? before.settings[name] : undefined;
    before = undefined;
    let base = keptFeeds(scope.read('feedsBefore', name));
    const keepBase = (list: readonly OwnFeed[] | undefined): void => {
      base = list;
      if (list) scope.write('feedsBefore', list, name);
      else scope.remove('feedsBefore', name);
    };
    let isFirst = true;
    const tell = ({ context }: ReturnType<SettingsActor['getSnapshot']>): void => {
      if (context.account !== account) return;
      const list = context.local[name];
      const was = known ?? list;
      known = list;
      if (was === list && !isFirst) return;
      isFirst = false;
      const begun = base ?? baseOf(was, list);
      if (!base && isSame(begun, list)) return;
      if (!base) keepBase(begun);
      sendBack({ type: 'local.changed', change: { feeds: { before: begun, after: list } } } satisfies LocalSignal);
    };
    tell(actor.getSnapshot());
    const watch = actor.subscribe(tell);
    receive((command) => {
      if (command.type !== 'local.adopt') return;
      const { feeds } = command.change;
      if (!known || !feeds || actor.getSnapshot().context.account !== account) return;
      known = feeds.after;
      keepBase(isSame(feeds.before, feeds.after) ? undefined : feeds.before);
      actor.send({ type: 'settings.change', change: { [name]: feeds.after } });
    });
    const ending = new AbortController();
    const own = ['', '/feedsBefore'].map((part) => `${accountPrefix(account)}${part}/${name}`);
    const hear = ({ key }: Pick<StorageEvent, 'key'>): void => {
      if (key === null || !own.includes(key)) return;
      base = keptFeeds(scope.read('feedsBefore', name));
      const list = keptFeeds(scope.read(name));
      if (!list || isSame(list, known ?? []) || actor.getSnapshot().context.account !== account) return;
      known = list;
      actor.send({ type: 'settings.change', change: { [name]: list } });
    };
    page?.addEventListener('storage', hear, { signal: ending.signal });
    return () => {
      watch.unsubscribe();
      ending.abort();
    };
  });
}

/** On what a first change was made: a list that is not the account's own yet is the service's, without what was added. */
function baseOf(was: readonly OwnFeed[], is: readonly OwnFeed[]): FeedsChange['before'] {
  return was.some(({ feedkind }) => feedkind) ? was : is.filter(({ feedkind }) => feedkind);
}

function isSame(one: readonly OwnFeed[], other: readonly OwnFeed[]): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
