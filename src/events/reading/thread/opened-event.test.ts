import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KIND } from '../../nostr/kinds.ts';
import { factsOf, openedEventOf } from './opened-event.ts';

const KEY = 'a'.repeat(64);
const ID = 'b'.repeat(64);
const event = (kind: number, fields: { content?: string; tags?: string[][] } = {}) => ({
  kind,
  pubkey: KEY,
  content: '',
  tags: [],
  ...fields,
});

test('ROUTE-04 every kind opens as a screen, also an unknown one', () => {
  const opened = Object.fromEntries(
    Object.entries(KIND).map(([name, kind]) => [name, openedEventOf(event(kind)).as]),
  );
  expect(opened).toMatchObject({
    Metadata: 'profile',
    Text: 'note',
    Image: 'note',
    LongForm: 'article',
    Contacts: 'facts',
    MuteList: 'facts',
  });
  expect(opened).toMatchObject({
    Zap: 'facts',
    Settings: 'facts',
    StarterPack: 'facts',
    ChannelCreation: 'note',
    ChannelMessage: 'note',
  });
  expect(openedEventOf(event(54_321))).toEqual({ as: 'facts' });
});

test('ROUTE-04 a repost opens its target; a repost without a target shows the raw event', () => {
  expect(
    openedEventOf(event(KIND.Repost, { content: '{"id":1}', tags: [['e', ID]] })),
  ).toMatchObject({
    as: 'target',
    target: { key: ID },
  });
  expect(
    openedEventOf(event(KIND.GenericRepost, { tags: [['a', `30023:${KEY}:x`]] })),
  ).toMatchObject({
    as: 'target',
    target: { type: 'address' },
  });
  expect(openedEventOf(event(KIND.Repost))).toEqual({ as: 'facts' });
});

test('ROUTE-04 E-28 an encrypted event is private, with any content', () => {
  for (const kind of [
    KIND.EncryptedDirectMessage,
    KIND.Seal,
    KIND.PrivateMessage,
    KIND.GiftWrap,
    KIND.Draft,
  ]) {
    expect(openedEventOf(event(kind, { content: 'cipher', tags: [['e', ID]] }))).toEqual({
      as: 'private',
    });
  }
});

test('ROUTE-04 a list shows its people, a channel its name, settings their fields, without encrypted parts', () => {
  expect(
    factsOf(
      event(KIND.CategorizedPeople, {
        tags: [
          ['d', 'x'],
          ['title', 'Friends'],
          ['p', KEY],
          ['p', KEY],
          ['p', 'no key'],
        ],
      }),
    ),
  ).toEqual({
    title: 'Friends',
    about: '',
    people: [KEY],
    targets: [],
    rows: [],
    sealed: false,
  });
  const channel = factsOf(
    event(KIND.ChannelCreation, {
      content: '{"name":"Room","about":"For all","relays":["wss://a.example"],"x":null}',
    }),
  );
  expect(channel).toMatchObject({
    title: 'Room',
    about: 'For all',
    rows: [['relays', '["wss://a.example"]']],
  });
  const sealed = `${'A'.repeat(43)}=?iv=${'A'.repeat(22)}==`;
  const mutes = factsOf(event(KIND.MuteList, { content: sealed, tags: [['t', 'word']] }));
  expect(mutes).toMatchObject({ sealed: true, about: '', rows: [['t', 'word']] });
  expect(JSON.stringify(mutes)).not.toContain(sealed);
});

test('ROUTE-04 data for programs is never shown as text, such as the request in a receipt or a JSON list', () => {
  const receipt = factsOf(
    event(KIND.Zap, { tags: [['description', '{"kind":9734,"content":"thanks"}']] }),
  );
  expect([receipt.about, receipt.title]).toEqual(['', '']);
  expect(factsOf(event(KIND.Zap, { tags: [['description', '{ in braces }']] })).about).toBe(
    '{ in braces }',
  );
  const list = factsOf(event(16_463, { content: '["a",["b"]]' }));
  expect(list).toMatchObject({ about: '', rows: [['content', '["a",["b"]]']] });
});

test('INV-ISOLATE any event has facts', () => {
  const tags = fc.array(fc.array(fc.string({ unit: 'binary', maxLength: 8 }), { maxLength: 4 }), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), tags, (content, all) => {
      const { title, about, rows } = factsOf({ content, tags: all });
      for (const text of [title, about, ...rows.flat()]) expect(typeof text).toBe('string');
    }),
    { numRuns: 300 },
  );
});
