// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { runningAccount } from '../../../tests/support/account/account-screen.tsx';
import { secretOf } from '../../events/account/keys/secret.ts';
import { seconds } from '../../events/core/time.ts';
import type { DirectMessage } from '../../events/messages/rumor.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { withTopLayer } from '../../../tests/support/views/top-layer.ts';
import { AppProvider } from '../ui/hooks/app-context.ts';
import { Conversation } from './Conversation.tsx';

withTopLayer();
afterEach(cleanup);

const [ME, PEER, OTHER] = ['a', 'b', 'c'].map((one) => one.repeat(64)) as [string, string, string];
const ALONE: DirectMessage = {
  id: 'd'.repeat(64),
  pubkey: PEER,
  created_at: seconds(1_000),
  form: 'nip17',
  event: trusted({ kind: 1059 }),
};
const OLD: DirectMessage = {
  id: 'f'.repeat(64),
  pubkey: PEER,
  created_at: seconds(900),
  form: 'nip04',
  event: trusted({ kind: 4 }),
};
const SHARED = { ...ALONE, id: 'e'.repeat(64), others: [OTHER], subject: secretOf('Harbour plan') };

/** The messages of an account with one loaded conversation. */
function messagesWith(...messages: readonly DirectMessage[]) {
  const texts = new Map(messages.map(({ id }) => [id, secretOf('hello')]));
  const conversation = createMachine({ context: { messages, texts }, tags: ['ended'] });
  const machine = createMachine({
    context: { isKept: true, isAllowed: true, privately: new Map(), marking: new Set() },
    invoke: { id: `conversation ${PEER}`, src: conversation },
  });
  return createActor(machine).start() as never;
}

test('DM-02 DM-09 a message to several names the others, and the conversation does not hide it', async () => {
  const it = await runningAccount(ME);
  const draw = (...messages: readonly DirectMessage[]) => {
    cleanup();
    render(
      <AppProvider app={it.app}>
        <Conversation messages={messagesWith(...messages)} peer={PEER} />
      </AppProvider>,
      { wrapper: MemoryRouter },
    );
    return document.body.textContent;
  };
  const alone = draw(ALONE);
  expect(alone).toContain('Only you two can read this.');
  expect(alone).not.toMatch(/gets your answer|old form: relays see/);
  expect(draw(ALONE, OLD)).toContain('old form: relays see who wrote those to whom and when.');
  const shared = draw(ALONE, SHARED);
  expect(shared).not.toContain('Only you two');
  expect(shared).toContain('were also sent to others, who can read them');
  expect(shared).toMatch(/Only .+ gets your answer\./);
  expect(screen.getByText('Harbour plan')).toBeDefined();
  const others = within(screen.getByText('Also sent to:'));
  expect(others.getByRole('link').getAttribute('href')).toMatch(/^\/p\/nprofile1/);
  const actions = screen.getAllByRole('button', { name: 'Message actions' });
  fireEvent.click(actions.at(-1) ?? expect.fail());
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Details' }));
  expect(screen.getByRole('dialog').textContent).toContain(
    'Private (NIP-17): only its sender and its recipients see who writes to whom',
  );
  it.app.stop();
});
