import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { trusted } from '../../../tests/support/events/trusted.ts';
import type { DirectMessage } from './rumor.ts';
import { secretOf } from '../account/keys/secret.ts';
import type { Claim } from '../connection/claims.ts';
import { RESULT } from '../nostr/kinds.ts';
import { inSeconds, millis, type Seconds, seconds } from '../core/time.ts';
import { asRead, inOrder, readContacts, readUnread, withContacts } from './contacts.ts';
import { blocksOf, exchanged, linesOf, peerOf, withMessages } from './conversation.ts';
import { MAX_UNSENT_LENGTH } from '../core/unsent-limit.ts';
import {
  isSendable,
  LONGEST_MESSAGE,
  messageDraft,
  serializeMessage,
  readMessage,
  readPlace,
} from './outgoing-message.ts';
import { runs } from '../../../tests/support/runs.ts';

const [ME, PEER, OTHER] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
];
const stats = (content: unknown): Claim => ({
  claim: 'other',
  kind: RESULT.MessageStatsPerSender,
  content,
});
const message = (pubkey: string, to: string, created_at: number, content = '') =>
  trusted({ kind: 4, pubkey, created_at, content, tags: [['p', to]] });
type Held = ReturnType<typeof exchanged>;
/** Return a message in the old form, from any author. */
const old = (event: ReturnType<typeof message>) => ({ ...event, form: 'nip04', event }) as const;
const people = [ME, PEER, OTHER];
const anyMessage = fc
  .record({
    from: fc.constantFrom(...people),
    to: fc.constantFrom(...people, 'x'),
    at: fc.nat(5_000),
    kind: fc.constantFrom(4, 4, 4, 1),
  })
  .map(({ from, to, at, kind }) =>
    trusted({ kind, pubkey: from, created_at: at, content: String(at), tags: [['p', to]] }),
  );

describe('contacts', () => {
  test('DM-01 are read by peer with unread counts and latest dates; merging replaces counts, keeps dates', () => {
    const first = readContacts(
      [stats({ [PEER]: { cnt: 2, latest_at: 10 }, [OTHER]: { cnt: 0, latest_at: 30 } })],
      [message(ME, PEER, 40)],
      ME,
    );
    expect(inOrder(first)).toEqual([
      { peer: PEER, unread: 2, latestAt: seconds(40), isWrittenTo: true },
      { peer: OTHER, unread: 0, latestAt: seconds(30) },
    ]);
    const next = withContacts(
      first,
      readContacts([stats({ [PEER]: { cnt: 3, latest_at: 12 } })], [], ME),
    );
    expect(next.get(PEER)).toEqual({
      peer: PEER,
      unread: 3,
      latestAt: seconds(40),
      isWrittenTo: true,
    });
    expect([...asRead(next, PEER).values()].map(({ unread }) => unread)).toEqual([0, 0]);
    expect(
      asRead(
        withContacts(next, new Map([[OTHER, { peer: OTHER, unread: 4, latestAt: seconds(1) }]])),
        undefined,
      ).get(OTHER)?.unread,
    ).toBe(0);
  });

  test('INV-ISOLATE for any answer, each contact has a key, count and date, and a bad one affects no other', () => {
    const good = { [PEER]: { cnt: 1, latest_at: 5 } };
    fc.assert(
      fc.property(fc.anything(), fc.dictionary(fc.string(), fc.anything()), (junk, entries) => {
        const found = readContacts(
          [stats(junk), stats({ ...entries, [OTHER]: junk }), stats(good)],
          [],
          ME,
        );
        expect(found.get(PEER)).toEqual({ peer: PEER, unread: 1, latestAt: seconds(5) });
        for (const { peer, unread, latestAt } of found.values()) {
          expect(peer).toMatch(/^[0-9a-f]{64}$/);
          expect(
            Number.isSafeInteger(unread) &&
              unread >= 0 &&
              Number.isSafeInteger(inSeconds(latestAt)),
          ).toBe(true);
        }
        expect([undefined, expect.any(Number)]).toContainEqual(
          readUnread([{ claim: 'other', kind: RESULT.MessageStats, content: junk }]),
        );
      }),
    );
  });

  test('DM-04 the number of unread messages is read from beside its kind', () => {
    const count = (cnt: unknown) =>
      readUnread([
        { claim: 'other', kind: RESULT.MessageStats, content: { kind: RESULT.MessageStats, cnt } },
      ]);
    expect([count(3), count(-1), count('7'), count(2.5), readUnread([])]).toEqual([
      3,
      0,
      0,
      2,
      undefined,
    ]);
  });
});

