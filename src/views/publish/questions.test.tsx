// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { fakeApp } from '../../../tests/support/fake-app.ts';
import { withTopLayer } from '../../../tests/support/top-layer.ts';
import { trusted } from '../../../tests/support/trusted.ts';
import type { Muted } from '../../events/account/list-intents.ts';
import { KIND } from '../../events/kinds.ts';
import { AppProvider } from '../app/app-context.ts';
import { useQuestions } from './questions.tsx';

const ANN = 'a'.repeat(64);

withTopLayer();

function Asker({ what }: { readonly what: Muted }) {
  const { ask, dialog } = useQuestions();
  return (
    <>
      <button type="button" onClick={() => ask({ ask: 'mute', what })}>
        ask
      </button>
      {dialog}
    </>
  );
}

function question(what: Muted, title: string): string | null {
  const { app } = fakeApp();
  app.start();
  const profile = trusted({ pubkey: ANN, kind: KIND.Metadata, content: '{"name":"Ann"}' });
  act(() => app.send({ type: 'facts.received', events: [profile], claims: [], now: 1_800_000_000 }));
  const { unmount } = render(
    <AppProvider app={app}>
      <MemoryRouter>
        <Asker what={what} />
      </MemoryRouter>
    </AppProvider>,
  );
  fireEvent.click(screen.getByText('ask'));
  const { textContent } = screen.getByRole('alertdialog', { name: title });
  unmount();
  return textContent;
}

test('ACCOUNT-10 before somebody or a thread is muted it is asked in the documented words', () => {
  expect(question({ type: 'user', pubkey: ANN }, 'Mute Ann?')).toContain('Add Ann to your mute list?');
  expect(question({ type: 'thread', id: ANN }, 'Mute thread?')).toContain('Mute this thread?');
});
