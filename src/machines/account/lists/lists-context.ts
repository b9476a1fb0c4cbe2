import type { DoneActorEvent } from 'xstate';
import {
  listAddress,
  LIST_NAMES,
  type ListName,
} from '../../../events/account/lists/list-definitions.ts';
import type { Home } from '../../../events/account/lists/list-query.ts';
import type { ListIntent, ListQuestion } from '../../../events/account/lists/list-intents.ts';
import type { ListLoss } from '../../../events/account/lists/list-losses.ts';
import type { UserMessage } from '../../../events/account/user-message.ts';
import type { Seconds } from '../../../events/core/time.ts';
import type { Tag, VerifiedEvent } from '../../../events/nostr/event.ts';
import type { Ours } from '../../../events/nostr/ours.ts';
import { ownVersions } from '../../../events/publish/outbox/list-versions.ts';
import type { OutboxRecords } from '../../../events/publish/outbox/outbox.ts';
import type { NetworkNews, RelayListChanged } from '../../connection/relay-protocol.ts';
import type { Bus, Outcome } from '../../core/bus.ts';
import type { AccountUnlocked, ScopeRef } from '../../core/feature.ts';
import type { OutboxStarted, LogUpdate } from '../../core/outbox-protocol.ts';
import type { SignSettled } from '../../core/sign-request.ts';
import type { SignerRef } from '../../core/signer-ref.ts';
import type { ProfileSaved } from '../profile/profile-recheck.machine.ts';
import type { ListNews } from './list-edit-context.ts';
import type { ListRechecked } from './list-recheck.machine.ts';
import type { AgainEdit, WatchedEdit } from './list-saved-edits.ts';
import type { SilentlyDecrypted } from './silent-decrypt.machine.ts';

/** Command to the version store, which replies with all versions. `without`: ids to forget. */
export interface VersionsCommand {
  readonly type: 'versions.keep';
  readonly events: readonly VerifiedEvent[];
  readonly without: readonly string[];
}
/** All stored versions of this account's lists, verified. */
export interface VersionsSignal {
  readonly type: 'versions.found';
  readonly events: readonly VerifiedEvent[];
  readonly now: Seconds;
  /** True if this device remembers that the account was created on it. */
  readonly isMadeHere?: boolean;
}

export interface ListsInput extends Home {
  readonly account: string;
  readonly bus: Bus;
  readonly signer: SignerRef;
  readonly scope: ScopeRef;
  /** True if the account was created here, as far as the session knows. */
  readonly isMadeHere?: boolean;
}

export type ListsEvent =
  | ListNews
  | ListRechecked
  | RelayListChanged
  | OutboxStarted
  | VersionsSignal
  | DoneActorEvent<Outcome | SilentlyDecrypted>
  | SignSettled
  | LogUpdate
  | AccountUnlocked
  | Extract<NetworkNews, { type: 'network.offline' }>
  | ProfileSaved
  | ListEditOrder
  /** Reverts an edit that offered it. */
  | { type: 'lists.undo'; job: string }
  /** Resumes an unsigned edit or an orphaned signed version. */
  | { type: 'lists.resume'; job: string; isLeft?: boolean }
  /** Requests the people and notes that shown entries name. */
  | { type: 'lists.show'; tags: readonly Tag[] }
  /** Decrypts the private part of that version with the signer. */
  | { type: 'lists.open'; list: ListName; event: VerifiedEvent }
  /** Restores entries that were lost elsewhere, or accepts their loss. */
  | { type: 'lists.restore'; now: Seconds }
  | { type: 'lists.accept' }
  /**
   * Opens the profile editor. A profile is not a list, but it is edited in the same way.
   * `remembered`: seen versions.
   */
  | { type: 'lists.profile'; remembered: readonly VerifiedEvent[]; now: Seconds; home: string };

declare module '../../core/feature.ts' {
  interface FeatureEvents {
    lists: ListsEvent;
  }
}

/** `undo`: the toast's message while the edit can be undone. */
export interface ListEditOrder {
  readonly type: 'lists.edit';
  readonly list: ListName;
  readonly intents: readonly ListIntent[];
  readonly now: Seconds;
  readonly undo?: UserMessage | undefined;
  /** Confirmed in any case, together with the risks of the edit. */
  readonly question?: ListQuestion | undefined;
  /** True if it was ordered in a dialog that listed all of its entries. */
  readonly isShown?: boolean | undefined;
}