describe('a conversation', () => {
  test('E-22 holds exactly the messages between both, each once and in order', () => {
    fc.assert(
      fc.property(
        fc.array(anyMessage, { maxLength: 30 }),
        fc.array(anyMessage, { maxLength: 30 }),
        (one, two) => {
          const [first, all] = [one, [...two, ...one]].map((events) =>
            exchanged(events, ME, PEER),
          ) as [Held, Held];
          const held = withMessages(withMessages([], first), all);
          expect(withMessages([], all.toReversed())).toEqual(held);
          expect(new Set(held.map(({ id }) => id)).size).toBe(held.length);
          for (const {
            event: { kind, pubkey, tags },
          } of held)
            expect([kind, new Set([pubkey, tags[0]?.[1]])]).toEqual([4, new Set([ME, PEER])]);
          const times = held.map(({ created_at }) => inSeconds(created_at));
          expect(times).toEqual(times.toSorted((a, b) => a - b));
        },
      ),
    );
    expect(
      [message(ME, ME, 1), message(OTHER, PEER, 1), message(ME, 'nobody', 1)].map((one) =>
        peerOf(one, ME),
      ),
    ).toEqual([ME, undefined, undefined]);
  });

  test('DM-07 messages of one author within 900 s and one day are grouped; a day is named once', () => {
    const dayOf = (at: Seconds) => String(Math.floor(inSeconds(at) / 10_000));
    const at = (...times: Array<[string, number]>) =>
      times.map(([from, time]) => old(message(from, from === ME ? PEER : ME, time)));
    const shape = (list: readonly DirectMessage[]) =>
      linesOf(list, dayOf).map(({ message, day, end }) => [message.pubkey, day, end]);
    expect(
      shape(at([ME, 0], [ME, 900], [ME, 1_801], [PEER, 1_802], [PEER, 9_990], [PEER, 10_001])),
    ).toEqual([
      [ME, true, false],
      [ME, false, true],
      [ME, false, true],
      [PEER, false, true],
      [PEER, false, true],
      [PEER, true, true],
    ]);
    // the note below a group, about form and recipients, is true for each of its messages
    const [one, two, three] = at([PEER, 0], [PEER, 1], [PEER, 2]);
    if (!one || !two || !three) throw new Error('three were made');
    expect(
      shape([one, { ...two, form: 'nip17' }, { ...three, form: 'nip17', others: ['a', 'b'] }]).map(
        ([, , end]) => end,
      ),
    ).toEqual([true, true, true]);
    fc.assert(
      fc.property(fc.array(anyMessage.map(old), { maxLength: 40 }), (list) => {
        expect(linesOf(list, dayOf).map(({ message }) => message)).toEqual(list);
      }),
    );
  });

  test('DM-02 consists of complete blocks that do not change when others come before or after them', () => {
    const lines = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, n) => ({
        message: old(message(ME, PEER, from + n)),
        day: false,
        end: true,
      }));
    fc.assert(
      fc.property(fc.nat(60), fc.nat(60), fc.nat(45), fc.nat(45), (above, below, older, newer) => {
        const known = lines(100, 101 + above + below);
        const anchor = known[above]?.message.id;
        const blocks = blocksOf(known, anchor);
        expect(blocks.flatMap((block) => block.lines)).toEqual(known);
        expect(blocks.every((block) => block.lines.length > 0 && block.lines.length <= 10)).toBe(
          true,
        );
        const all = blocksOf(
          [
            ...lines(100 - older, 100),
            ...known,
            ...lines(101 + above + below, 101 + above + below + newer),
          ],
          anchor,
        );
        for (const block of blocks.slice(1, -1))
          expect(all.find(({ at }) => at === block.at)).toEqual(block);
      }),
      { numRuns: runs(100) },
    );
    expect(blocksOf([], undefined)).toEqual([]);
  });
});

