import { expect, test } from 'vitest';
import type { SignedEvent } from '../../src/events/nostr/event.ts';
import { note1Of, npubOf } from '../../src/events/nostr/nip19.ts';
import { seconds } from '../../src/events/core/time.ts';
import { onEachEngine } from '../../tests/support/store/engines.ts';
import { type Fields, trusted } from '../../tests/support/events/trusted.ts';
import { runCommand } from './run-command.ts';
import { truncated } from '../log/printable.ts';
import { reportedIn } from './reports.ts';

const NOW = 1_760_000_000;
const [ANN = '', BEN = '', CID = '', DAN = ''] = ['a', 'b', 'c', 'd'].map((letter) =>
  letter.repeat(64),
);
const by = (pubkey: string, fields: Fields) => trusted({ pubkey, created_at: NOW - 50, ...fields });
const report = (pubkey: string, ago: number, ...tags: string[][]) =>
  by(pubkey, { kind: 1984, created_at: NOW - ago, tags, content: 'secret' });

onEachEngine((open) => {
  const emptyStore = (clock = { now: NOW }) =>
    open({ now: () => seconds(clock.now), verify: (event: SignedEvent) => trusted(event) });

  test('reports of both kinds are grouped by target, each account once, newest first', async () => {
    const store = await emptyStore();
    const bad = by(ANN, { content: 'buy\u001b[2J this\nnow' });
    await store.insert([
      bad,
      report(BEN, 30, ['e', bad.id, 'illegal'], ['p', ANN]),
      report(BEN, 20, ['e', bad.id, 'spam'], ['p', ANN]),
      report(CID, 10, ['e', bad.id], ['p', ANN, 'spam']),
      report(CID, 90, ['p', BEN], ['p', DAN, 'impersonation']),
      report(DAN, 5, ['x', 'nothing']),
    ]);
    await store.report(bad.id, DAN);
    await store.report(bad.id, BEN);
    await store.report(DAN, ANN, 'spam');
    expect(await reportedIn(store)).toEqual([
      {
        what: 'event',
        target: bad.id,
        author: ANN,
        standing: undefined,
        words: 'buy [2J this now',
        count: 3,
        reasons: { spam: 2, none: 1 },
        last: NOW,
      },
      {
        what: 'account',
        target: DAN,
        author: DAN,
        standing: undefined,
        words: undefined,
        count: 2,
        reasons: { impersonation: 1, spam: 1 },
        last: NOW,
      },
    ]);
  });

  test('a reason cannot control the terminal, from any source; an empty one counts as none', async () => {
    const store = await emptyStore();
    await store.insert([
      report(BEN, 30, ['p', ANN, 'spam\u001b[2J']),
      report(CID, 20, ['p', ANN, '\u202e']),
    ]);
    await store.report(ANN, DAN, 'spam\u001b[2J');
    expect((await reportedIn(store)).map(({ reasons }) => reasons)).toEqual([
      { 'spam [2J': 2, none: 1 },
    ]);
  });

  test('each report lists possible commands, shows when one was done, and undoing restores events', async () => {
    const clock = { now: NOW };
    const store = await emptyStore(clock);
    const bad = by(ANN, { content: 'bad' });
    await store.insert([
      bad,
      by(ANN, { content: 'other' }),
      report(BEN, 30, ['e', bad.id, 'spam'], ['p', ANN]),
    ]);
    const lines: string[] = [];
    const told = async (command: Parameters<typeof runCommand>[1]) => {
      lines.length = 0;
      await runCommand(store, command, (line) => lines.push(line));
      return [...lines];
    };
    const [note, ann] = [note1Of(bad.id), npubOf(ANN)];
    const head = `${note}: reported by 1 (1 spam), last on 2025-10-09 08:52`;
    expect(await told({ act: 'reports', isJson: false })).toEqual([
      head,
      `  by ${ann}: bad`,
      `  npm run service -- forget ${note}`,
      `  npm run service -- deny ${ann}`,
    ]);
    expect(await told({ act: 'deny', keys: [ANN], note: 'sells' })).toEqual([
      `${ann}: denied; 2 events are withheld`,
    ]);
    expect(await told({ act: 'reports', isJson: false })).toEqual([
      head,
      `  by ${ann}: (not stored, or withheld)`,
      '  the account is denied',
    ]);
    expect(await told({ act: 'standings', isJson: false })).toEqual([
      `denied   ${ann}  since 2025-10-09  sells`,
    ]);
    expect(JSON.parse((await told({ act: 'standings', isJson: true })).join())).toEqual([
      { pubkey: ANN, standing: 'denied', note: 'sells', since: NOW },
    ]);
    expect(await told({ act: 'undeny', keys: [ANN] })).toEqual([
      `${ann}: not denied; 2 events are released`,
    ]);
    expect(await told({ act: 'forget', ids: [bad.id, 'f'.repeat(64)] })).toEqual([
      `${note}: deleted for good`,
      `${note1Of('f'.repeat(64))}: is not stored here`,
    ]);
    expect(await told({ act: 'allow', keys: [ANN], note: '' })).toEqual([
      `${ann}: on the list of allowed accounts`,
    ]);
    expect(await told({ act: 'disallow', keys: [ANN] })).toEqual([
      `${ann}: not on the list of allowed accounts`,
    ]);
    expect(await told({ act: 'standings', isJson: false })).toEqual([
      'No account is denied or allowed.',
    ]);
    const [{ target } = { target: '' }] = JSON.parse(
      (await told({ act: 'reports', isJson: true })).join(),
    ) as { target: string }[];
    expect(target).toBe(bad.id);
  });
});

test('displayed text cannot control the terminal, and is cut between characters', () => {
  expect(truncated('a\u202eb\u009b31m\r\nc')).toBe('a b 31m c');
  expect(truncated('👍'.repeat(500), 3)).toBe('👍 ...');
  expect(truncated(` ${'x'.repeat(120)} `)).toBe('x'.repeat(120));
});
