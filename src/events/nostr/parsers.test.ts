import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EVENT_FILES, realEvents } from '../../../tests/support/events/real-events.ts';
import { sampleOf, runs } from '../../../tests/support/runs.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { readMutes } from '../account/lists/mutes.ts';
import { displayNameOf, readProfile } from '../facts/profile.ts';
import { readRelayList } from '../account/lists/relay-list.ts';
import { addressOf } from './address.ts';
import { deletionKeys, isDeleted } from './deletion.ts';
import type { VerifiedEvent } from './event.ts';
import { readZap, zapRequestOf } from '../facts/zap.ts';
import { handlersFor, nostrLink } from '../reading/cards/app-handler.ts';
import { readArticle } from '../reading/article/article.ts';
import { filePost, readFileMetadata } from '../reading/cards/file-metadata.ts';
import { readGroup } from '../reading/cards/follow-pack.ts';
import { readHighlight } from '../reading/article/highlight.ts';
import { readLiveEvent } from '../reading/cards/live-event.ts';
import { factsOf } from '../reading/thread/opened-event.ts';
import { readPoll, zappedOption } from '../reading/cards/poll.ts';
import { readReaction } from '../reading/thread/reaction.ts';
import { mentionsOf, quotesOf } from '../reading/content/mentions.ts';
import { embeddedRepost, hintsOf, replyTarget, repostTarget, rootOf } from '../facts/references.ts';
import { isExpired } from '../core/time.ts';

/** All readers of events, each for any kind. */
const readers: ReadonlyArray<(event: VerifiedEvent) => unknown> = [
  (event) => readMutes(event.tags),
  readProfile,
  (event) => displayNameOf(readProfile(event), event.pubkey),
  readRelayList,
  addressOf,
  deletionKeys,
  (event) => isDeleted(event, () => event),
  readZap,
  zapRequestOf,
  readArticle,
  readHighlight,
  readReaction,
  embeddedRepost,
  hintsOf,
  mentionsOf,
  quotesOf,
  replyTarget,
  repostTarget,
  rootOf,
  (event) => isExpired(event, event.created_at),
  readPoll,
  zappedOption,
  (event) => readLiveEvent(event, 'https://home.example', event.created_at),
  readGroup,
  readFileMetadata,
  filePost,
  nostrLink,
  (event) => handlersFor(event, [event]),
  factsOf,
];

test('INV-ISOLATE every reader accepts every real event without an error and leaves it unchanged', () => {
  for (const real of EVENT_FILES.flatMap((file) => sampleOf(realEvents(file)))) {
    const event = trusted(real);
    for (const tag of event.tags) Object.freeze(tag);
    Object.freeze(event.tags);
    Object.freeze(event);
    for (const read of readers) read(event);
  }
});

test('real reposts, replies and profiles are understood, not only read without an error', () => {
  const events = EVENT_FILES.flatMap((file) => realEvents(file)).map((event) => trusted(event));
  const of = (kind: number) => events.filter((event) => event.kind === kind);
  expect(of(6).filter((event) => !repostTarget(event))).toEqual([]);
  // Early reposts contain `#[0]` instead of the event.
  expect(
    of(6).filter((event) => event.content.startsWith('{') && embeddedRepost(event) === undefined),
  ).toEqual([]);
  expect(of(6).filter((event) => quotesOf(event).length > 0)).toEqual([]);
  expect(of(1_111).filter((event) => !replyTarget(event) || !rootOf(event))).toEqual([]);
  const names = of(0).filter(
    (event) => readProfile(event).name !== '' || readProfile(event).displayName !== '',
  );
  expect(names.length / of(0).length).toBeGreaterThan(0.9);
});

test('INV-ISOLATE E-14 no reader throws for any kind with any JSON in content and any tags', () => {
  const kind = fc.constantFrom(
    0,
    1,
    3,
    5,
    6,
    7,
    16,
    42,
    1_063,
    1_068,
    1_111,
    6_969,
    9_735,
    9_802,
    10_000,
    10_002,
    30_023,
    30_311,
    31_990,
    39_089,
  );
  const tags = fc.array(
    fc.array(
      fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('e', 'a', 'p', 'd', 'a'.repeat(64))),
      { maxLength: 5 },
    ),
  );
  fc.assert(
    fc.property(
      kind,
      tags,
      fc.oneof(fc.json(), fc.string({ unit: 'binary' })),
      (number, some, content) => {
        const event = trusted({ kind: number, tags: some, content });
        for (const read of readers) read(event);
      },
    ),
    { numRuns: runs(500) },
  );
});
