import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trusted } from '../../../tests/support/trusted.ts';
import { liveStatus, readLiveEvent } from './live-event.ts';

const key = (digit: string) => digit.repeat(64);
const [a, b, author] = [key('a'), key('b'), key('9')];
const address = `30023:${author}:post`;

test('a live event: status, times, people and addresses', () => {
  const event = trusted({
    kind: 30_311,
    created_at: 1_000,
    tags: [
      ['d', 'stream'],
      ['title', 'Live'],
      ['summary', 'now'],
      ['image', 'https://x.example/a.png'],
      ['streaming', 'https://x.example/a.m3u8'],
      ['status', 'LIVE'],
      ['starts', '900'],
      ['ends', 'later'],
      ['current_participants', '21'],
      ['p', a, '', 'Host'],
      ['p', 'nobody', '', 'Speaker'],
      ['p', b],
      ['t', 'Music'],
    ],
  });
  expect(readLiveEvent(event)).toEqual({
    id: event.id,
    pubkey: event.pubkey,
    address: `30311:${event.pubkey}:stream`,
    title: 'Live',
    summary: 'now',
    image: 'https://x.example/a.png',
    streaming: 'https://x.example/a.m3u8',
    recording: '',
    status: 'live',
    starts: 900,
    ends: undefined,
    participants: 21,
    people: [
      { pubkey: a, role: 'host' },
      { pubkey: b, role: '' },
    ],
    hashtags: ['music'],
    source: event,
  });
});

test('what claims to be live and was silent for an hour has ended; an unknown status too', () => {
  const live = (status: string) => readLiveEvent(trusted({ kind: 30_311, created_at: 1_000, tags: [['status', status]] }));
  expect([1_000, 4_600, 4_601].map((now) => liveStatus(live('live'), now))).toEqual(['live', 'live', 'ended']);
  expect([live('planned').status, live('ended').status, live('soon').status, live('').status]).toEqual([
    'planned',
    'ended',
    'ended',
    'ended',
  ]);
  expect(liveStatus(live('planned'), 9_999)).toBe('planned');
});

test('INV-ISOLATE E-14 any tags make a live event', () => {
  const name = fc.constantFrom('e', 'a', 'p', 'r', 'emoji', 'status', 'starts', 'title', 'context', 'd', 't');
  const value = fc.oneof(fc.constantFrom(a, address, 'live', '7'), fc.string({ unit: 'binary' }), fc.webUrl());
  const tags = fc.array(fc.tuple(name, fc.array(value, { maxLength: 4 })).map(([head, rest]) => [head, ...rest]));
  fc.assert(
    fc.property(tags, fc.string({ unit: 'binary' }), (some, content) => {
      const read = readLiveEvent(trusted({ kind: 30_311, tags: some, content }));
      expect([read.title, read.summary, read.image].every((text) => text.isWellFormed())).toBe(true);
    }),
    { numRuns: 300 },
  );
});
