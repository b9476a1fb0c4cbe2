import fc from 'fast-check';
import { expect, test } from 'vitest';
import { realEvents } from '../../../../tests/support/events/real-events.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND } from '../../nostr/kinds.ts';
import { seconds } from '../../core/time.ts';
import { handlersFor, nostrLink } from './app-handler.ts';
import { filePost, readFileMetadata } from './file-metadata.ts';
import { readGroup } from './follow-pack.ts';
import { readLiveEvent } from './live-event.ts';

const HOME = 'https://home.example';
const KEY = 'a'.repeat(64);
const OTHER = 'b'.repeat(64);

test('NOTE-02 a live event has a time, hosts and an address; a stream without updates has ended', () => {
  const event = trusted({
    kind: KIND.LiveEvent,
    pubkey: KEY,
    created_at: seconds(10_000),
    tags: [
      ['title', ' Evening\u0000 '],
      ['status', 'live'],
      ['starts', '9000'],
      ['ends', 'soon'],
      ['current_participants', '12'],
      ['streaming', 'https://video.example/a.m3u8'],
      ['recording', 'javascript:alert(1)'],
      ['p', OTHER, '', 'Speaker'],
      ['p', KEY, '', 'Host'],
      ['p', KEY, '', 'Twice'],
      ['p', 'nobody', '', 'Host'],
    ],
  });
  const live = readLiveEvent(event, HOME, seconds(10_100));
  expect(live).toMatchObject({
    title: 'Evening',
    status: 'live',
    startsAt: 9_000,
    endsAt: undefined,
    current: 12,
    recording: undefined,
  });
  expect(live.streaming).toBe('https://video.example/a.m3u8');
  expect(live.people).toEqual([
    { pubkey: KEY, role: 'Host' },
    { pubkey: OTHER, role: 'Speaker' },
  ]);
  expect(readLiveEvent(event, HOME, seconds(13_601)).status).toBe('ended');
});

test('NOTE-02 a follow pack names its people once; a file is a picture post, or its name, type and size', () => {
  const pack = readGroup({
    tags: [
      ['title', 'Birds'],
      ['description', 'Wings'],
      ['p', KEY],
      ['p', KEY],
      ['p', 'x'],
      ['p', OTHER],
    ],
  });
  expect(pack).toEqual({ title: 'Birds', about: 'Wings', image: '', people: [KEY, OTHER] });
  expect(readGroup({ tags: [['d', 'gulls']] }).title).toBe('gulls');
  const tags = [
    ['url', 'https://files.example/a%20map.pdf'],
    ['m', 'application/PDF'],
    ['size', '2048'],
    ['x', KEY],
    ['dim', '3x4'],
  ];
  expect(readFileMetadata({ content: 'The map', tags })).toEqual({
    url: 'https://files.example/a%20map.pdf',
    mime: 'application/pdf',
    name: 'a map.pdf',
    about: 'The map',
    hash: KEY,
    size: 2_048,
    dimensions: { width: 3, height: 4 },
  });
  expect(filePost({ content: 'The map', tags }).content).toBe(
    'The map\nhttps://files.example/a%20map.pdf',
  );
  expect(filePost({ content: '', tags }).tags.at(-1)).toContain(
    'url https://files.example/a%20map.pdf',
  );
});

test('NIP-89 an app is offered for its named kinds if it has a web page for this form of address', () => {
  const event = trusted({ kind: 31_337, pubkey: KEY, tags: [['d', 'song']] });
  const app = (tags: string[][], content = '{"name":"Songs"}') =>
    trusted({ kind: KIND.Dvm, pubkey: OTHER, content, tags: [['d', 'x'], ...tags] });
  const of = (...tags: string[][]) => handlersFor(event, [app(tags)]);
  const naddr = nostrLink(event).slice('nostr:'.length);
  expect(naddr).toMatch(/^naddr1/);
  expect(
    of(
      ['k', '31337'],
      ['web', 'https://a.example/<bech32>', 'nevent'],
      ['web', 'https://b.example/<bech32>', 'naddr'],
    ),
  ).toMatchObject([{ name: 'Songs', url: `https://b.example/${naddr}` }]);
  expect(of(['k', '31337'], ['web', 'https://a.example/<bech32>'])).toHaveLength(1);
  expect(of(['k', '1'], ['web', 'https://a.example/<bech32>'])).toEqual([]);
  expect(of(['k', '31337'], ['web', 'javascript:alert("<bech32>")'])).toEqual([]);
  expect(of(['k', '31337'], ['web', 'nostr:<bech32>'])).toEqual([]);
  expect(of(['k', '31337'], ['web', 'https://a.example/'])).toEqual([]);
  expect(nostrLink(trusted({ kind: KIND.Text }))).toMatch(/^nostr:nevent1/);
});

test('real live events, packs and files are read with their fields, not merely without errors', () => {
  const events = [
    'events-misc.jsonl',
    'events-rare-kinds.jsonl',
    'events-two-users-amethyst.jsonl',
  ].flatMap((file) => realEvents(file));
  const of = (kind: number) => events.filter((event) => event.kind === kind);
  expect(
    of(KIND.FileMetadata).filter((event) => !/^https?:/.test(readFileMetadata(event).url)),
  ).toEqual([]);
  expect(of(KIND.StarterPack).map((event) => readGroup(event).people.length > 0)).not.toContain(
    false,
  );
  expect(
    of(KIND.LiveEvent).map(
      (event) => readLiveEvent(event, HOME, event.created_at).people.length > 0,
    ),
  ).not.toContain(false);
});

test('E-08 E-44 for any tags, titles, texts and lists stay within their bounds', () => {
  const name = fc.constantFrom(
    'title',
    'name',
    'summary',
    'description',
    'p',
    'url',
    'm',
    'size',
    'status',
    'starts',
    'x',
    'd',
  );
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'binary' }).map((text) => text.repeat(3_000)),
    fc.constantFrom(KEY, OTHER, '9'.repeat(15)),
  );
  fc.assert(
    fc.property(
      fc.array(fc.tuple(name, value, value, value), { maxLength: 12 }),
      value,
      (tags, content) => {
        const event = { pubkey: KEY, created_at: seconds(1_000), tags, content };
        const live = readLiveEvent(event, HOME, seconds(2_000));
        const group = readGroup(event);
        const file = readFileMetadata(event);
        for (const text of [
          live.title,
          live.summary,
          group.title,
          group.about,
          file.name,
          file.mime,
          file.about,
        ]) {
          expect(text.length).toBeLessThanOrEqual(4_000);
          expect(text.isWellFormed()).toBe(true);
        }
        for (const { role } of live.people) expect(role.length).toBeLessThanOrEqual(40);
        expect(new Set(group.people).size).toBe(group.people.length);
      },
    ),
    { numRuns: 60 },
  );
});
