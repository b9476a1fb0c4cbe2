import fc from 'fast-check';
import { createRumor, createSeal, createWrap } from 'nostr-tools/nip59';
import { decrypt, getConversationKey } from 'nostr-tools/nip44';
import { generateSecretKey, getPublicKey } from 'nostr-tools/pure';
import { describe, expect, test } from 'vitest';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { secretOf } from '../account/keys/secret.ts';
import { KIND } from '../nostr/kinds.ts';
import { readEvent } from '../nostr/event-shape.ts';
import { inSeconds, type Seconds, seconds } from '../core/time.ts';
import { verifyWith } from '../nostr/verify.ts';
import { checkPure } from '../nostr/verify-pure.ts';
import {
  listedOf,
  type PrivateMessages,
  privateContacts,
  withOpened,
  withPrivate,
} from './contacts.ts';
import { mergeSeen, plainSeen, readSeen, withArrived, withSeen } from './seen-messages.ts';
import { withoutGap } from './conversation.ts';
import { readEncryptedFile } from './encrypted-file.ts';
import { isWrapFor, openedIn, type OpenedMessage, sealIn } from './unwrap.ts';

type Wrapped = Parameters<typeof openedIn>;
const messageIn = (...wrapped: Wrapped) => {
  const found = openedIn(...wrapped);
  return found && 'message' in found ? found : undefined;
};
const reactionIn = (...wrapped: Wrapped) => {
  const found = openedIn(...wrapped);
  return found && 'reaction' in found ? found : undefined;
};

const [mine, ann, ben] = [generateSecretKey(), generateSecretKey(), generateSecretKey()] as const;
const [ME, ANN, BEN] = [mine, ann, ben].map(getPublicKey) as [string, string, string];
const verify = verifyWith(checkPure);
const NOW = seconds(1_000_000);

const rumor = (change: object = {}, by = ann) =>
  createRumor(
    { kind: 14, content: 'hello', tags: [['p', ME]], created_at: 900_000, ...change },
    by,
  );
const plain = (sealed: { content: string; pubkey: string }) =>
  decrypt(sealed.content, getConversationKey(mine, sealed.pubkey));
/** A received wrap, with the texts that the account's key decrypts. */
function arrived(said: ReturnType<typeof rumor>, sealedBy = ann) {
  const seal = createSeal(said, sealedBy, ME);
  const wrap = trusted(readEvent(createWrap(seal, ME)) ?? {});
  return { wrap, sealText: plain(wrap), text: plain(seal) };
}
function open(said: ReturnType<typeof rumor>, sealedBy = ann, account = ME) {
  const { wrap, sealText, text } = arrived(said, sealedBy);
  const seal = sealIn(sealText, verify);
  return seal && messageIn(text, { seal, wrap, account, now: NOW });
}

describe('DM-09 a reaction in a wrap', () => {
  const MESSAGE = 'e'.repeat(64);
  const reacted = (change: object = {}, by = ann, sealedBy = by) => {
    const said = rumor(
      {
        kind: 7,
        content: '🎉',
        tags: [
          ['e', MESSAGE],
          ['p', ME],
        ],
        ...change,
      },
      by,
    );
    const { wrap, sealText, text } = arrived(said, sealedBy);
    const seal = sealIn(sealText, verify);
    return seal && reactionIn(text, { seal, wrap, account: ME, now: NOW });
  };

  test('names its message and its author; a plus is a like, and no text is a like, too', () => {
    expect(reacted()).toMatchObject({
      peer: ANN,
      reaction: { pubkey: ANN, to: MESSAGE, content: '🎉' },
    });
    expect(
      ['+', '', '-', ':cat:'].map((content) => reacted({ content })?.reaction.content),
    ).toEqual(['❤️', '❤️', '👎', ':cat:']);
    expect(
      reacted(
        {
          tags: [
            ['e', MESSAGE],
            ['p', BEN],
          ],
        },
        mine,
      ),
    ).toMatchObject({ peer: BEN });
  });

  test('E-22 INV-IDENTITY is dropped if it is forged, for others, or names no message', () => {
    expect(reacted({}, mine, ann)).toBeUndefined();
    expect(
      reacted({
        tags: [
          ['e', MESSAGE],
          ['p', BEN],
        ],
      }),
    ).toBeUndefined();
    expect(reacted({ tags: [['p', ME]] })).toBeUndefined();
    expect(reacted({ kind: 14 })).toBeUndefined();
    expect(
      open(
        rumor({
          kind: 7,
          tags: [
            ['e', MESSAGE],
            ['p', ME],
          ],
        }),
      ),
    ).toBeUndefined();
  });
});

