// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { runningAccount } from '../../../tests/support/account/account-screen.tsx';
import { ANN, BEN, ME, startMessages } from '../../../tests/support/messages/messages-world.ts';
import { secretOf } from '../../events/account/keys/secret.ts';
import { millis, seconds } from '../../events/core/time.ts';
import type { OutgoingMessage } from '../../events/messages/outgoing-message.ts';
import { AppProvider } from '../ui/hooks/app-context.ts';
import { ContactRows } from './ContactRows.tsx';

afterEach(cleanup);

const draft = (peer: string, more: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  peer,
  id: '5',
  text: secretOf('hello'),
  changedAt: millis(5),
  ...more,
});

test('DM-01 a row marks own texts that wait, that stopped and that are begun, by their words', async () => {
  const { app } = await runningAccount(ME);
  const it = startMessages();
  const peers = [ANN, BEN, ME];
  it.find({
    drafts: [draft(ANN, { enteredAt: millis(6) }), draft(BEN, { isUnsent: true }), draft(ME)],
  });
  const rows = (shown: string | undefined) => (
    <AppProvider app={app}>
      <ContactRows
        messages={it.actor}
        shown={peers.map((peer) => ({ peer, unread: 0, latestAt: seconds(1) }))}
        peer={shown}
        scroller="main"
      />
    </AppProvider>
  );
  const { rerender } = render(rows(undefined), { wrapper: MemoryRouter });
  const texts = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  // the messages are closed, so the texts are not shown either
  expect(texts()).toEqual([
    expect.stringMatching(/Waiting|Sending…/),
    expect.stringContaining('Not sent'),
    expect.stringContaining('Draft:'),
  ]);
  expect(texts().join('')).not.toContain('hello');
  // the field of the shown conversation has its draft
  act(() => rerender(rows(ME)));
  expect(texts()[2]).not.toContain('Draft:');
  app.stop();
});
