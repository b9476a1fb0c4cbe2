import { useEffect, useMemo, useRef, useState } from 'react';
import {
  acceptedBy,
  failureOf,
  type OutboxRecord,
  type OutboxRecords,
  stateOf,
} from '../../../events/publish/outbox/outbox.ts';
import { listNamed } from '../../../events/account/lists/list-named.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import {
  failureReason,
  isOutdated,
  UNREACHED,
} from '../../../events/publish/outbox/publish-failure.ts';
import type { OutboxRequest } from '../../../events/publish/outbox/outbox-entry.ts';
import { useComposeStrings } from '../../ui/strings/compose.ts';
import { useSay } from '../../ui/strings/own-messages.ts';
import { type FailureWords, useFailureWords } from './use-failure-words.ts';

type Words = ReturnType<typeof useComposeStrings>['ledger'];

/** Words for the states of jobs. */
interface StandingWords {
  readonly ledger: Words;
  readonly say: ReturnType<typeof useSay>;
  readonly failureWords: ReturnType<typeof useFailureWords>;
}

export function useStandingWords(): StandingWords {
  const { ledger } = useComposeStrings();
  const say = useSay();
  const failureWords = useFailureWords();
  return useMemo(() => ({ ledger, say, failureWords }), [ledger, say, failureWords]);
}

const NAMES: ReadonlyMap<number, keyof Words['names']> = new Map<number, keyof Words['names']>([
  [KIND.Text, 'note'],
  [KIND.Comment, 'comment'],
  [KIND.LongForm, 'article'],
  [KIND.Repost, 'repost'],
  [KIND.GenericRepost, 'repost'],
  [KIND.Reaction, 'reaction'],
  [KIND.EventDeletion, 'deletion'],
  [KIND.ReportContent, 'report'],
  [KIND.Metadata, 'profile'],
  [KIND.EncryptedDirectMessage, 'message'],
  [KIND.Subscribe, 'subscription'],
  [KIND.Unsubscribe, 'unsubscription'],
  [KIND.Draft, 'draft'],
  [KIND.WalletTokens, 'ecashTokens'],
  [KIND.WalletHistory, 'ecashHistory'],
  [KIND.NutzapInfo, 'ecashSettings'],
  [KIND.EcashWallet, 'ecashWallet'],
  [KIND.Poll, 'poll'],
  [KIND.PollVote, 'vote'],
  [KIND.Highlight, 'highlight'],
  [KIND.Nutzap, 'nutzap'],
  [KIND.MoneroZapRequest, 'moneroTip'],
  [KIND.MoneroZap, 'moneroTip'],
  [KIND.MoneroZapReceipt, 'moneroTip'],
  [KIND.Settings, 'settings'],
]);

/** Return a title for the content of a job. */
export function titleOf(wish: OutboxRequest, words: Words): string {
  if (wish.type === 'list') return words.names[wish.list];
  if (wish.type === 'wrap')
    return wish.after === undefined ? words.names.privateMessage : words.names.ownCopy;
  const { kind, tags, content } = wish.draft;
  if (kind === KIND.Text && tags.some(([name]) => name === 'e')) return words.names.reply;
  if (kind === KIND.Reaction && content === '+') return words.names.like;
  const list = listNamed(wish.draft);
  if (list) return words.names[list];
  const name = NAMES.get(kind);
  return name ? words.names[name] : words.other(kind);
}

/**
 * Return the state of a job in one line, never more than is known (INV-OUTCOME). `isAsked`: this
 * tab is working on it. `isLocked`: it is sent once the key is open.
 */
export function standingOf(
  record: OutboxRecord,
  { ledger: words, say, failureWords }: StandingWords,
  { isAsked = true, isLocked = false } = {},
): string {
  const state = stateOf(record);
  if (isLocked) return words.states.locked;
  if (state === 'accepted') {
    const took = acceptedBy(record);
    return words.accepted(took.length, new Set([...record.relays.keys(), ...took]).size);
  }
  if (state === 'sending') {
    if (record.wish.type === 'wrap' && record.wish.after !== undefined && isUntried(record))
      return words.after;
    const open = [...record.relays.values()].filter(({ outcome }) => outcome === 'waiting').length;
    return open > 0 ? words.sending(open) : words.broadcasting;
  }
  const reason = reasonOf(record, failureWords);
  if (reason?.isHeld) return reason.text;
  if (state === 'intended' && !isAsked) return words.left;
  if (state === 'drafted' && !isAsked) return words.unasked;
  const { wish } = record;
  if (isOutdated(record)) return words.outdated[wish.type === 'list' ? 'list' : 'other'];
  const failure = failureOf(record);
  const isNote = wish.type === 'event' && wish.draft.kind === KIND.Text;
  if (failure === 'publish.failed' && !isNote) return words.failed(titleOf(wish, words));
  if (failure === 'publish.unsigned' && !isNote) return words.states.unsigned;
  if (failure) return say({ code: failure });
  return state === 'failed' ? '' : words.states[state];
}

/** Return why a job failed or waits. A held list edit waits for the network. */
export function reasonOf(
  record: OutboxRecord,
  failureWords: StandingWords['failureWords'],
): FailureWords | undefined {
  const why = record.isHeld ? UNREACHED : failureReason(record);
  return why && failureWords(why);
}

function isUntried({ relays }: OutboxRecord): boolean {
  return [...relays.values()].every(({ outcome }) => outcome === 'waiting');
}

/** Return the latest change of a job since the first render, for screen readers. */
export function useLedgerNews(records: OutboxRecords): string {
  const words = useStandingWords();
  const before = useRef(records);
  const [news, setNews] = useState('');
  useEffect(() => {
    const { ledger } = words;
    const told = (record: OutboxRecord | undefined) => record && standingOf(record, words);
    const changed = [...records.values()].findLast(
      (record) => told(record) !== told(before.current.get(record.job)),
    );
    before.current = records;
    if (changed) setNews(`${titleOf(changed.wish, ledger)}: ${told(changed)}`);
  }, [records, words]);
  return news;
}
