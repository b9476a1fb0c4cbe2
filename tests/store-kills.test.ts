import { describe, expect, test } from 'vitest';
import { storeWrongs } from './kills/store-snapshot.ts';
import { storeKillRounds } from './kills/store-rounds.ts';
import { isLong } from './support/runs.ts';
import { noPostgres } from './support/store/postgres.ts';

describe.skipIf(noPostgres)(
  `two services on one PostgreSQL${noPostgres ? `: ${noPostgres}` : ''}`,
  () => {
    test.runIf(isLong)(
      'E-48 killing service or database loses no acknowledged write, and counts none twice',
      async () => {
        const tally = await storeKillRounds({ rounds: isLong ? 10 : 1, seed: 'old' });
        expect(tally.wrong).toEqual([]);
        expect([tally.acknowledged > 0, tally.followed > 0]).toEqual([true, true]);
        const { books, written } = tally.last ?? {};
        if (!books || !written) throw new Error('nothing was counted');
        // planted: an entry lost, counted twice, reported twice or not at all, and a sat too many
        const taken = new Set(written.map(({ event }) => event.id));
        expect(storeWrongs(books, written, taken)).toEqual([]);
        const { counts, told, stored } = books;
        for (const wrong of [
          { stored: new Set([...stored].slice(1)) },
          { counts: { ...counts, likes: counts.likes + 1 } },
          { told: { ...told, replies: told.replies + 1 } },
          { told: { ...told, zaps: told.zaps - 1 } },
          { sats: books.sats + 1 },
        ])
          expect(storeWrongs({ ...books, ...wrong }, written, taken)).not.toEqual([]);
      },
    );
  },
);
