// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { range } from '../../../../tests/support/connection/fake-cache.ts';
import {
  fetchViews,
  offers,
  renderedAccount,
  toasts,
} from '../../../../tests/support/views/rendered-account.tsx';
import { A, B } from '../../../../tests/support/account/session-world.ts';
import { type Fields, trusted } from '../../../../tests/support/events/trusted.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND, RESULT } from '../../../events/nostr/kinds.ts';
import { naddrOf } from '../../../events/nostr/nip19.ts';
import type { OutboxEntryDraft } from '../../../events/publish/outbox/outbox-entry.ts';
import { seconds } from '../../../events/core/time.ts';
import { pressed } from '../../../events/nostr/ours.ts';
import { isLong } from '../../../../tests/support/runs.ts';

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});
beforeAll(() =>
  Promise.all([
    fetchViews('/bookmarks', '/home'),
    import('./KindContent.tsx'),
    import('./AppsDialog.tsx'),
    import('../note/Attachment.tsx'),
  ]),
);

const at = seconds(1_000);
const event = (kind: number, fields: Fields = {}) =>
  trusted({ kind, pubkey: B, created_at: at, ...fields });
const name = trusted({ kind: KIND.Metadata, pubkey: B, content: JSON.stringify({ name: 'ben' }) });

/**
 * Render a page with these rows (at most five) in this order: the account's bookmarks, or a
 * visitor's home feed.
 */
async function pageOf(
  rows: readonly VerifiedEvent[],
  rest: readonly VerifiedEvent[] = [],
  isVisitor = false,
) {
  const opened = isVisitor
    ? await renderedAccount('/home', { accounts: [] })
    : await renderedAccount('/bookmarks');
  world = opened;
  const claims = [
    range(
      rows.map(({ id }) => id),
      { since: 1_000, until: 1_000 },
    ),
  ];
  await opened.settle(() =>
    opened.answer('mega_feed_directive', { events: [...rows, ...rest, name], claims }),
  );
  return { ...opened, rows: within(screen.getByRole('main')).getAllByRole('article') };
}

const POLL = event(KIND.Poll, {
  content: 'Which one?',
  tags: [
    ['option', 'a', 'Tea'],
    ['option', 'b', 'Coffee'],
    ['relay', 'wss://polls.example'],
  ],
});

test('NOTE-02 polls, highlights, live events and files each have a card of their kind', async () => {
  const { rows } = await pageOf([
    POLL,
    event(KIND.Highlight, {
      content: 'a marked passage',
      tags: [
        ['comment', 'how true'],
        ['r', 'https://page.example/a'],
      ],
    }),
    event(KIND.LiveEvent, {
      tags: [
        ['d', 'l'],
        ['title', 'Evening concert'],
        ['status', 'ended'],
        ['p', A, '', 'Host'],
      ],
    }),
    event(KIND.FileMetadata, {
      content: 'the plan',
      tags: [
        ['url', 'https://f.example/plan.pdf'],
        ['m', 'application/pdf'],
        ['size', '2048'],
      ],
    }),
  ]);
  const said = rows.map((row) => row.textContent);

  expect(said[0]).toContain('Which one?');
  expect(
    offers(within(rows[0] ?? document.body).getByRole('group', { name: 'Choose one' })),
  ).toEqual(['Tea', 'Coffee', 'Show results']);
  expect(said[1]).toMatch(/how true.*a marked passage.*page\.example/);
  expect(said[2]).toMatch(/Ended.*Evening concert.*Host/);
  expect(said[3]).toMatch(/the plan.*plan\.pdf.*application\/pdf · 2 kB.*Open/);
});

test('NOTE-02 pictures, comments and references by address each have a card of their kind', async () => {
  const pack = event(KIND.StarterPack, {
    tags: [
      ['d', 'x'],
      ['title', 'Bird people'],
      ['p', A],
      ['p', B],
    ],
  });
  const { rows } = await pageOf(
    [
      event(KIND.Image, {
        content: 'look',
        tags: [
          ['title', 'Two gulls'],
          ['imeta', 'url https://f.example/a.jpg', 'm image/jpeg'],
        ],
      }),
      event(KIND.Comment, { content: 'well said', tags: [['K', '1']] }),
      event(KIND.Text, {
        content: `for you nostr:${naddrOf({ kind: KIND.StarterPack, pubkey: B, identifier: 'x' })}`,
      }),
    ],
    [pack],
  );
  const said = rows.map((row) => row.textContent);
  expect(
    within(rows[0] ?? document.body).getByRole('button', { name: 'Open the picture' }),
  ).toBeTruthy();
  expect(said[0]).toContain('Two gulls');
  expect(said[1]).toContain('well said');
  expect(said[2]).toMatch(/for you.*Bird people.*2 people/);
});

