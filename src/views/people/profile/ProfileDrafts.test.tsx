// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import { settle as later } from '../../../../tests/support/views/rendered-app.tsx';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { npubOf } from '../../../events/nostr/nip19.ts';

const [ME, IRIS] = ['a', 'b'].map((digit) => digit.repeat(64)) as [string, string];
const PICTURE = 'https://pictures.example/secret.png';

const draft = (d: string, at: number, content = `A${d.repeat(131)}`) =>
  trusted({
    kind: KIND.Draft,
    pubkey: ME,
    content,
    created_at: at,
    tags: [
      ['d', d],
      ['k', '30023'],
    ],
  });

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});
beforeAll(() => fetchViews('/p/x'));

async function openTab(pubkey: string, household: Parameters<typeof renderedAccount>[1] = {}) {
  const opened = await renderedAccount(`/p/${npubOf(pubkey)}?tab=drafts`, household);
  world = opened;
  await opened.settle(() =>
    opened.answer('user_profile', {
      events: [trusted({ pubkey, kind: KIND.Metadata, content: '{"name":"me"}' })],
    }),
  );
  return opened;
}

const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);
const panel = () => within(screen.getByRole('tabpanel'));

test('PROFILE-02 profile tabs have the documented order; Drafts is only for oneself, and only with a key', async () => {
  await openTab(ME);
  expect(tabs()).toEqual([
    'Notes',
    'Replies',
    'Reads',
    'Drafts',
    'Media',
    'Zaps',
    'Followers',
    'Following',
    'Relays',
  ]);
  world?.close();
  const others = ['Notes', 'Replies', 'Reads', 'Media', 'Zaps', 'Followers', 'Following', 'Relays'];
  await openTab(IRIS);
  expect(tabs()).toEqual(others);
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Notes');
  world?.close();
  await openTab(ME, { accounts: [{ pubkey: ME, method: 'readonly' }] });
  expect(tabs()).toEqual(others);
});

test('PROFILE-02 PROFILE-04 an empty list of drafts is stated after the relays had their time, too', async () => {
  const { answer, clock } = await openTab(ME);
  await later(() => answer('drafts'));
  await later(() => answer('drafts'));
  expect(panel().queryByText('No drafts yet')).toBeNull();
  await later(() => elapse(clock, 10_000));
  expect(panel().getByText('No drafts yet')).toBeDefined();
});

test('PROFILE-02 BEYOND-03 drafts are listed without a prompt; a press decrypts them as plain text', async () => {
  const { answer, click, keys, settle } = await openTab(ME);
  const [one, two, wrong] = [draft('b', 9), draft('c', 8), draft('d', 7, 'no cipher and no event')];
  await later(() => answer('drafts', { events: [one, two, wrong], rejected: 1 }));
  expect(keys.signer.prompts).toEqual([]);
  expect(panel().getByText('2 drafts are encrypted. Only your key opens them.')).toBeDefined();
  expect(panel().getByText('2 drafts can’t be read here.')).toBeDefined();
  await click(panel().getByRole('button', { name: 'Read them' }));
  const prompt = () => keys.signer.prompts.at(-1);
  expect(prompt()?.act).toMatchObject({ do: 'decrypt', peer: ME, text: one.content });
  const inner = {
    kind: KIND.LongForm,
    content: `![](${PICTURE}) and\nwords`,
    tags: [['title', 'On benches']],
  };
  const first = prompt();
  await settle(
    () =>
      first &&
      keys.signer.report({
        type: 'signer.answered',
        id: first.id,
        answer: { text: JSON.stringify(inner) },
      }),
  );
  expect(panel().getByRole('heading', { name: 'On benches' })).toBeDefined();
  expect(screen.getByRole('tabpanel').textContent).toContain(`![](${PICTURE}) and\nwords`);
  expect(
    screen.getByRole('tabpanel').querySelector('img, a:not([href^="/reads/edit"])'),
  ).toBeNull();
  const second = prompt();
  await settle(() => second && keys.signer.refuse(second));
  // The user refused, and can be asked again.
  expect(panel().getByText('1 draft is encrypted. Only your key opens it.')).toBeDefined();
  await click(panel().getByRole('button', { name: 'Read' }));
  const third = prompt();
  const failure = { code: 'bad-cipher' } as const;
  await settle(() => third && keys.signer.report({ type: 'signer.failed', id: third.id, failure }));
  expect(panel().getByText('3 drafts can’t be read here.')).toBeDefined();
  expect(panel().queryByRole('button', { name: /Read/ })).toBeNull();
});

test('PROFILE-02 a silent service is reported, and can be asked again', async () => {
  const { answer, click, refuse } = await openTab(ME);
  await later(() => refuse('drafts'));
  await click(panel().getByRole('button', { name: 'Try again' }));
  await later(() => answer('drafts', { events: [draft('b', 9)] }));
  expect(panel().getByText('Encrypted')).toBeDefined();
});