describe('DM-09 a wrap', () => {
  test('by another program is opened with author, time, peer and text of the rumor, not of the wrap', () => {
    const said = rumor();
    const found = open(said);
    expect(found).toMatchObject({
      peer: ANN,
      message: { id: said.id, pubkey: ANN, created_at: 900_000, form: 'nip17' },
    });
    expect([
      found?.text.reveal(),
      found?.message.event.pubkey === ANN,
      JSON.stringify(found?.text),
    ]).toEqual(['hello', false, '"[secret]"']);
    const wrap = arrived(said).wrap;
    expect([
      isWrapFor(wrap, ME),
      isWrapFor(wrap, BEN),
      isWrapFor(trusted({ ...wrap, content: 'clear' }), ME),
    ]).toEqual([true, false, false]);
  });

  test('of an own copy belongs to its first recipient, names further ones, or is a note to oneself', () => {
    expect(open(rumor({ tags: [['p', BEN]] }, mine), mine)).toMatchObject({
      peer: BEN,
      message: { pubkey: ME },
    });
    expect(
      open(
        rumor(
          {
            tags: [
              ['p', BEN],
              ['p', ANN],
            ],
          },
          mine,
        ),
        mine,
      ),
    ).toMatchObject({ peer: BEN, message: { others: [ANN] } });
    expect(
      open(
        rumor({
          tags: [
            ['p', BEN],
            ['p', ME],
            ['p', ME],
            ['p', 'no'],
          ],
        }),
      ),
    ).toMatchObject({ peer: ANN, message: { others: [BEN] } });
    expect(open(rumor({ tags: [['p', ME]] }, mine), mine)).toMatchObject({ peer: ME });
  });

  test('DM-09 has the subject of its conversation, which is no plain text', () => {
    const subject = (text: string) =>
      open(
        rumor({
          tags: [
            ['p', ME],
            ['subject', text],
          ],
        }),
      )?.message.subject;
    expect(subject('Harbour plan')?.reveal()).toBe('Harbour plan');
    expect(JSON.stringify(subject('Harbour plan'))).not.toContain('Harbour');
    expect([subject(' '), open(rumor())?.message.subject]).toEqual([undefined, undefined]);
  });

  test('INV-IDENTITY a wrong author, id, kind or recipient hides the message', () => {
    const forged = { ...rumor(), pubkey: BEN };
    const { sealText, text, wrap } = arrived(rumor());
    const seal = sealIn(sealText, verify);
    expect([
      open(forged),
      open(rumor({}, ben), ann),
      open({ ...rumor(), content: 'changed' }),
      open(rumor({ kind: 1 })),
      open(rumor({ tags: [['p', BEN]] })),
      open(rumor({ tags: [] })),
      sealIn(sealText.replace('"kind":13', '"kind":1'), verify),
      sealIn(JSON.stringify({ ...JSON.parse(sealText), pubkey: BEN }), verify),
      sealIn(JSON.stringify({ ...JSON.parse(sealText), sig: '0'.repeat(128) }), verify),
      seal && messageIn(text.padEnd(1_000_000), { seal, wrap, account: ME, now: NOW }),
    ]).toEqual(Array.from({ length: 10 }, () => undefined));
  });

  test('E-18 a date ahead of the clock is replaced by that of the wrap or by now; an earlier one stays', () => {
    const at = (created_at: number) =>
      inSeconds(open(rumor({ created_at }))?.message.created_at ?? seconds(0));
    expect([at(5), at(1_000_100), at(9_000_000_000)]).toEqual([5, 1_000_100, 1_000_000]);
    const { wrap, sealText, text } = arrived(rumor({ created_at: 9_000_000_000 }));
    const seal = sealIn(sealText, verify);
    const times = [0, 90].map(
      (later) =>
        seal &&
        messageIn(text, {
          seal,
          wrap,
          account: ME,
          now: seconds(inSeconds(wrap.created_at) + later),
        }),
    );
    expect(times.map((one) => one?.message.created_at)).toEqual([wrap.created_at, wrap.created_at]);
  });

  test('with a file shows its type and size, and never its address', () => {
    const tags = [
      ['p', ME],
      ['file-type', 'Image/PNG\u0000'],
      ['size', '2048'],
      ['decryption-key', 'k'],
    ];
    const found = open(rumor({ kind: 15, content: 'https://files.example/x', tags }));
    expect([found?.message.file, found?.text.reveal()]).toEqual([
      { type: 'image/png', size: 2_048, sealed: undefined },
      '',
    ]);
    expect(
      open(
        rumor({
          kind: 15,
          tags: [
            ['p', ME],
            ['size', '1e9'],
          ],
        }),
      )?.message.file,
    ).toEqual({ type: '', size: undefined, sealed: undefined });
  });

  test('DM-09 E-32 the keys of a file are in no JSON; other algorithms, bad keys or private urls are refused', () => {
    const key = 'ab'.repeat(32);
    const of = (tags: Readonly<Record<string, string>>, content = 'https://files.example/x') =>
      open(rumor({ kind: 15, content, tags: [['p', ME], ...Object.entries(tags)] }))?.message.file;
    const told = {
      'file-type': 'image/png',
      'encryption-algorithm': 'aes-gcm',
      'decryption-key': key,
      'decryption-nonce': 'CD'.repeat(12),
    };
    const file = of(told);
    expect(readEncryptedFile(file?.sealed?.reveal() ?? '')).toEqual({
      url: 'https://files.example/x',
      key,
      nonce: 'cd'.repeat(12),
    });
    expect(JSON.stringify(file)).not.toMatch(/abab|cdcd|files\.example/);
    const none = [
      of({ ...told, 'encryption-algorithm': 'rot13' }),
      of({ ...told, 'decryption-key': 'ab' }),
      of({ ...told, 'decryption-nonce': 'xyz' }),
      of(told, 'http://127.0.0.1/x'),
      of(told, 'javascript:alert(1)'),
    ];
    expect(none.map((one) => one?.sealed)).toEqual(none.map(() => undefined));
  });

  test('INV-ISOLATE any wrapped text is read without an error, and its author is the one who sealed it', () => {
    const { wrap, sealText } = arrived(rumor());
    const seal = sealIn(sealText, verify);
    if (!seal) throw new Error('no seal');
    const hostile = fc.oneof(
      fc.string(),
      fc.json(),
      fc.object().map((one) => JSON.stringify({ ...rumor(), ...one, id: undefined })),
    );
    fc.assert(
      fc.property(hostile, (text) => {
        expect(sealIn(text, verify)).toBeUndefined();
        const found = messageIn(text, { seal, wrap, account: ME, now: NOW });
        if (found) expect([found.peer, found.message.pubkey]).toEqual([ANN, ANN]);
      }),
    );
  });
});