test('NOTE-02 FEED-14 a missing card picture leaves its place empty; a missing custom emoji is its word', async () => {
  const picture = 'https://f.example/cover.jpg';
  const { rows, settle } = await pageOf([
    event(KIND.LiveEvent, {
      tags: [
        ['d', 'l'],
        ['status', 'planned'],
        ['image', picture],
      ],
    }),
    event(KIND.StarterPack, {
      tags: [
        ['d', 'x'],
        ['title', 'Bird people'],
        ['image', picture],
      ],
    }),
    event(KIND.Text, {
      content: 'well :gull:',
      tags: [['emoji', 'gull', 'https://f.example/gull.png']],
    }),
  ]);
  const pictures = (row = document.body) =>
    [...row.querySelectorAll('img')].filter(({ src }) => src.includes('f.example'));
  const [live, pack, note] = rows;
  const rooms = [live, pack].map((row) => pictures(row)[0]?.parentElement);
  expect(pictures(note)).toHaveLength(1);
  while (pictures().length > 0)
    await settle(() => pictures().forEach((one) => void fireEvent.error(one)));
  // The placeholder itself, not the card around it.
  for (const room of rooms) expect([room?.isConnected, room?.tagName]).toEqual([true, 'DIV']);
  expect(note?.textContent).toContain('well :gull:');
});

test('NOTE-02 an unknown kind shows its description, opens in another app, and shows the signed event', async () => {
  const tide = event(31_071, {
    content: 'LW 0552',
    tags: [
      ['d', 't'],
      ['alt', 'Low water at 05:52'],
    ],
  });
  const { rows, click, settle, answer } = await pageOf([tide]);
  const row = rows[0] ?? document.body;
  expect(row.textContent).toContain('Low water at 05:52');
  expect(row.textContent).not.toContain('{');
  await click(within(row).getByRole('button', { name: 'Show raw data' }));
  expect(JSON.parse(row.querySelector('pre')?.textContent ?? '')).toMatchObject({
    id: tide.id,
    content: 'LW 0552',
  });
  await click(within(row).getByRole('button', { name: 'Open with another app' }));
  const app = event(KIND.Dvm, {
    content: '{"name":"Almanac"}',
    tags: [
      ['d', 'a'],
      ['k', '31071'],
      ['web', 'https://tides.example/<bech32>', 'naddr'],
    ],
  });
  await settle(() => answer('multi_kind_mega_feed_directive', { events: [app] }));
  const dialog = [...document.querySelectorAll('dialog')].find(({ open }) => open) ?? document.body;
  expect(
    within(dialog)
      .getByRole('link', { name: /Almanac.*tides\.example/ })
      .getAttribute('href'),
  ).toMatch(/^https:\/\/tides\.example\/naddr1/);
  expect(
    within(dialog)
      .getByRole('link', { name: /on this device/ })
      .getAttribute('href'),
  ).toMatch(/^nostr:naddr1/);
});

