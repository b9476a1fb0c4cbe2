// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { range } from '../../../../tests/support/connection/fake-cache.ts';
import {
  dialog,
  fetchViews,
  renderedAccount,
  toasts,
} from '../../../../tests/support/views/rendered-account.tsx';
import { settle as later } from '../../../../tests/support/views/rendered-app.tsx';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { writeMoneroAddress } from '../../../events/money/monero/monero-address.ts';
import { npubOf } from '../../../events/nostr/nip19.ts';
import { seconds } from '../../../events/core/time.ts';

const [JUN, ANN] = ['b', 'c'].map((digit) => digit.repeat(64)) as [string, string];
const REAL =
  '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A';
const PLAY = writeMoneroAddress({ network: 'stagenet', type: 'standard' }, new Uint8Array(64));
const profile = (monero: string | undefined) =>
  trusted({
    pubkey: JUN,
    kind: KIND.Metadata,
    content: JSON.stringify({ name: 'jun', cryptocurrency_addresses: { monero } }),
  });

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
beforeAll(async () => {
  await fetchViews('/p/x');
  await import('./MoneroDialog.tsx');
});
afterEach(() => {
  world?.close();
  world = undefined;
  vi.unstubAllGlobals();
});

async function openJun(monero: string | undefined, tab = '') {
  const here = await renderedAccount(`/p/${npubOf(JUN)}${tab}`);
  world = here;
  await here.settle(() => here.answer('user_profile', { events: [profile(monero)] }));
  return here;
}

const main = () => within(screen.getByRole('main'));
const tipButton = () => main().queryByRole('button', { name: 'Tip jun in Monero' });

async function openDialog(monero: string) {
  const here = await openJun(monero);
  await here.click(main().getByRole('button', { name: 'Tip jun in Monero' }));
  await later(() => undefined);
  return { ...here, box: within(dialog('Tip jun in Monero') ?? document.body) };
}

test('XMR-01 the dialog has amounts, code, link and copy, calls payments invisible, and publishes nothing', async () => {
  const copied: string[] = [];
  vi.stubGlobal(
    'navigator',
    Object.assign(Object.create(navigator), {
      clipboard: { writeText: async (text: string) => copied.push(text) },
    }),
  );
  const { box, click, log } = await openDialog(REAL);
  const radios = box.getAllByRole<HTMLInputElement>('radio');
  expect(radios.map((radio) => [radio.closest('label')?.textContent, radio.checked])).toEqual([
    ['0.00005XMR', false],
    ['0.0008XMR', true],
    ['0.002XMR', false],
    ['0.003XMR', false],
  ]);
  const link = () => box.getByRole('link', { name: 'Open a wallet' }).getAttribute('href');
  expect(link()).toBe(`monero:${REAL}?tx_amount=0.0008`);
  expect(box.getByRole('img', { name: 'QR code: 0.0008 XMR for jun' })).toBeDefined();
  await click(box.getByRole('radio', { name: /0.003/ }));
  expect(link()).toBe(`monero:${REAL}?tx_amount=0.003`);
  await click(box.getByRole('button', { name: 'Copy address' }));
  await click(box.getByRole('button', { name: 'Copy payment link' }));
  expect(copied).toEqual([REAL, `monero:${REAL}?tx_amount=0.003`]);
  expect(toasts()).toContain('Text copied');
  expect(box.getByText(/Starling can’t see Monero payments/)).toBeDefined();
  expect(box.queryByText(/test network/)).toBeNull();
  expect(log.told().filter(({ type }) => type === 'store.append')).toEqual([]);
});

test('XMR-01 a test network address is labelled, a damaged or missing one offers no tip', async () => {
  const play = await openDialog(PLAY);
  expect(
    play.box.getByText(/coins there are worth nothing|Coins there are worth nothing/),
  ).toBeDefined();
  play.close();
  const broken = await openDialog(`${REAL.slice(0, -1)}B`);
  expect(broken.box.getByText(/is damaged/)).toBeDefined();
  expect(broken.box.queryByRole('link')).toBeNull();
  expect(broken.box.queryByRole('img', { name: /QR/ })).toBeNull();
  broken.close();
  await openJun(undefined);
  expect(tipButton()).toBeNull();
});

test('XMR-01 the zaps tab counts Monero tips apart from zaps, and lists their claims by author', async () => {
  const { answer, click } = await openJun(REAL, '?tab=zaps');
  const stats = {
    claim: 'userStats',
    pubkey: JUN,
    follows: 0,
    followers: 0,
    notes: 0,
    replies: 0,
    articles: 0,
    media: 0,
    relays: 0,
    zaps: 3,
    satszapped: 99,
    timeJoined: undefined,
  } as const;
  const tags = [
    ['P', ANN],
    ['amount', '800000000'],
  ];
  const receipt = trusted({ pubkey: JUN, kind: KIND.MoneroZapReceipt, tags, created_at: 1_000 });
  const sent = trusted({
    pubkey: JUN,
    kind: KIND.MoneroZap,
    content: 'thanks',
    tags: [
      ['p', ANN],
      ['amount', '5'],
    ],
    created_at: 2_000,
  });
  await later(() => answer('user_zaps', { claims: [range([]), stats] }));
  await later(() =>
    answer('feed', { events: [receipt, sent], claims: [range([sent.id, receipt.id])] }),
  );
  const sums = within(main().getByRole('tabpanel'));
  expect(sums.getByText('99')).toBeDefined();
  await click(sums.getByRole('button', { name: 'Show 2 Monero tips' }));
  const box = within(dialog('Monero tips') ?? document.body);
  expect(box.getByText('1 tip confirmed by recipients: 0.0008 XMR')).toBeDefined();
  expect(box.getByText('1 more tip reported by senders: 0.000000000005 XMR')).toBeDefined();
  expect(box.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    expect.stringMatching(/thanks.*Says they sent it.*0.000000000005 XMR/),
    expect.stringMatching(/Received, says the recipient.*0.0008 XMR/),
  ]);
  expect(seconds(1_000)).toBe(1_000);
});
