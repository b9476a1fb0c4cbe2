// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { settle as later } from '../../../../tests/support/views/rendered-app.tsx';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { decodeUri, note1Of, npubOf } from '../../../events/nostr/nip19.ts';
import { ShareDialog } from '../../ui/qr/share-part.ts';

const [JUN, IRIS, THREAD] = ['1', '2', '3'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
];

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});
beforeAll(() => Promise.all([fetchViews('/mutelist/x'), ShareDialog.preload()]));

test("ROUTE-10 another account's mute list shows its public people, words, hashtags and threads", async () => {
  world = await renderedAccount(`/mutelist/${npubOf(JUN)}`);
  const { answer } = world;
  expect(document.title).toMatch(/^Mute list/);
  const tags = [
    ['p', IRIS],
    ['word', 'Bargain'],
    ['t', 'ads'],
    ['e', THREAD],
  ];
  const iris = trusted({ pubkey: IRIS, kind: KIND.Metadata, content: '{"name":"Iris"}' });
  await later(() =>
    answer('mutelist', { events: [trusted({ pubkey: JUN, kind: KIND.MuteList, tags }), iris] }),
  );
  const main = within(screen.getByRole('main'));
  expect(within(main.getByRole('region', { name: 'Words' })).getByText('bargain')).toBeDefined();
  expect(within(main.getByRole('region', { name: 'Hashtags' })).getByText('#ads')).toBeDefined();
  expect(
    within(main.getByRole('region', { name: 'Threads' }))
      .getByRole('link')
      .getAttribute('href'),
  ).toBe(`/e/${note1Of(THREAD)}`);
  expect(within(main.getByRole('region', { name: 'People' })).getByText('Iris')).toBeDefined();
  expect(main.getByRole('button', { name: 'Use their mute list' })).toBeDefined();
});

test('ROUTE-10 the shared Nostr address of a mute list names relays of its owner', async () => {
  world = await renderedAccount(`/mutelist/${npubOf(JUN)}`);
  const { answer, click } = world;
  const relay = 'wss://jun.example';
  const events = [
    trusted({ pubkey: JUN, kind: KIND.MuteList }),
    trusted({ pubkey: JUN, kind: KIND.RelayList, tags: [['r', relay]] }),
  ];
  await later(() => answer('mutelist', { events }));
  await click(screen.getByRole('button', { name: 'Share by QR code' }));
  await click(screen.getByRole('tab', { name: 'Nostr address' }));
  const uri = screen.getByText(/^nostr:naddr1/).textContent;
  expect(decodeUri(uri.slice('nostr:'.length))).toMatchObject({ pubkey: JUN, relays: [relay] });
});

test('ROUTE-10 an endless list is shown in parts, and an endless word is cut', async () => {
  world = await renderedAccount(`/mutelist/${npubOf(JUN)}`);
  const { answer, click } = world;
  const tags = ['x'.repeat(9_000), ...Array.from({ length: 249 }, (_, n) => `word${n}`)].map(
    (word) => ['word', word],
  );
  await later(() =>
    answer('mutelist', { events: [trusted({ pubkey: JUN, kind: KIND.MuteList, tags })] }),
  );
  const words = within(screen.getByRole('region', { name: 'Words' }));
  const shown = () => words.getAllByRole('listitem');
  expect([shown().length, shown()[0]?.textContent.length]).toEqual([100, 120]);
  await click(words.getByRole('button', { name: 'Show more' }));
  await click(words.getByRole('button', { name: 'Show more' }));
  expect([shown().length, words.queryByRole('button')]).toEqual([250, null]);
});

test('ROUTE-10 an empty list says so, and an address without an account is not found', async () => {
  world = await renderedAccount(`/mutelist/${npubOf(JUN)}`, { accounts: [] });
  const { answer } = world;
  await later(() => answer('mutelist', {}));
  expect(within(screen.getByRole('main')).getByText('No muted people')).toBeDefined();
  world.close();
  world = await renderedAccount('/mutelist/nobody', { accounts: [] });
  expect(document.title).toMatch(/^Page not found/);
});
