import { expect, test } from 'vitest';
import { filterScopes, filterWith } from './list-intents.ts';

test('ACCOUNT-11 INV-PRESERVE what a filter list is used for is read and changed, and nothing else of its entry', () => {
  const ann = 'a'.repeat(64);
  const held = ['p', ann, 'wss://relay.example', 'ann', '["trending","mystery"]', 'more'];
  expect(filterScopes(held)).toEqual(['trending']);
  expect(filterWith(ann, ['content', 'trending'], held).tag).toEqual(held.with(4, '["content","trending"]'));
  expect(filterScopes(['p', ann])).toEqual(['content']);
  for (const odd of ['', '{}', '[', '"content"', '[1]']) expect(filterScopes(['p', ann, '', '', odd])).toEqual([]);
});
