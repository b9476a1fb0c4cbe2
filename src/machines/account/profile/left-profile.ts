import { inSeconds, minus, type Seconds } from '../../../events/core/time.ts';
import { changesOf, fieldsOf } from '../../../events/account/profile/profile-fields.ts';
import {
  type OutboxRecord,
  type OutboxRecords,
  stateOf,
} from '../../../events/publish/outbox/outbox.ts';
import { isOutdated } from '../../../events/publish/outbox/publish-failure.ts';
import { LEFT_FOR } from '../lists/list-saved-edits.ts';
import type { SavedProfile } from './profile-recheck.machine.ts';

/** `sending`: it is not decided yet whether relays accept the version. */
export type LeftProfile = SavedProfile | 'sending';

/**
 * Return the last profile that an earlier page saved shortly before this page started, or was
 * saving. `undefined` if there is none, or if the user or the signer has decided against it.
 */
export function leftProfile(
  account: string,
  records: OutboxRecords,
  startedAt: Seconds,
): LeftProfile | undefined {
  const record = [...records.values()].findLast(
    ({ wish, account: author, at }) =>
      wish.type === 'event' &&
      wish.base !== undefined &&
      author === account &&
      at <= startedAt &&
      at >= minus(startedAt, LEFT_FOR),
  );
  return record && savedIn(record, startedAt);
}

function savedIn(record: OutboxRecord, startedAt: Seconds): LeftProfile | undefined {
  const { wish, template, event, acceptedAt, at } = record;
  if (wish.type !== 'event' || wish.base === undefined || !template) return undefined;
  const state = stateOf(record);
  if (state === 'sending') return 'sending';
  const before = fieldsOf({ content: wish.base });
  const wanted = changesOf(before, fieldsOf(wish.draft));
  const saved = { at: template.created_at, before, wanted, job: record.job };
  const since = (time: Seconds) => Math.max(0, inSeconds(startedAt) - inSeconds(time));
  if (state === 'accepted') return { ...saved, version: event, age: since(acceptedAt ?? at) };
  // another tab may be signing a draft, but a refused version is refused by everybody
  if (state === 'drafted') return { ...saved, version: undefined, age: since(at) };
  return isOutdated(record)
    ? { ...saved, version: undefined, age: inSeconds(LEFT_FOR) }
    : undefined;
}