describe('an unsent message', () => {
  test('DM-05 is sealed for one peer, and only a text of allowed length is sent', () => {
    expect(messageDraft(PEER, 'sealed')).toEqual({
      kind: 4,
      content: 'sealed',
      tags: [['p', PEER]],
    });
    expect(
      ['', ' \n', 'x', 'x'.repeat(LONGEST_MESSAGE), 'x'.repeat(LONGEST_MESSAGE + 1)].map(
        isSendable,
      ),
    ).toEqual([false, false, true, true, false]);
    // the longest text of any letters fits into a payload of NIP-44 (65,535 bytes)
    expect(new TextEncoder().encode('漢'.repeat(LONGEST_MESSAGE)).length).toBeLessThanOrEqual(
      65_535,
    );
  });

  test('COMPOSE-12 INV-NO-LOSS a text that is too long to be sent is read back whole', () => {
    const text = 'x'.repeat(LONGEST_MESSAGE * 50);
    const kept = serializeMessage({ peer: PEER, text: secretOf(text), changedAt: millis(7) });
    expect(readMessage(kept)?.text.reveal()).toHaveLength(text.length);
  });

  test('E-47 a stored one reads back unchanged, and anything else is ignored', () => {
    const changedAt = millis(7);
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.anything(), (text, junk) => {
        const again = readMessage(
          JSON.parse(
            JSON.stringify(serializeMessage({ peer: PEER, text: secretOf(text), changedAt })),
          ),
        );
        expect([again?.peer, again?.text.reveal(), again?.changedAt]).toEqual([
          PEER,
          text,
          changedAt,
        ]);
        readMessage(junk);
        readPlace(junk);
      }),
    );
    expect(
      [
        { letter: PEER, text: '', begun: 1 },
        { letter: 'x', text: 'a', begun: 1 },
        { letter: PEER, text: 'a', begun: null },
      ].map(readMessage),
    ).toEqual([undefined, undefined, undefined]);
    const chosen = { letter: PEER, text: '', begun: 1, wanted: 'nip04' };
    expect([chosen, { ...chosen, wanted: 'x' }].map((one) => readMessage(one)?.wanted)).toEqual([
      'nip04',
      undefined,
    ]);
    expect(
      readMessage({ letter: PEER, text: 'x'.repeat(20_000_000), begun: 1 })?.text.reveal(),
    ).toHaveLength(MAX_UNSENT_LENGTH);
    expect([
      readPlace({ relation: 'other', peer: PEER }),
      readPlace({ relation: 'any', peer: 'x' }),
      readPlace({ relation: 'x' }),
    ]).toEqual([
      { relation: 'other', peer: PEER },
      { relation: 'any', peer: undefined },
      undefined,
    ]);
  });

  test('INV-NO-LOSS its text gets into JSON only through the function that seals it', () => {
    expect(
      JSON.stringify({ type: 'outgoing.write', text: secretOf('a plain secret') }),
    ).not.toContain('plain');
  });
});

test('INV-NO-LOSS PUBLISH-04 a stored text keeps when it was sent, and whether it has a job', () => {
  const text = { peer: PEER, id: '1', text: secretOf('hello'), changedAt: millis(7) };
  const read = (stored: unknown) => {
    const { text: _, ...rest } = readMessage(stored) ?? {};
    return rest;
  };
  const plain = { peer: PEER, id: '1', changedAt: millis(7) };
  for (const more of [{}, { enteredAt: millis(9), isOrdered: true }, { isUnsent: true }])
    expect(read(serializeMessage({ ...text, ...more }))).toEqual({ ...plain, ...more });
  const odd = { ...serializeMessage(text), entered: 'soon', ordered: 1, unsent: 'yes' };
  expect(read(odd)).toEqual(plain);
});