test('NOTE-01 NOTE-02 a vote goes to the relays that the poll names, is marked at once, and is counted', async () => {
  const { rows, click, settle, answer, log } = await pageOf([POLL]);
  const stats = {
    claim: 'other',
    kind: RESULT.PollStats,
    content: { [POLL.id]: { a: { votes: 3 }, b: { votes: 1 } } },
  } as const;
  await settle(() => answer('poll_votes', { claims: [stats] }));
  const ballot = () => within(rows[0] ?? document.body).getByRole('group', { name: 'Choose one' });
  expect(ballot().textContent).toContain('4 votes');
  expect(ballot().textContent).not.toContain('%');
  const template = pressed({
    pubkey: A,
    kind: KIND.PollVote,
    content: '',
    tags: [
      ['e', POLL.id],
      ['response', 'b'],
    ],
    created_at: at,
  });
  const lines: readonly OutboxEntryDraft[] = [
    { job: 'j', type: 'intended', account: A, wish: { type: 'event', draft: template } },
    { job: 'j', type: 'drafted', template, relays: [pressed('wss://polls.example')] },
    { job: 'j', type: 'signed', event: trusted(template) },
  ];
  await click(within(ballot()).getByRole('button', { name: 'Coffee' }));
  // The account's relays are not known yet, so nothing is signed and nothing is marked.
  expect(within(ballot()).getByRole('button', { name: 'Coffee' }).ariaPressed).toBe('false');
  await settle(() =>
    log.lives[0]?.report({
      type: 'store.opened',
      entries: lines.map((line) => ({ ...line, at: seconds(20) })),
      now: seconds(30),
    }),
  );
  expect(within(ballot()).getByRole('button', { name: /Coffee/ }).ariaPressed).toBe('true');
  expect(ballot().textContent).toMatch(/Tea60%Coffee40%5 votes/);
  expect(toasts()).toEqual([]);
});

test.runIf(isLong)(
  'E-08 a row shows 20 of 64 poll answers, and the others on a press',
  async () => {
    const options = Array.from({ length: 64 }, (_, nth) => ['option', `o${nth}`, `Answer ${nth}.`]);
    const { rows, click } = await pageOf([event(KIND.Poll, { content: 'Which?', tags: options })]);
    const ballot = () =>
      within(rows[0] ?? document.body).getByRole('group', { name: 'Choose one' });
    // a query by role computes the name of each button, which takes seconds
    const count = () =>
      [...ballot().getElementsByTagName('button')].filter(({ textContent }) =>
        textContent.startsWith('Answer'),
      ).length;
    expect(count()).toBe(20);
    await click(within(ballot()).getByRole('button', { name: 'see more' }));
    expect(count()).toBe(64);
  },
);

test('ACCOUNT-01 a visitor who votes sees the sign-in prompt', async () => {
  const { rows, click } = await pageOf([POLL], [], true);
  await click(within(rows[0] ?? document.body).getByRole('button', { name: 'Tea' }));
  expect([...document.querySelectorAll('dialog')].some(({ open }) => open)).toBe(true);
});

test('E-01 E-08 E-28 hostile text in any field of any kind stays text: no markup, script or unsafe address', async () => {
  const hostile =
    '<img src=x onerror=alert(1)><script>alert(1)</script>\u202e\u2066javascript:alert(1) ' +
    'Z\u0335'.repeat(200);
  const names = [
    'title',
    'name',
    'summary',
    'description',
    'alt',
    'comment',
    'context',
    'image',
    'streaming',
    'recording',
    'url',
    'm',
    'status',
    'role',
    'd',
    'r',
  ];
  const tags = [
    ...names.map((tag) => [tag, hostile]),
    ['option', 'x', hostile],
    ['poll_option', 'x', hostile],
    ['p', A, hostile, hostile],
    ['web', 'javascript:alert(1)//<bech32>'],
  ];
  const kinds = [
    KIND.Poll,
    KIND.ZapPoll,
    KIND.Highlight,
    KIND.LiveEvent,
    KIND.StarterPack,
    KIND.Community,
    KIND.CommunityApproval,
    KIND.FileMetadata,
    31_071,
    KIND.Image,
  ];
  for (const page of [kinds.slice(0, 5), kinds.slice(5)]) {
    const { rows, click, close } = await pageOf(
      page.map((kind) => event(kind, { content: hostile, tags })),
    );
    expect(rows).toHaveLength(page.length);
    for (const row of rows) {
      for (const show of within(row).queryAllByRole('button', { name: 'Show raw data' }))
        await click(show);
      expect(row.querySelector('script, [onerror], iframe, object')).toBeNull();
      for (const link of row.querySelectorAll('[href], [src]')) {
        expect(link.getAttribute('href') ?? link.getAttribute('src')).toMatch(
          /^(\/|https?:|blob:|data:image|#)/,
        );
      }
    }
    close();
  }
  world = undefined;
});
