import { expect, test } from 'vitest';
import { seconds } from '../../../src/events/core/time.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { onEachEngine } from '../../../tests/support/store/engines.ts';

onEachEngine((open) => {
  test('hashtags count once per note, ignoring case and surrounding spaces; empty ones do not count', async () => {
    const store = await open({});
    const note = (created_at: number, ...topics: string[]) =>
      trusted({ kind: KIND.Text, created_at, tags: topics.map((topic) => ['t', topic]) });
    await store.insert([
      note(100, ' Harbour ', 'harbour', '  ', ''),
      note(90, 'HARBOUR', 'lamp'),
      note(80, 'old'),
      note(10, 'older'),
    ]);
    expect([...(await store.hashtagUses(seconds(50), 10))]).toEqual([
      ['harbour', 2],
      ['lamp', 1],
      ['old', 1],
    ]);
    expect([...(await store.hashtagUses(seconds(50), 1))]).toEqual([['harbour', 1]]);
    await store.close();
  });
});
