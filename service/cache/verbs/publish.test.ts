import { expect, test } from 'vitest';
import { bitFlips } from '../../../tests/support/events/bit-flips.ts';
import { signed } from '../../../tests/support/events/signed.ts';
import {
  contents,
  idsOf,
  key,
  NOW,
  openVillage,
  requestFor,
  type Village,
} from '../../../tests/support/service/village.ts';
import { KIND, RESULT } from '../../../src/events/nostr/kinds.ts';
import { text } from '../../store/engine/row.ts';

test('E-15 import_events refuses an event with one altered bit', async () => {
  const village = openVillage();
  const good = signed({ content: 'good', tags: [['t', 'nostr']], created_at: NOW });
  const forged = bitFlips(good);
  expect(
    contents(await village.ask('import_events', { events: forged }), RESULT.ImportStatus),
  ).toEqual([{ imported: 0, errors: forged.length }]);
  expect(
    idsOf(await village.ask('events', { event_ids: [good.id, ...forged.map(({ id }) => id)] }), 1),
  ).toEqual([]);
  expect(
    contents(await village.ask('import_events', { events: [good] }), RESULT.ImportStatus),
  ).toEqual([{ imported: 1, errors: 0 }]);
});

test('import_events stores verified events, counts new ones, and refuses the rest (E-15)', async () => {
  const village = openVillage();
  const good = signed({ content: 'good', created_at: NOW });
  const late = signed({ content: 'late', created_at: NOW + 400 });
  const flipped = { ...signed({ content: 'flipped', created_at: NOW }), content: 'Flipped' };
  const status = async (events: unknown) =>
    contents(await village.ask('import_events', { events }), RESULT.ImportStatus);
  expect(
    await status([good, late, flipped, null, 7, {}, { ...good, sig: '0'.repeat(128) }]),
  ).toEqual([{ imported: 1, errors: 6 }]);
  expect(await status([good])).toEqual([{ imported: 0, errors: 0 }]);
  expect(
    idsOf(await village.ask('events', { event_ids: [good.id, late.id, flipped.id] }), 1),
  ).toEqual([good.id]);
  expect(await village.notice('import_events', {})).toBe('error');
});

test('NIP-70 import_events refuses events that only their author may publish', async () => {
  const village = openVillage();
  const events = [signed({ tags: [['-']], created_at: NOW })];
  expect(contents(await village.ask('import_events', { events }), RESULT.ImportStatus)).toEqual([
    { imported: 0, errors: 1 },
  ]);
});

const reports = ({ store }: Village) =>
  store.database.all('select * from reports order by target', [], (row) => [
    text(row, 'target'),
    text(row, 'reporter'),
  ]);

test('ACCOUNT-14 a report is stored once, for its signer', async () => {
  const village = openVillage();
  const note = village.note(3, 'rude');
  const asked = requestFor('report_user', 1, { description: 'report user' });
  const published = signed(
    { kind: KIND.ReportContent, tags: [['p', key(3), 'spam']], created_at: NOW - 5_000 },
    2,
  );
  const onNote = signed(
    {
      kind: KIND.ReportContent,
      tags: [
        ['p', key(3)],
        ['e', note.id, 'spam'],
      ],
      created_at: NOW,
    },
    2,
  );
  for (const event_from_user of [asked, asked, published]) {
    expect(await village.ask('report_user', { pubkey: key(3), event_from_user })).toEqual([]);
  }
  expect(await village.ask('report_note', { event_id: note.id, event_from_user: onNote })).toEqual(
    [],
  );
  const all = [
    [key(3), key(1)],
    [key(3), key(2)],
    [note.id, key(2)],
  ];
  expect(reports(village)).toEqual(expect.arrayContaining(all));
  expect(reports(village)).toHaveLength(all.length);
});

test('E-15 unsigned, old or mismatched reports are refused', async () => {
  const village = openVillage();
  const asked = (fields: Parameters<typeof signed>[0]) =>
    signed(
      { kind: KIND.Settings, created_at: NOW, tags: [['d', 'Starling', 'report_user']], ...fields },
      1,
    );
  const about = (pubkey: string) => asked({ kind: KIND.ReportContent, tags: [['p', pubkey]] });
  const notice = (event_from_user: unknown, pubkey = key(3)) =>
    village.notice('report_user', { pubkey, event_from_user });
  expect(await notice(undefined)).toBe('error');
  expect(await notice({ ...asked({}), content: 'altered' })).toBe('verification failed');
  expect(await notice(asked({ created_at: NOW + 300 }))).toBe('event from the future');
  expect(await notice(asked({ created_at: NOW - 300 }))).toBe('event too old');
  expect(await notice(asked({ kind: KIND.Text }))).toBe('invalid event kind');
  expect(await notice(about(key(4)))).toBe('error');
  expect(await notice(about(key(3)), 'npub1')).toBe('invalid pubkey');
  expect(reports(village)).toEqual([]);
});
