import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { deletionKeys, isDeleted } from './deletion.ts';
import { replaces, type VerifiedEvent } from './event.ts';

const ann = 'a'.repeat(64);
const ben = 'b'.repeat(64);
const note = trusted({ pubkey: ann, content: 'hello' });
const article = (created_at: number) =>
  trusted({ kind: 30_023, pubkey: ann, created_at, tags: [['d', 'post']] });
const address = `30023:${ann}:post`;
const request = (pubkey: string, tags: string[][], created_at = 100) =>
  trusted({ kind: 5, pubkey, tags, created_at });

/** Keep the newest request of each key, like the read model. */
function ledger(requests: readonly VerifiedEvent[]): (key: string) => VerifiedEvent | undefined {
  const rows = new Map<string, VerifiedEvent>();
  for (const each of requests)
    for (const key of deletionKeys(each)) if (replaces(each, rows.get(key))) rows.set(key, each);
  return (key) => rows.get(key);
}

test('E-20 only the author can delete a note', () => {
  expect(isDeleted(note, ledger([request(ann, [['e', note.id]])]))).toBe(true);
  expect(isDeleted(note, ledger([request(ben, [['e', note.id]])]))).toBe(false);
  expect(
    isDeleted(
      note,
      ledger([
        request(ben, [
          ['e', note.id],
          ['p', ann],
        ]),
      ]),
    ),
  ).toBe(false);
  expect(isDeleted(note, ledger([]))).toBe(false);
});

test('E-20 a request by address deletes only versions that are not younger than the request', () => {
  const find = ledger([request(ann, [['a', address]], 100)]);
  expect([99, 100, 101].map((time) => isDeleted(article(time), find))).toEqual([true, true, false]);
  expect(isDeleted(article(99), ledger([request(ben, [['a', address]])]))).toBe(false);
  expect(deletionKeys(request(ben, [['a', address]]))).toEqual([]);
});

test('E-20 of several requests for one address the newest counts, in any order of arrival', () => {
  const requests = [
    request(ann, [['a', address]], 50),
    request(ann, [['a', address]], 100),
    request(ann, [['a', address]], 70),
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray([...requests, ...requests], { minLength: 6 }), (shuffled) => {
      expect(isDeleted(article(99), ledger(shuffled))).toBe(true);
      expect(isDeleted(article(101), ledger(shuffled))).toBe(false);
    }),
  );
});

test('replaceable kinds without identifier are deleted by address, too', () => {
  const list = trusted({ kind: 10_003, pubkey: ann, created_at: 10 });
  expect(isDeleted(list, ledger([request(ann, [['a', `10003:${ann}:`]])]))).toBe(true);
});

test('a deletion request cannot be deleted', () => {
  const first = request(ann, [['e', note.id]]);
  expect(isDeleted(first, ledger([request(ann, [['e', first.id]])]))).toBe(false);
});

test('INV-ISOLATE junk in a request names nothing; other kinds are no request', () => {
  expect(
    deletionKeys(
      request(ann, [
        ['e'],
        ['e', 'x'],
        ['a', 'x'],
        ['a', `1:${ann}:`],
        [],
        ['p', ben],
        ['e', note.id],
        ['e', note.id],
      ]),
    ),
  ).toEqual([`${ann}:${note.id}`]);
  expect(deletionKeys(trusted({ kind: 1, pubkey: ann, tags: [['e', note.id]] }))).toEqual([]);
});
