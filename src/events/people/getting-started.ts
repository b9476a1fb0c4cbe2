import type { VerifiedEvent } from '../nostr/event.ts';
import type { Versions } from '../facts/rows.ts';
import { KIND } from '../nostr/kinds.ts';
import { type OutboxRecords, stateOf } from '../publish/outbox/outbox.ts';
import type { Account } from '../account/account.ts';
import { acknowledgedVersion, unacknowledgedIn } from '../publish/outbox/list-versions.ts';
import type { Profile } from '../facts/profile.ts';

/**
 * State of the 'getting started' screen for an account (ACCOUNT-19). `due`: it still has to open by
 * itself. `seen`: it did.
 */
export type StartRecord = 'due' | 'seen';

/**
 * Return the record to store. An account that was created here is due once, every other account
 * never. `kept` is the stored value, of any shape. `isNew`: the account was created here, not
 * signed in with an existing key.
 */
export function startRecord(kept: unknown, isNew: boolean): StartRecord | undefined {
  if (kept === 'due' || kept === 'seen') return kept;
  return isNew ? 'due' : undefined;
}

/** First steps of an account, in the order in which they are shown. */
const STEPS = ['profile', 'follows', 'feed', 'backup', 'note'] as const;
export type FirstStep = (typeof STEPS)[number];

/** Facts about an account that decide which first steps are done. */
export interface KnownOfAccount {
  readonly pubkey: string;
  readonly method: Account['method'];
  /** True if the key was created here and no copy of it has been proved. */
  readonly isUnsaved: boolean;
  readonly profile: Pick<Profile, 'name' | 'displayName' | 'picture' | 'source'> | undefined;
  readonly follows: Versions | undefined;
  /** The chosen home feed; `undefined` if none was chosen. */
  readonly homeFeed: string | undefined;
  readonly records: OutboxRecords;
  /** A note of the account, if one was found. */
  readonly note: VerifiedEvent | undefined;
}

/**
 * Return the first steps, each done or open by the signed, stored and chosen data. Events that no
 * relay has accepted do not count (INV-OUTCOME). Only a key that this device holds can be backed up
 * here, so other accounts have no such step.
 */
export function firstSteps(
  known: KnownOfAccount,
): ReadonlyArray<{ readonly step: FirstStep; readonly isDone: boolean }> {
  const steps = STEPS.filter((step) => step !== 'backup' || known.method === 'key');
  return steps.map((step) => ({ step, isDone: IS_DONE[step](known) }));
}

const IS_DONE: Readonly<Record<FirstStep, (known: KnownOfAccount) => boolean>> = {
  profile: ({ profile, records }) =>
    profile !== undefined &&
    (profile.displayName || profile.name) !== '' &&
    profile.picture !== '' &&
    !unacknowledgedIn(records).has(profile.source.id),
  follows: ({ follows, records, pubkey }) =>
    acknowledgedVersion(follows, unacknowledgedIn(records))?.tags.some(
      ([name, key]) => name === 'p' && key !== pubkey,
    ) === true,
  feed: ({ homeFeed }) => homeFeed !== undefined,
  backup: ({ isUnsaved }) => !isUnsaved,
  note: ({ note, records, pubkey }) =>
    (note !== undefined &&
      note.pubkey === pubkey &&
      note.kind === KIND.Text &&
      !unacknowledgedIn(records).has(note.id)) ||
    [...records.values()].some(
      (record) => record.event?.kind === KIND.Text && stateOf(record) === 'accepted',
    ),
};
