// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { fakePurse } from '../../../tests/support/fake-purse.ts';
import { lockedProofs } from '../../../tests/support/gift-world.ts';
import { moneyDisk, moneyPorts } from '../../../tests/support/money-world.ts';
import { fetchViews, renderedAccount } from '../../../tests/support/rendered-account.tsx';
import { trusted } from '../../../tests/support/trusted.ts';
import { draftNutzap, draftNutzapInfo } from '../../events/money/nutzap.ts';
import { seconds } from '../../events/time.ts';
import { AppProvider } from '../app/app-context.ts';
import { EventNutzaps } from './EventNutzaps.tsx';

const [AUTHOR, GIVER, KEY] = ['5', '6', '9'].map((digit) => digit.repeat(64)) as [string, string, string];
const [KNOWN, FORGING, FOREIGN] = ['https://mint.example', 'https://forging.example', 'https://foreign.example'] as const;
const note = trusted({ pubkey: AUTHOR, content: 'given something', created_at: seconds(9) });
const closes: Array<() => void> = [];
beforeAll(() => fetchViews('/help'));
afterEach(() => {
  cleanup();
  for (const close of closes.splice(0)) close();
});

const info = () => {
  const { kind, tags } = draftNutzapInfo([KNOWN, FORGING, FOREIGN], [], KEY);
  return trusted({ kind, pubkey: AUTHOR, tags: tags.map((tag) => [...tag]) });
};
const zap = (named: string, message: string, key = KEY) => {
  const draft = draftNutzap({ to: { pubkey: AUTHOR, id: note.id, kind: 1 }, named, message }, lockedProofs(key, [2, 8], message));
  return trusted({ ...draft, pubkey: GIVER, created_at: seconds(100), tags: draft.tags.map((tag) => [...tag]) });
};

async function drawn(hasEcash: boolean) {
  const purse = fakePurse(
    [KNOWN, FORGING].map((mint) => ({ type: 'allowed', mint }) as const),
    {},
    [KNOWN],
  );
  const page = await renderedAccount('/help', { machines: { money: moneyPorts(moneyDisk(), { hasEcash }).logic, ecash: purse.ecash } });
  closes.push(page.close);
  act(
    () =>
      void render(
        <AppProvider app={page.app}>
          <MemoryRouter>
            <EventNutzaps event={note} />
          </MemoryRouter>
        </AppProvider>,
      ),
  );
  await page.settle(() => undefined);
  const events = [zap(KNOWN, 'true'), zap(FORGING, 'forged'), zap(FOREIGN, 'unknown'), zap(KNOWN, 'for another', '1'.repeat(64))];
  await page.settle(() => page.answer('event_actions', { events }));
  await page.settle(() => page.answer('replaceable_event', { events: [info()] }));
  for (let turn = 0; turn < 4; turn++) await page.settle(() => undefined);
  return purse;
}

test('NIP-61 NUT-12 of the nutzaps for a note those count whose mint was allowed and signed them; no other mint is asked', async () => {
  const { asked } = await drawn(true);
  const list = screen.getByRole('list', { name: 'Nutzaps' });
  expect([...list.children].map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/true.*10 sats/)]);
  expect(screen.getByText('1 nutzap: 10 sats')).toBeDefined();
  expect(new Set(asked)).toEqual(new Set([KNOWN, FORGING]));
});

test('NIP-61 for whom no ecash lies on this device none is counted, and no mint asked', async () => {
  const { asked } = await drawn(false);
  expect([screen.queryByRole('list', { name: 'Nutzaps' }), asked]).toEqual([null, []]);
});
