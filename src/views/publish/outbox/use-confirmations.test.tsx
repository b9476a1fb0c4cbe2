// @vitest-environment jsdom
import { inEnglish } from '../../../../tests/support/views/in-english.ts';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { fakeApp } from '../../../../tests/support/views/fake-app.ts';
import { withTopLayer } from '../../../../tests/support/views/top-layer.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { seconds } from '../../../events/core/time.ts';
import { AppProvider } from '../../ui/hooks/app-context.ts';
import { QuestionDialog } from '../../app/QuestionDialog.tsx';
import { useConfirmations } from './use-confirmations.ts';

const ANN = 'a'.repeat(64);

withTopLayer();

type Ask = (questions: ReturnType<typeof useConfirmations>) => void;

function Asker({ ask }: { readonly ask: Ask }) {
  const questions = useConfirmations();
  return (
    <>
      <button type="button" onClick={() => ask(questions)}>
        ask
      </button>
      <QuestionDialog />
    </>
  );
}

function question(ask: Ask, title: string): string | null {
  const { app } = fakeApp();
  app.start();
  const profile = trusted({ pubkey: ANN, kind: KIND.Metadata, content: '{"name":"Ann"}' });
  act(() =>
    app.send({
      type: 'facts.received',
      events: [profile],
      claims: [],
      now: seconds(1_800_000_000),
    }),
  );
  const { unmount } = render(
    <AppProvider app={app}>
      <MemoryRouter>
        <Asker ask={ask} />
      </MemoryRouter>
    </AppProvider>,
  );
  fireEvent.click(screen.getByText('ask'));
  const { textContent } = screen.getByRole('alertdialog', { name: title });
  unmount();
  return textContent;
}

test('ACCOUNT-14 a report asks in the documented words, which say that it is public', () => {
  const note = trusted({ pubkey: ANN, content: 'Buy now' });
  for (const [about, subject] of [
    [undefined, 'Report user Ann?'],
    [note, 'Report this post by Ann?'],
  ] as const) {
    const said = question(({ askReport }) => askReport(ANN, about), 'Report abuse?');
    expect(said).toContain(subject);
    expect(said).toContain('All reports will be publicly visible.');
  }
  expect(inEnglish({ code: 'report.done', params: { name: 'Ann' } })).toBe('User Ann reported');
});
