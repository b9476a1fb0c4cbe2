// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { range } from '../../../../tests/support/connection/fake-cache.ts';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import { A } from '../../../../tests/support/account/session-world.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { statsOf } from '../../../../tests/support/views/stats-samples.ts';
import { notePath } from '../../../events/account/profile/profile-path.ts';
import { KIND, RESULT } from '../../../events/nostr/kinds.ts';
import { seconds } from '../../../events/core/time.ts';
import { isLong } from '../../../../tests/support/runs.ts';

const [LOUD, CALM] = ['b'.repeat(64), 'c'.repeat(64)];
const NOTE = trusted({ content: 'the opened note', created_at: 1_000 });
const reply = (pubkey: string, at: number) =>
  trusted({ pubkey, content: `reply ${at}`, created_at: at, tags: [['e', NOTE.id, '', 'root']] });
const replyId = (pubkey: string, at: number) => reply(pubkey, at).id;
const mutes = trusted({ pubkey: A, kind: KIND.MuteList, tags: [['p', LOUD]], created_at: 900 });

let close = () => {};
let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
afterEach(() => close());

/**
 * Open a note with those replies for a reader who muted LOUD. `claimed` and `below` are the counts
 * that the service claims. `unfiltered`: replies that it leaves out of the thread of this reader.
 */
async function opened(
  replies: readonly ReturnType<typeof reply>[],
  claimed: number,
  below: Readonly<Record<string, number>> = {},
  unfiltered: readonly ReturnType<typeof reply>[] = [],
): Promise<string> {
  const path = notePath(NOTE.id);
  await fetchViews(path);
  world = await renderedAccount(path);
  const { app, settle, answer } = world;
  close = world.close;
  const ids = replies.map(({ id }) => id);
  const stats = statsOf(NOTE.id, { replies: claimed });
  await settle(() =>
    app.send({ type: 'facts.received', events: [mutes], claims: [], now: seconds(2_000) }),
  );
  await settle(() =>
    answer('thread_view', {
      events: [NOTE, ...replies],
      claims: [
        range(ids),
        range([NOTE.id]),
        stats,
        ...Object.entries(below).map(([id, count]) => statsOf(id, { replies: count })),
      ],
    }),
  );
  if (world.isAsked('event_actions')) {
    expect(document.querySelector('main')?.textContent).not.toContain('not found');
    await settle(() => answer('event_actions', { events: [...unfiltered] }));
  }
  return document.querySelector('main')?.textContent ?? '';
}

test('BEYOND-04 ACCOUNT-10 replies that the service leaves out for the reader are hidden, not missing', async () => {
  const words = await opened([], 1, {}, [reply(LOUD, 1_001)]);
  expect(words).toContain('Your filters hide 1 reply.');
  expect(words).not.toContain('not found');
});

test('THREAD-01 ACCOUNT-10 a thread shows its replies and the number that the own mute list hides', async () => {
  const words = await opened([reply(LOUD, 1_001), reply(CALM, 1_002), reply(LOUD, 1_003)], 3);
  expect(words).toContain('reply 1002');
  expect(words).not.toMatch(/reply 100[13]/);
  expect(words).toContain('Your filters hide 2 replies.');
  expect(words).not.toContain('not found');
});

test('BEYOND-08 BEYOND-04 a hidden reply gives its reason, and can be shown until the page closes', async () => {
  await opened([reply(LOUD, 1_001), reply(CALM, 1_002)], 2);
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  press('Show why');
  const rows = within(screen.getByRole('list', { name: 'Hidden replies' }));
  expect(rows.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/You muted npub1/),
  ]);
  expect(document.body.textContent).not.toContain('reply 1001');
  press('Show it anyway');
  expect(rows.getByRole('article').textContent).toContain('reply 1001');
  press('Close');
  expect(document.body.textContent).not.toContain('reply 1001');
});

test("BEYOND-08 ACCOUNT-11 replies hidden by others' mute lists name the owner; allowed authors are shown", async () => {
  const owner = 'd'.repeat(64);
  const list = (d: string, pubkey: string) =>
    trusted({
      pubkey: A,
      kind: KIND.CategorizedPeople,
      tags: [
        ['d', d],
        ['p', pubkey],
      ],
      created_at: 900,
    });
  const theirs = trusted({
    pubkey: owner,
    kind: KIND.MuteList,
    tags: [['p', CALM]],
    created_at: 900,
  });
  const path = await opened([reply(CALM, 1_002)], 1);
  expect(path).toContain('reply 1002');
  const facts = async (events: ReturnType<typeof trusted>[]) => {
    await world?.settle(() =>
      world?.app.send({ type: 'facts.received', events, claims: [], now: seconds(2_000) }),
    );
    return document.querySelector('main')?.textContent ?? '';
  };
  expect(await facts([list('mutelists', owner), theirs])).toContain('Your filters hide 1 reply.');
  fireEvent.click(screen.getByRole('button', { name: 'Show why' }));
  expect(
    screen.getByText(/^The author is on the mute list of npub1.*, which you use as a filter\.$/),
  ).toBeTruthy();
  expect(await facts([list('allowlist', CALM)])).toContain('reply 1002');
});

