import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trusted } from '../../../tests/support/trusted.ts';
import { readContacts } from './contacts.ts';

const key = (digit: string) => digit.repeat(64);

test('a contact list: keys of p tags in their order, none twice, rubbish passed over', () => {
  const event = trusted({
    kind: 3,
    tags: [['p', key('b'), 'wss://r.example', 'ben'], ['p', key('a')], ['p', key('b')], ['p'], ['p', 'npub1x'], ['t', 'x'], []],
  });
  const contacts = readContacts(event);
  expect([...contacts.follows]).toEqual([key('b'), key('a')]);
  expect([contacts.pubkey, contacts.source]).toEqual([event.pubkey, event]);
  expect([...readContacts(trusted({ kind: 3, content: '{"wss://x":{}}' })).follows]).toEqual([]);
});

test('INV-ISOLATE E-14 any tags make a contact list of keys', () => {
  const name = fc.oneof(fc.constantFrom('p', 'r', 'e', 't', 'word'), fc.string());
  const value = fc.oneof(fc.constantFrom(key('a'), 'wss://r.example/', 'read'), fc.webUrl(), fc.string({ unit: 'binary' }));
  const tags = fc.array(fc.tuple(name, fc.array(value, { maxLength: 3 })).map(([head, rest]) => [head, ...rest]));
  fc.assert(
    fc.property(tags, fc.string(), (some, content) => {
      const event = trusted({ tags: some, content });
      expect([...readContacts(event).follows].filter((each) => !/^[0-9a-f]{64}$/.test(each))).toEqual([]);
    }),
  );
});
