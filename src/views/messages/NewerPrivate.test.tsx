// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { runningAccount } from '../../../tests/support/account/account-screen.tsx';
import { secretOf } from '../../events/account/keys/secret.ts';
import { seconds } from '../../events/core/time.ts';
import type { DirectMessage } from '../../events/messages/rumor.ts';
import { AppProvider } from '../ui/hooks/app-context.ts';
import { NewerPrivate } from './NewerPrivate.tsx';

afterEach(cleanup);

const [ME, PEER, LAST, OLDER] = ['a', 'b', 'c', 'd'].map((one) => one.repeat(64)) as [
  string,
  string,
  string,
  string,
];

/** The messages of an account, whose list knows the last line of a conversation. */
function messagesWithLine() {
  const line = { id: LAST, at: seconds(9), isMine: false, isFile: false, text: secretOf('hi') };
  const messageList = createMachine({ context: { lines: new Map([[PEER, line]]) } });
  const machine = createMachine({ invoke: { id: 'messageList', src: messageList } });
  return createActor(machine).start() as never;
}

test('RELAY-08 DM-02 a conversation says if its list knows a newer message that is not fetched now', async () => {
  const it = await runningAccount(ME);
  const messages = messagesWithLine();
  const draw = (...ids: readonly string[]) => {
    cleanup();
    const shown = ids.map((id) => ({ id }) as DirectMessage);
    render(
      <AppProvider app={it.app}>
        <NewerPrivate messages={messages} peer={PEER} shown={shown} />
      </AppProvider>,
      { wrapper: MemoryRouter },
    );
    return screen.queryByText(/^A newer private message is not shown here/) !== null;
  };
  expect(draw(OLDER)).toBe(false);
  act(() => it.features().network?.send({ type: 'network.proxy', on: true }));
  expect([draw(OLDER), draw()]).toEqual([true, true]);
  expect(screen.getByRole('link', { name: 'Network' })).toBeTruthy();
  expect(draw(OLDER, LAST)).toBe(false);
  it.app.stop();
});
