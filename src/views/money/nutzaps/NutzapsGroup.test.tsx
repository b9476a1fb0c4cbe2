// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { seconds } from '../../../events/core/time.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { draftNutzapInfo } from '../../../events/money/nutzaps/nutzap.ts';
import { lockedSecret } from '../../../events/money/ecash/p2pk.ts';
import { AppProvider } from '../../ui/hooks/app-context.ts';
import { NutzapsGroup } from './NutzapsGroup.tsx';
import { pressed } from '../../../events/nostr/ours.ts';

const closes: Array<() => void> = [];
afterEach(() => {
  cleanup();
  for (const close of closes.splice(0)) close();
});

const MINT = 'https://mint.example';
const KEY = 'a'.repeat(64);
const dleq = { e: '1'.repeat(64), s: '2'.repeat(64), r: '3'.repeat(64) };
const balance = {
  mint: MINT,
  host: 'mint.example',
  sats: 0,
  isPlay: false,
  isSilent: false,
  hasAnswered: true,
};

const zapTo = (me: string, lock: string, content: string, at: number) =>
  trusted({
    kind: KIND.Nutzap,
    pubkey: 'd'.repeat(64),
    content,
    created_at: at,
    tags: [
      [
        'proof',
        JSON.stringify({
          id: '009a1f293253e41e',
          amount: 8,
          secret: lockedSecret(lock, content),
          C: `02${'1'.repeat(64)}`,
          dleq,
        }),
      ],
      ['u', MINT],
      ['p', me],
    ],
  });

/** The group of an account with one mint, and its machine. */
async function shown() {
  await fetchViews('/help');
  const page = await renderedAccount('/help');
  closes.push(page.close);
  const { container } = render(
    <AppProvider app={page.app}>
      <MemoryRouter>
        <NutzapsGroup mints={[balance]} />
      </MemoryRouter>
    </AppProvider>,
  );
  await page.settle(() => undefined);
  const { nutzaps: actor } = page.features();
  if (!actor) throw new Error('it did not open');
  const url = pressed('wss://relay.example');
  return {
    page,
    container,
    actor,
    hear: async (...events: readonly VerifiedEvent[]) =>
      page.settle(() => actor.send({ type: 'relay.events', url, events })),
    complete: async () =>
      page.settle(() => actor.send({ type: 'relay.ended', url, complete: true })),
  };
}

const CLAIMS = [
  'Nobody can send you nutzaps yet',
  'No nutzap has come yet',
  'No ecash on your relays',
  'Accept nutzaps at these mints',
];
const RESTING = 'Nutzaps and ecash from other apps rest while everything goes through the caching';

test('NIP-61 nothing is claimed about nutzaps before a relay has answered', async () => {
  const { container, complete } = await shown();
  const claims = () => CLAIMS.filter((claim) => container.textContent.includes(claim));
  expect(claims()).toEqual([]);
  expect(container.querySelector('[role=switch]')).toBeNull();
  expect(container.textContent).toContain('Waiting for your relays');
  await complete();
  expect(claims()).toEqual([CLAIMS[0], CLAIMS[2], CLAIMS[3]]);
  expect(container.textContent).not.toContain('Waiting for your relays');
});

test('RELAY-08 NIP-61 nutzaps rest while relays are paused; nothing else is claimed', async () => {
  const { page, container, actor, hear, complete } = await shown();
  const claims = () => CLAIMS.filter((claim) => container.textContent.includes(claim));
  const proxy = (on: boolean) =>
    act(() => page.features().network?.send({ type: 'network.proxy', on }));
  proxy(true);
  expect([container.textContent.includes(RESTING), claims()]).toEqual([true, []]);
  const { href } = screen.getByRole<HTMLAnchorElement>('link', { name: 'Network' });
  expect(new URL(href).pathname).toBe('/settings/network');
  expect(container.textContent).not.toContain('Waiting for your relays');
  await page.settle(() => actor.send({ type: 'nutzaps.publish', mints: [MINT], now: seconds(1) }));
  expect(container.textContent).not.toContain('No relay has answered yet');
  const me = actor.getSnapshot().context.account;
  await hear(trusted({ ...draftNutzapInfo([MINT], [], KEY), pubkey: me }), zapTo(me, KEY, 'hi', 2));
  await complete();
  expect([container.textContent.includes('Not redeemed yet'), claims()]).toEqual([true, []]);
  proxy(false);
  expect(container.textContent).not.toContain(RESTING);
  expect(container.textContent).toContain('Others can send you nutzaps at 1 mint.');
});

test('NIP-61 nutzaps are listed with their state; valid ones are redeemed on request, others say why not', async () => {
  const { page, container, actor, hear, complete } = await shown();
  const ordered = vi.spyOn(page.app, 'send');
  await complete();
  expect(container.textContent).toContain('Nobody can send you nutzaps yet');
  const me = actor.getSnapshot().context.account;
  const info = trusted({ ...draftNutzapInfo([MINT], [], KEY), pubkey: me });
  const events = [info, zapTo(me, KEY, 'good one', 2), zapTo(me, 'f'.repeat(64), 'not mine', 1)];
  await hear(...events);
  expect(container.textContent).toContain('Others can send you nutzaps at 1 mint.');
  expect([...container.getElementsByTagName('li')].map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/8 sats from.*good one.*Not redeemed yet/),
    expect.stringMatching(/not mine.*Not counted: it is not locked to your key/),
  ]);
  const auto = container.querySelector<HTMLInputElement>(
    'input[aria-label="Redeem them automatically"]',
  );
  expect(auto?.checked).toBe(false);
  if (auto) await page.settle(() => void fireEvent.click(auto));
  expect([auto?.checked, actor.getSnapshot().context.isAuto]).toEqual([true, true]);
  const redeem = [...container.getElementsByTagName('button')].filter(
    ({ textContent }) => textContent === 'Redeem',
  );
  expect(redeem).toHaveLength(1);
  for (const one of redeem) fireEvent.click(one);
  const asked = ordered.mock.calls
    .map(([event]) => event)
    .filter(({ type }) => type === 'dialog.ask');
  expect(asked).toMatchObject([
    {
      question: { code: 'ecash', act: 'redeem', mint: MINT, sats: 8 },
      yes: [
        { event: { intent: { type: 'ecash.open' } } },
        { event: { intent: { type: 'ecash.allow', mint: MINT } } },
        // this device lacks the key, so the wallet on relays is opened first
        { event: { intent: { type: 'nutzaps.redeem', isHeld: false } } },
      ],
    },
  ]);
});
