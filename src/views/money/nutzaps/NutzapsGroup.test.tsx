// @vitest-environment jsdom
import { cleanup, fireEvent, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import { trusted } from '../../../../tests/support/events/trusted.ts';
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
const balance = { mint: MINT, host: 'mint.example', sats: 0, isPlay: false, isSilent: false };

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

test('NIP-61 nutzaps are listed with their state; valid ones are redeemed on request, others say why not', async () => {
  await fetchViews('/help');
  const page = await renderedAccount('/help');
  closes.push(page.close);
  const ordered = vi.spyOn(page.app, 'send');
  const { container } = render(
    <AppProvider app={page.app}>
      <MemoryRouter>
        <NutzapsGroup mints={[balance]} />
      </MemoryRouter>
    </AppProvider>,
  );
  await page.settle(() => undefined);
  expect(container.textContent).toContain('Nobody can send you nutzaps yet');
  const { nutzaps: actor } = page.features();
  if (!actor) throw new Error('it did not open');
  const me = actor.getSnapshot().context.account;
  const info = trusted({ ...draftNutzapInfo([MINT], [], KEY), pubkey: me });
  const events = [info, zapTo(me, KEY, 'good one', 2), zapTo(me, 'f'.repeat(64), 'not mine', 1)];
  await page.settle(() =>
    actor.send({ type: 'relay.events', url: pressed('wss://relay.example'), events }),
  );
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
