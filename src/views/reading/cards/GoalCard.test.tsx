// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { range } from '../../../../tests/support/connection/fake-cache.ts';
import { type RenderedApp, renderedApp } from '../../../../tests/support/views/rendered-app.tsx';
import { fetchViews } from '../../../../tests/support/views/rendered-account.tsx';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { seconds } from '../../../events/core/time.ts';

const [ADA, BEN, PROVIDER, FORGER] = ['1', '2', 'e', 'f'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
  string,
];
const profiles = [
  [ADA, 'ada'],
  [BEN, 'ben'],
].map(([pubkey = '', name]) =>
  trusted({
    kind: KIND.Metadata,
    pubkey,
    content: JSON.stringify({ name, lud16: `${name}@${name}.example` }),
  }),
);
const goal = trusted({
  kind: KIND.ZapGoal,
  pubkey: ADA,
  content: 'A boat',
  tags: [['amount', '1000000']],
  created_at: seconds(1_000),
});

function receipt(sats: number, provider: string, receiver = ADA) {
  const tags = [
    ['p', receiver],
    ['e', goal.id],
  ];
  const request = trusted({
    kind: KIND.ZapRequest,
    pubkey: BEN,
    tags: [...tags, ['amount', String(sats * 1_000)]],
  });
  return trusted({
    kind: KIND.Zap,
    pubkey: provider,
    tags: [...tags, ['description', JSON.stringify(request)]],
    created_at: seconds(1_500),
  });
}

let world: RenderedApp | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});
beforeAll(async () => {
  await Promise.all([
    import('./KindContent.tsx'),
    import('../note/Attachment.tsx'),
    fetchViews('/home'),
  ]);
});

test("ZAP-05 E-41 a goal counts only receipts signed by its author's provider, and no zaps to oneself", async () => {
  const opened = renderedApp('/home');
  world = opened;
  await opened.settle(() => opened.socket.opened());
  const zaps = [receipt(100, PROVIDER), receipt(900, FORGER), receipt(500, FORGER, BEN)];
  const claims = [range([goal.id], { since: 1_000, until: 1_000 })];
  await opened.settle(() =>
    opened.answer('mega_feed_directive', { events: [goal, ...zaps, ...profiles], claims }),
  );
  // The code of the card loads after the row is rendered.
  await opened.settle(() => undefined);
  const share = () =>
    screen.getByRole('progressbar', { name: 'Zap goal' }).getAttribute('aria-valuenow');
  expect(share()).toBe('0');
  // People that the goal does not pay are not looked up.
  await opened.settle(() => opened.tellKey('https://ada.example/.well-known/lnurlp/ada', PROVIDER));
  expect(share()).toBe('10');
});