const opened = (peer: string, by: string, at: number, id = `${by}${at}`): OpenedMessage => ({
  peer,
  message: {
    id,
    pubkey: by,
    created_at: seconds(at),
    form: 'nip17',
    event: trusted({ kind: KIND.GiftWrap }),
  },
  text: secretOf('x'),
});

describe('DM-09 contacts', () => {
  const all = withOpened(new Map(), [
    opened(ANN, ANN, 5),
    opened(ANN, ANN, 7),
    opened(ANN, ME, 6),
    opened(BEN, BEN, 9),
    opened(ANN, ANN, 7),
  ]);
  const seen = { from: seconds(4), peers: new Map<string, Seconds>() };
  const unread = (messages: PrivateMessages, read: Parameters<typeof privateContacts>[2]) =>
    [...privateContacts(messages, ME, read).values()].map((one) => [
      one.peer,
      one.unread,
      inSeconds(one.latestAt),
    ]);

  test('each message counts once; answered and viewed ones are read; without a read state none is unread', () => {
    expect(unread(all, seen)).toEqual([
      [ANN, 1, 7],
      [BEN, 1, 9],
    ]);
    expect(unread(all, withSeen(seen, all, ANN))).toEqual([
      [ANN, 0, 7],
      [BEN, 1, 9],
    ]);
    expect(unread(all, withSeen(seen, all, undefined)).map(([, count]) => count)).toEqual([0, 0]);
    expect(unread(all, undefined).map(([, count]) => count)).toEqual([0, 0]);
  });

  test('a message in the second of the last answer is unread until a look; writing alone reads nothing', () => {
    const close = withOpened(new Map(), [
      opened(ANN, ANN, 5),
      opened(ANN, ME, 6),
      opened(ANN, ANN, 6),
    ]);
    expect(unread(close, seen)).toEqual([[ANN, 1, 6]]);
    expect(unread(close, withSeen(seen, close, ANN))).toEqual([[ANN, 0, 6]]);
    const begun = withOpened(new Map(), [opened(ANN, ME, 6)]);
    const marked = withSeen(seen, begun, ANN);
    expect(unread(withOpened(begun, [opened(ANN, ANN, 6)]), marked)).toEqual([[ANN, 1, 6]]);
  });

  test('DM-10 E-59 a message that is opened after the look is unread, for any date', () => {
    const times = fc.array(fc.tuple(fc.integer({ min: 5, max: 99 }), fc.constantFrom(ANN, ME)), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(times, times, fc.boolean(), (before, after, isReloaded) => {
        const wrote = (list: typeof before, name: string) =>
          list.map(([at, by], n) => opened(ANN, by, at, `${name}${n}`));
        const first = withOpened(new Map(), wrote(before, 'a'));
        const marked = withSeen(seen, first, ANN);
        const kept = isReloaded
          ? (readSeen(JSON.parse(JSON.stringify(plainSeen(marked)))) ?? marked)
          : marked;
        expect(privateContacts(first, ME, kept).get(ANN)?.unread ?? 0).toBe(0);
        const theirs = after.filter(([, by]) => by === ANN);
        // the order in which messages are opened again after a reload makes no difference
        const second = withOpened(new Map(), [...wrote(theirs, 'b'), ...wrote(before, 'a')]);
        expect(privateContacts(second, ME, kept).get(ANN)?.unread ?? 0).toBe(theirs.length);
        expect(privateContacts(second, ME, withSeen(kept, second, ANN)).get(ANN)?.unread ?? 0).toBe(
          0,
        );
      }),
    );
  });

  test('DM-10 a new message is unread, even if dated before first use of the device, also after a reload', () => {
    const old = withOpened(new Map(), [opened(ANN, ANN, 2, 'old')]);
    const both = withOpened(old, [opened(ANN, ANN, 1, 'slow'), opened(ANN, ME, 9, 'mine')]);
    const arrived = withArrived(seen, both, ME, new Set(['slow', 'mine']));
    const kept = readSeen(JSON.parse(JSON.stringify(plainSeen(arrived)))) ?? seen;
    expect(
      [seen, arrived, kept].map((one) => privateContacts(both, ME, one).get(ANN)?.unread),
    ).toEqual([0, 1, 1]);
    const looked = withSeen(kept, both, ANN);
    // one of two tabs may not know yet that the conversation was viewed
    expect(
      [looked, mergeSeen([kept, looked]), mergeSeen([looked, kept])].map(
        (one) => privateContacts(both, ME, one).get(ANN)?.unread,
      ),
    ).toEqual([0, 0, 0]);
    expect(withArrived(looked, both, ME, new Set(['slow']))).toBe(looked);
    expect(withSeen(looked, both, ANN)).toBe(looked);
  });

  test('DM-10 the stored state of looks is limited, and dropped messages stay read', () => {
    const many = withOpened(
      new Map(),
      Array.from({ length: 300 }, (_, n) => opened(ANN, ANN, 10 + n)),
    );
    const marked = withSeen(seen, many, ANN);
    expect([
      marked.looks?.get(ANN)?.ids.size,
      privateContacts(many, ME, marked).get(ANN)?.unread,
    ]).toEqual([100, 0]);
  });

  test('DM-10 a late message beyond the limit of a look is read by it, and a second look changes nothing', () => {
    const newer = Array.from({ length: 300 }, (_, n) => opened(ANN, ANN, 10 + n));
    const all = withOpened(new Map(), [opened(ANN, ANN, 1, 'slow'), ...newer]);
    const arrived = withArrived(
      withSeen(seen, withOpened(new Map(), newer), ANN),
      all,
      ME,
      new Set(['slow']),
    );
    expect(privateContacts(all, ME, arrived).get(ANN)?.unread).toBe(1);
    const looked = withSeen(arrived, all, ANN);
    expect([looked.late, privateContacts(all, ME, looked).get(ANN)?.unread]).toEqual([
      undefined,
      0,
    ]);
    expect(withSeen(looked, all, ANN)).toBe(looked);
  });

  test('DM-10 thousands of later strangers hide no account that the user follows', () => {
    const strangers = Array.from(
      { length: 6_000 },
      (_, n) => [n.toString(16).padStart(64, '0'), opened(ANN, ANN, 100)] as const,
    );
    const crowd: PrivateMessages = new Map(
      strangers.map(([peer, one]) => [peer, [{ ...one, peer }]]),
    );
    const all = privateContacts(withOpened(crowd, [opened(ANN, ANN, 5)]), ME, seen);
    expect([...withPrivate(new Map(), all, 'follows', new Set([ANN])).keys()]).toEqual([ANN]);
  });

  test('DM-10 with thousands of contacts, the oldest strangers are left out first, and counted', () => {
    const strangers = Array.from({ length: 8_212 }, (_, n) => ({
      peer: n.toString(16).padStart(64, '0'),
      unread: 1,
      latestAt: seconds(100 + n),
    }));
    const known = new Map(strangers.map((one) => [one.peer, one]));
    const privately = privateContacts(
      withOpened(new Map(), [opened(ANN, ANN, 5), opened(BEN, ME, 6)]),
      ME,
      seen,
    );
    const { shown, rest } = listedOf(
      withPrivate(known, privately, 'any', new Set([ANN])),
      new Set([ANN]),
    );
    expect([shown.length, rest, shown.slice(-2).map(({ peer }) => peer)]).toEqual([
      5_002,
      3_212,
      [BEN, ANN],
    ]);
    expect([shown[0]?.latestAt, shown.at(-3)?.latestAt]).toEqual([seconds(8_311), seconds(3_312)]);
  });

  test('DM-10 in a full tab, a followed person or an own message replaces a stranger', () => {
    const names = Array.from({ length: 20_000 }, (_, n) => n.toString(16).padStart(64, '0'));
    const crowd: PrivateMessages = new Map(names.map((peer) => [peer, [opened(peer, peer, 100)]]));
    const isKept = ({ peer, message }: OpenedMessage) => peer === ANN || message.pubkey === ME;
    const more = withOpened(
      crowd,
      [opened(ANN, ANN, 5), opened(BEN, ME, 6), opened('f'.repeat(64), 'f'.repeat(64), 7)],
      isKept,
    );
    expect([more.size, more.has(ANN), more.has(BEN), more.has('f'.repeat(64))]).toEqual([
      20_000,
      true,
      true,
      false,
    ]);
    expect([more.has(names[0] ?? ''), more.has(names.at(-1) ?? '')]).toEqual([true, false]);
  });

  test('contacts of wraps alone are listed by relation, and contacts of both forms are merged', () => {
    const privately = privateContacts(all, ME, seen);
    const known = new Map([[ANN, { peer: ANN, unread: 2, latestAt: seconds(1) }]]);
    const peers = (relation: 'follows' | 'other' | 'any') => [
      ...withPrivate(new Map(), privately, relation, new Set([BEN])).keys(),
    ];
    expect([peers('follows'), peers('other'), peers('any')]).toEqual([[BEN], [ANN], [ANN, BEN]]);
    expect(withPrivate(known, privately, 'follows', new Set()).get(ANN)).toEqual({
      peer: ANN,
      unread: 3,
      latestAt: seconds(7),
      isWrittenTo: true,
    });
  });

  test('E-47 a stored read state reads back unchanged, and anything else is ignored', () => {
    const marked = withSeen(seen, all, undefined);
    expect(readSeen(JSON.parse(JSON.stringify(plainSeen(marked))))).toEqual(marked);
    fc.assert(
      fc.property(fc.anything(), fc.array(fc.anything()), (junk, entries) => {
        readSeen(junk);
        expect(readSeen({ from: 1, seen: [...entries, [ANN, 3]] })?.peers.get(ANN)).toEqual(
          seconds(3),
        );
      }),
    );
  });

  test('no private message is shown before older messages in the old form are loaded', () => {
    const event = trusted({ kind: 4 });
    const messages = [
      opened(ANN, ANN, 1).message,
      { id: 'o', pubkey: ANN, created_at: seconds(3), form: 'nip04' as const, event },
      opened(ANN, ANN, 5).message,
    ];
    expect([
      withoutGap(messages, false).length,
      withoutGap(messages, true).length,
      withoutGap(messages.slice(0, 1), false).length,
    ]).toEqual([2, 3, 1]);
  });
});
