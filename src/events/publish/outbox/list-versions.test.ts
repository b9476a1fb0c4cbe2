import { expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import type { Tag } from '../../nostr/event.ts';
import { foldOutbox } from './outbox-fold.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { templateOf } from './event-template.ts';
import { seconds } from '../../core/time.ts';
import { listAddress } from '../../account/lists/list-definitions.ts';
import { follow } from '../../account/lists/list-intents.ts';
import {
  entriesOf,
  acknowledgedVersion,
  keyOf,
  ownVersions,
  unacknowledgedIn,
  isEntryWanted,
} from './list-versions.ts';
import { pressed } from '../../nostr/ours.ts';

const [me, ann, bob, cat] = ['1', 'a', 'b', 'c'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
  string,
];
const A = 'wss://a.example';

/**
 * Return the lines of a version of a list of follows or mutes that was signed here, up to the given
 * state.
 */
function version(
  job: string,
  created_at: number,
  end: 'wished' | 'sending' | 'accepted' | 'failed' | 'discarded',
  list: 'follows' | 'mutes' = 'follows',
) {
  const template = templateOf(
    pressed({ kind: list === 'follows' ? 3 : 10_000, tags: [['p', ann]], content: '' }),
    me,
    seconds(created_at),
  );
  const event = trusted(template);
  const line = (entry: object): OutboxEntry => ({ job, at: seconds(1), ...entry }) as OutboxEntry;
  const wished = [
    line({ type: 'intended', account: me, wish: { type: 'list', list, intents: [] } }),
  ];
  const sending = [
    ...wished,
    line({ type: 'drafted', template, relays: [A] }),
    line({ type: 'signed', event }),
  ];
  const answered = (accepted: boolean) => line({ type: 'answered', relay: A, accepted });
  const lines = {
    wished,
    sending,
    accepted: [...sending, answered(true)],
    failed: [...sending, answered(false), line({ type: 'broadcast', accepted: [] })],
    discarded: [...sending, line({ type: 'discarded' })],
  };
  return { event, lines: lines[end] };
}

const all = {
  wished: version('1', 9_999, 'wished'),
  sending: version('2', 20, 'sending'),
  accepted: version('3', 30, 'accepted'),
  failed: version('4', 50, 'failed'),
  discarded: version('5', 40, 'discarded'),
  other: version('6', 600, 'sending', 'mutes'),
};
const records = foldOutbox(
  new Map(),
  Object.values(all).flatMap(({ lines }) => lines),
);

test('INV-OUTCOME a signed version that no relay has accepted does not count yet, for any list', () => {
  const ids = [all.sending, all.failed, all.discarded, all.other].map(({ event }) => event.id);
  expect(unacknowledgedIn(records)).toEqual(new Set(ids));
  expect(unacknowledgedIn(records)).toBe(unacknowledgedIn(records));
  expect(unacknowledgedIn(new Map())).toEqual(new Set());
});

test('INV-BASE INV-SERIAL own versions of a list: discarded, accepted and pending, by job, with the date', () => {
  expect(ownVersions(records, listAddress('follows', me))).toEqual({
    given: new Set([all.discarded.event.id]),
    taken: [all.accepted.event],
    sending: new Set(['2']),
    byJob: new Map([
      ['2', { event: all.sending.event, isTaken: false, intents: [] }],
      ['3', { event: all.accepted.event, isTaken: true, intents: [] }],
      ['4', { event: all.failed.event, isTaken: false, intents: [] }],
      ['5', { event: all.discarded.event, isTaken: false, intents: [] }],
    ]),
    last: 50,
  });
  expect(ownVersions(records, listAddress('follows', ann))).toMatchObject({
    byJob: new Map(),
    last: undefined,
  });
});

test('INV-NEWEST the newest accepted version is shown', () => {
  const [old, newer, newest] = [10, 20, 30].map((created_at) =>
    trusted({ pubkey: me, kind: 3, created_at }),
  ) as [ReturnType<typeof trusted>, ReturnType<typeof trusted>, ReturnType<typeof trusted>];
  const versions = { current: newest, older: [newer, old] };
  expect([
    acknowledgedVersion(versions),
    acknowledgedVersion(versions, new Set([newest.id])),
    acknowledgedVersion(versions, new Set([newest.id, newer.id])),
  ]).toEqual([newest, newer, old]);
  expect([
    acknowledgedVersion(undefined),
    acknowledgedVersion({ current: old, older: [] }, new Set([old.id])),
  ]).toEqual([undefined, undefined]);
});

test('ACCOUNT-08 entries are identified by their keys; the last edit of an entry counts', () => {
  const event = trusted({
    pubkey: me,
    kind: 3,
    tags: [
      ['p', ann],
      ['t', 'x'],
      ['p', 'junk'],
      ['p', bob.toUpperCase()],
    ],
  });
  expect([entriesOf('follows', event), entriesOf('follows', undefined)]).toEqual([
    new Set([`p:${ann}`, `p:${bob}`]),
    new Set(),
  ]);
  expect(entriesOf('follows', event)).toBe(entriesOf('follows', event));
  const intents = [follow(ann), follow(bob, false), follow(ann, false), follow(bob)];
  const key = (pubkey: string) => keyOf('follows', ['p', pubkey] satisfies Tag);
  expect([ann, bob, cat].map((pubkey) => isEntryWanted('follows', intents, key(pubkey)))).toEqual([
    false,
    true,
    undefined,
  ]);
  expect([key(ann), keyOf('follows', ['x'])]).toEqual([`p:${ann}`, '']);
});
