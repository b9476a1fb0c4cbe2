import { tagValue, type VerifiedEvent } from '../../src/events/nostr/event.ts';
import { isHex } from '../../src/events/core/hex.ts';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { inSeconds } from '../../src/events/core/time.ts';
import { truncated } from '../log/printable.ts';
import type { Standing } from '../store/accounts/standings.ts';
import type { Store } from '../store/store.ts';
import { parseStored } from '../store/stored-event.ts';

/** All reports of one event or account. Keys and ids in hex, times in seconds. */
export interface Reported {
  readonly what: 'event' | 'account';
  readonly target: string;
  /**
   * The author of the event, or the account itself. `undefined` if the event is not stored and no
   * report names its author.
   */
  readonly author: string | undefined;
  readonly standing: Standing | undefined;
  /** The beginning of the event's text, or `undefined` if it is missing, deleted or withheld. */
  readonly words: string | undefined;
  /** Number of reporting accounts. */
  readonly count: number;
  /** Number of reports by reason, most first. `none` without a reason. */
  readonly reasons: Readonly<Record<string, number>>;
  readonly last: number;
}

/** Limit of reports of each kind: the newest. */
const MOST = 5_000;
/** Characters. */
const LONGEST_REASON = 40;

/** One account's report of one target. */
interface Complaint {
  readonly target: string;
  readonly what: Reported['what'] | undefined;
  readonly author: string | undefined;
  readonly reporter: string;
  /** Unverified text of the reporter. */
  readonly reason: string | undefined;
  readonly at: number;
}

/**
 * Return reports to this service, and stored report events (NIP-56), by target. The target with the
 * newest report comes first.
 */
export async function reportedIn(store: Store): Promise<Reported[]> {
  const [made, published] = await Promise.all([
    store.reports(MOST),
    store.newestOfKind(KIND.ReportContent, MOST),
  ]);
  const complaints = [
    ...published.flatMap((stored) => complaintIn(parseStored(stored)) ?? []),
    ...made.map(({ target, reporter, reason, at }) => ({
      target,
      reporter,
      reason,
      at: inSeconds(at),
      what: undefined,
      author: undefined,
    })),
  ];
  const groups = Map.groupBy(complaints, ({ target }) => target);
  const here = new Map(
    (await store.events([...groups.keys()])).map((stored) => [stored.id, parseStored(stored)]),
  );
  const reported = [...groups].map(([target, all]) => {
    const event = here.get(target);
    const what =
      event || all.some((complaint) => complaint.what === 'event')
        ? 'event'
        : (all.find((each) => each.what)?.what ?? 'account');
    const claimed = all.find(({ author }) => author !== undefined)?.author;
    const author = event?.pubkey ?? (what === 'account' ? target : claimed);
    return {
      what,
      target,
      author,
      words: event && truncated(event.content),
      ...countsOf(all),
    } as const;
  });
  const standings = await store.standingsOf(reported.flatMap(({ author }) => author ?? []));
  return reported
    .map((each) => ({
      ...each,
      standing: each.author === undefined ? undefined : standings.get(each.author),
    }))
    .toSorted((one, other) => other.last - one.last);
}

/** Repeated reports of one account count once, with the last reason. */
function countsOf(complaints: readonly Complaint[]): Pick<Reported, 'count' | 'reasons' | 'last'> {
  const reasons = new Map<string, string | undefined>();
  for (const { reporter, reason } of complaints.toSorted((one, other) => one.at - other.at))
    reasons.set(reporter, truncated(reason ?? '', LONGEST_REASON) || reasons.get(reporter));
  const counts = Map.groupBy(reasons.values(), (reason) => reason ?? 'none');
  const sorted = [...counts]
    .map(([reason, all]) => [reason, all.length] as const)
    .toSorted(([, one], [, other]) => other - one);
  return {
    count: reasons.size,
    reasons: Object.fromEntries(sorted),
    last: Math.max(...complaints.map(({ at }) => at)),
  };
}

/**
 * NIP-56: the target is an event if one is named, else the account with a reason, or the first
 * account.
 */
function complaintIn(
  report: Pick<VerifiedEvent, 'pubkey' | 'tags' | 'created_at'>,
): Complaint | undefined {
  const named = (name: string) =>
    report.tags.filter(([key, value]) => key === name && value !== undefined && isHex(value, 64));
  const people = named('p');
  const [, id, because] = named('e')[0] ?? [];
  const [, person, why] = people.find(([, , type]) => type) ?? people[0] ?? [];
  const [target, reason] = id === undefined ? [person, why] : [id, because || why];
  if (target === undefined) return undefined;
  return {
    target,
    what: id === undefined ? 'account' : 'event',
    author: id === undefined ? target : tagValue(report, 'p'),
    reporter: report.pubkey,
    reason,
    at: inSeconds(report.created_at),
  };
}