test('BEYOND-04 the user can look further for missing replies; found ones are placed and counted correctly', async () => {
  const before = await opened([reply(CALM, 1_002)], 2);
  expect(before).toContain('2 replies reported, 1 loaded, 1 not found.');
  await world?.settle(() => fireEvent.click(screen.getByRole('button', { name: 'Look further' })));
  await world?.settle(() => world?.answer('event_actions', { events: [reply(CALM, 1_001)] }));
  const main = document.querySelector('main')?.textContent ?? '';
  expect(main).toMatch(/reply 1002[^]*reply 1001|reply 1001[^]*reply 1002/);
  expect(main).not.toContain('not found');
});

test.runIf(isLong)('BEYOND-08 the menu of a note explains why it is shown', async () => {
  await opened([reply(CALM, 1_002)], 1);
  const follows = trusted({ pubkey: A, kind: KIND.Contacts, tags: [['p', CALM]], created_at: 900 });
  const repost = trusted({
    pubkey: LOUD,
    kind: KIND.Repost,
    tags: [['e', replyId(CALM, 1_002)]],
    created_at: 1_500,
  });
  await world?.settle(() =>
    world?.app.send({
      type: 'facts.received',
      events: [follows, repost],
      claims: [],
      now: seconds(2_000),
    }),
  );
  const row = document.querySelector(`article[data-note="${replyId(CALM, 1_002)}"]`);
  if (!(row instanceof HTMLElement)) throw new Error('the reply is not shown');
  fireEvent.click(within(row).getByRole('button', { name: 'More' }));
  await import('../note/NoteDialog.tsx');
  await world?.settle(() =>
    fireEvent.click(screen.getByRole('menuitem', { name: 'Why do I see this?' })),
  );
  const dialog = screen.getByRole('dialog', { name: 'Why do I see this?' });
  expect([...dialog.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^You follow npub1/),
    expect.stringMatching(/^npub1.* reposted it\.$/),
    'None of your filters hides it.',
    'The caching service sent it. Your browser checked the signature.',
  ]);
});

test('THREAD-01 a thread with only hidden replies is not called empty; missing ones are counted apart', async () => {
  const words = await opened([reply(LOUD, 1_001)], 3);
  expect(words).not.toContain('No replies yet');
  expect(words).toContain('No replies to show');
  expect(words).toContain('3 replies reported, 0 loaded, 1 hidden by your filters, 2 not found.');
  expect(words).toContain('Your filters hide 1 reply.');
});

test('NOTE-22 an opened note shows its length, quotes, bookmarks and client; zeros are left out', async () => {
  const note = trusted({
    content: 'three plain words https://x.example/page',
    created_at: 1_000,
    tags: [['client', 'Cora\ncle']],
  });
  const path = notePath(note.id);
  await fetchViews(path);
  const world = await renderedAccount(path);
  close = world.close;
  const stats = statsOf(note.id);
  const details = () =>
    [...(document.querySelector('main time')?.closest('ul')?.children ?? [])]
      .slice(1)
      .map((one) => one.textContent);
  await world.settle(() =>
    world.answer('thread_view', { events: [note], claims: [range([]), range([note.id]), stats] }),
  );
  expect(details()).toEqual(['3 words', 'via Cora cle']);
  const content = { event_id: note.id, count: 1 };
  await world.settle(() =>
    world.answer('note_mentions_count', {
      claims: [{ claim: 'other', kind: RESULT.NoteMentionsCount, content }],
    }),
  );
  await world.settle(() =>
    world.app.send({
      type: 'facts.received',
      events: [],
      claims: [{ ...stats, bookmarks: 1_200 }],
      now: seconds(2_000),
    }),
  );
  expect(details()).toEqual(['3 words', '1 quote', '1,200 bookmarks', 'via Cora cle']);
});

/** Return a reply to a reply. */
const below = (to: { readonly id: string }, pubkey: string, at: number) =>
  trusted({
    pubkey,
    content: `reply ${at}`,
    created_at: at,
    tags: [
      ['e', NOTE.id, '', 'root'],
      ['e', to.id, '', 'reply'],
    ],
  });