export interface ListsContext extends ListsInput {
  /**
   * The account's write relays, for fetching and publishing lists. `undefined` until they are
   * known.
   */
  readonly relays: ReadonlyArray<Ours<string>> | undefined;
  readonly records: OutboxRecords;
  /** Edits that arrived before the relays were known. */
  readonly waiting: readonly ListsEvent[];
  /** Lists whose editors wait for `list.recalled`. */
  readonly recalling: ReadonlySet<ListName>;
  /** Seen versions, stored beyond this page. */
  readonly versions: readonly VerifiedEvent[];
  /**
   * Current lookup: an index into LIST_NAMES, then the own profile and other people's mute lists
   * that filter.
   */
  readonly at: number;
  /** Lists whose lookup has finished or failed, so that nothing more will be known for now. */
  readonly looked: ReadonlySet<ListName>;
  /** Lists that the caching service answered for since start. */
  readonly heard: ReadonlySet<ListName>;
  /**
   * True if `heard` includes all button lists. Until then they are shown as stored on this device
   * (STATE-03).
   */
  readonly isConfirmed: boolean;
  /** Decrypted private parts by their encrypted text. `undefined` if decryption failed. */
  readonly opened: ReadonlyMap<string, readonly Tag[] | undefined>;
  /** The encrypted private part of the mute list that is being decrypted. Empty if none. */
  readonly opening: string;
  /** Entries that another app removed from lists, until the user decides (BEYOND-02). */
  readonly losses: readonly ListLoss[];
  /** Edits that a relay accepted, and that another device may overwrite unseen. */
  readonly saved: readonly WatchedEdit[];
  /** True once the edits that an earlier page left are watched. */
  readonly isLeftTaken: boolean;
  /** True once the profile that an earlier page saved is watched. */
  readonly isLeftProfileTaken: boolean;
  /** When the stored versions were read for the first time. */
  readonly startedAt: Seconds | undefined;
  /** Edits that are being made again, by their names. */
  readonly again: ReadonlyMap<string, AgainEdit>;
  /** Silent sources that the user accepted during this visit. */
  readonly silent: ReadonlySet<string>;
  /** Lists with an editor. Several edits may arrive in one step, before its actor is listed. */
  readonly editors: ReadonlySet<ListName>;
  /** True if the browser has no network. Edits then wait for it. */
  readonly isOffline: boolean;
  /** Edits that can be reverted, by the name that their toasts have. Each is reverted once. */
  readonly undos: ReadonlyMap<string, ListEditOrder | undefined>;
}

/** Lists that buttons beside people and notes depend on. */
export const MARKS: readonly ListName[] = ['follows', 'mutes', 'bookmarks'];

/** Maximum people or notes of a list to request at once. */
export const MOST_SHOWN = 500;

export type Child = `edit ${string}`;
export type Recheck = `recheck ${string}`;
export const CHILDREN: {
  versions: 'versions';
  profile: 'profile';
  profileRecheck: 'profileRecheck';
  leftProfile: 'profileRecheck';
  look: 'request';
  people: 'request';
  notes: 'request';
  opener: 'silentDecrypt';
  [edit: Child]: 'edit';
  [recheck: Recheck]: 'recheck';
} = {
  versions: 'versions',
  profile: 'profile',
  profileRecheck: 'profileRecheck',
  leftProfile: 'profileRecheck',
  look: 'request',
  people: 'request',
  notes: 'request',
  opener: 'silentDecrypt',
};
export const childOf = (list: ListName): Child => `edit ${list}`;
export const recheckOf = (list: ListName): Recheck => `recheck ${list}`;

/** Return the versions of all lists that were signed here, not by another app. */
export function ownLists({ account, records }: Pick<ListsContext, 'account' | 'records'>) {
  const own = LIST_NAMES.map((list) => ownVersions(records, listAddress(list, account)));
  const made = new Set(
    own.flatMap(({ byJob }) => [...byJob.values()].map(({ event }) => event.id)),
  );
  return {
    made,
    taken: own.flatMap((one) => one.taken),
    given: new Set(own.flatMap((one) => [...one.given])),
  };
}