const press = (name: string | RegExp) =>
  world?.settle(() => fireEvent.click(screen.getByRole('button', { name })));
const facts = (...events: readonly ReturnType<typeof trusted>[]) =>
  world?.settle(() =>
    world?.app.send({ type: 'facts.received', events, claims: [], now: seconds(2_000) }),
  );
const counted = (id: string, replies: number) =>
  world?.settle(() =>
    world?.app.send({
      type: 'facts.received',
      events: [],
      claims: [statsOf(id, { replies })],
      now: seconds(2_000),
    }),
  );
const go = (path: string) =>
  world?.settle(() => {
    window.history.pushState(null, '', path);
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  });
/** Return the rendered replies, nested ones in brackets. */
const drawn = (list: Element | null = document.querySelector('ol[aria-label="Replies"]')): string =>
  [...(list?.children ?? [])]
    .map((item) => {
      const nested = item.querySelector(':scope > ol');
      const at = /reply (\d{4})/.exec(item.querySelector('article')?.textContent ?? '')?.[1] ?? '?';
      return nested ? `${at}(${drawn(nested)})` : at;
    })
    .join(' ');

test('THREAD-01 replies to a reply load on request, can be folded with a count, and stay folded', async () => {
  const first = reply(CALM, 1_002);
  await opened([first, reply(CALM, 1_005)], 2, { [first.id]: 2 });
  expect(drawn()).toBe('1002 1005');
  await press('Show 2 replies');
  const [one, two] = [below(first, CALM, 1_003), below(first, CALM, 1_004)];
  await world?.settle(() =>
    world?.answer('thread_view', {
      events: [first, one, two],
      claims: [range([one.id, two.id]), range([first.id])],
    }),
  );
  expect(drawn()).toBe('1002(1003 1004) 1005');
  await press('Hide replies');
  expect(drawn()).toBe('1002 1005');
  expect(screen.getByRole('button', { name: 'Show 2 replies' }).getAttribute('aria-expanded')).toBe(
    'false',
  );
  // Another reply arrives below the folded one: it is counted, and the layout does not move.
  await facts(below(two, CALM, 1_006));
  expect([drawn(), screen.queryByRole('button', { name: /new repl/ })]).toEqual([
    '1002 1005',
    null,
  ]);
  await go('/nowhere/at/all');
  // the other screen's code comes first
  await vi.waitFor(() => expect(drawn()).toBe(''), 5_000);
  await go(notePath(NOTE.id));
  expect(drawn()).toBe('1002 1005');
  await press('Show 3 replies');
  expect(drawn()).toBe('1002(1003 1004(1006)) 1005');
});

test("THREAD-01 others' replies at the end appear at once; those that would move the text wait for a press", async () => {
  const first = reply(CALM, 1_002);
  await opened([first, reply(CALM, 1_005)], 2);
  await facts(reply(CALM, 1_009));
  expect(drawn()).toBe('1002 1005 1009');
  const late = below(first, CALM, 1_010);
  await facts(late, reply(CALM, 1_004));
  expect(drawn()).toBe('1002 1005 1009');
  expect(
    within(
      screen.getByRole('button', { name: '2 new replies' }).closest('[role=status]') as HTMLElement,
    ).getByText('2 new replies'),
  ).toBeTruthy();
  await press('2 new replies');
  expect(drawn()).toBe('1002(1010) 1004 1005 1009');
  expect(document.activeElement?.getAttribute('data-note')).toBe(late.id);
  expect(screen.queryByRole('button', { name: /new repl/ })).toBeNull();
});

test('THREAD-01 FEED-14 a count that grows during reading inserts nothing between the read lines', async () => {
  const first = reply(CALM, 1_002);
  await opened([first, reply(CALM, 1_005)], 2);
  await counted(first.id, 3);
  expect(screen.queryByRole('button', { name: /Show \d/ })).toBeNull();
  expect(document.querySelector(`[data-note="${first.id}"]`)?.textContent).toContain('3');
});

test("THREAD-01 the user's own reply appears at its place at once, also below a reply", async () => {
  const first = reply(CALM, 1_002);
  await opened([first, reply(CALM, 1_005)], 2);
  await facts(below(first, A, 1_011));
  expect(drawn()).toBe('1002(1011) 1005');
});

test.runIf(isLong)(
  'THREAD-01 E-29 replies that are nested too deep have a page of their own, linked with their number',
  async () => {
    const line = [reply(CALM, 1_002)];
    for (let at = 1_003; at < 1_008; at++) line.push(below(line.at(-1) ?? NOTE, CALM, at));
    await opened(line, 1);
    expect(drawn()).toBe('1002(1003(1004(1005)))');
    expect(
      screen
        .getByRole('link', { name: 'Continue this conversation (2 replies)' })
        .getAttribute('href'),
    ).toBe(notePath(line[3]?.id ?? ''));
  },
);

test('THREAD-01 replies to a reply that fail can be requested again; missing ones are reported', async () => {
  const first = reply(CALM, 1_002);
  await opened([first], 1, { [first.id]: 2 });
  await press('Show 2 replies');
  await world?.settle(() => world?.answer('thread_view', {}));
  expect(screen.getByText('The replies did not load').closest('[role=alert]')).toBeTruthy();
  await press('Try again');
  const one = below(first, CALM, 1_003);
  await world?.settle(() =>
    world?.answer('thread_view', {
      events: [first, one],
      claims: [range([one.id]), range([first.id])],
    }),
  );
  expect(drawn()).toBe('1002(1003)');
  expect(document.querySelector('main')?.textContent).not.toContain('not found');
  await world?.settle(() => world?.answer('event_actions', {}));
  expect(document.querySelector('main')?.textContent).toContain('1 reply more not found');
});

test('BEYOND-04 a hidden reply below another reply is not missing: it is reported and counted there alone', async () => {
  const first = reply(CALM, 1_002);
  const words = await opened([first], 3, { [first.id]: 2 });
  expect(words).toContain('3 replies reported, 1 loaded, 2 not found.');
  await press('Show 2 replies');
  const [one, two] = [below(first, CALM, 1_003), below(first, LOUD, 1_004)];
  await world?.settle(() =>
    world?.answer('thread_view', {
      events: [first, one, two],
      claims: [range([one.id, two.id]), range([first.id])],
    }),
  );
  expect(drawn()).toBe('1002(1003)');
  const main = document.querySelector('main')?.textContent ?? '';
  expect(main).toContain('1 reply hidden by your filters');
  expect(main).not.toContain('more not found');
  expect(main).toContain('3 replies reported, 1 loaded, 2 not found.');
  expect(main).toContain('Your filters hide 1 reply.');
});

test('BEYOND-04 THREAD-01 a branch with only hidden replies says so after it was requested', async () => {
  const first = reply(CALM, 1_002);
  await opened([first], 1, { [first.id]: 2 });
  await press('Show 2 replies');
  const [one, two] = [below(first, LOUD, 1_003), below(first, LOUD, 1_004)];
  await world?.settle(() =>
    world?.answer('thread_view', {
      events: [first, one, two],
      claims: [range([one.id, two.id]), range([first.id])],
    }),
  );
  expect(document.querySelector('main')?.textContent).toContain('2 replies hidden by your filters');
  expect(document.querySelector('main')?.textContent).not.toContain('not found');
});

test('THREAD-01 E-28 beyond a thousand replies only the newest are shown, with a notice and none missing', async () => {
  await opened([reply(CALM, 2_500)], 1_001);
  // They would move the text that is being read, so they wait.
  await facts(...Array.from({ length: 1_000 }, (_, at) => reply(CALM, 1_001 + at)));
  expect(screen.getByText('Only the newest 1,000 replies are shown')).toBeTruthy();
  expect(document.querySelector('main')?.textContent).not.toContain('not found');
});

test('THREAD-01 ACCESS-03 u goes to the parent, Shift+J and Shift+K between siblings, x folds', async () => {
  await import('../../app/Background.tsx');
  const first = reply(CALM, 1_002);
  await opened(
    [first, below(first, CALM, 1_003), below(first, CALM, 1_004), reply(CALM, 1_005)],
    2,
  );
  const rowOf = (at: number) =>
    [...document.querySelectorAll<HTMLElement>('article[data-note]')].find((row) =>
      row.textContent.includes(`reply ${at}`),
    );
  const current = () =>
    /reply \d{4}|the opened note/.exec(document.activeElement?.textContent ?? '')?.[0];
  const leads = async (key: string, to: string) => {
    await world?.settle(() => fireEvent.keyDown(document.activeElement ?? document.body, { key }));
    expect(current()).toBe(to);
  };
  await vi.waitFor(() => expect(document.documentElement.dataset['shortcuts']).toBe(''), 5_000);
  rowOf(1_003)?.focus();
  await leads('J', 'reply 1004');
  await leads('K', 'reply 1003');
  await leads('u', 'reply 1002');
  await leads('J', 'reply 1005');
  await leads('u', 'the opened note');
  rowOf(1_002)?.focus();
  await leads('x', 'reply 1002');
  expect(drawn()).toBe('1002 1005');
});
