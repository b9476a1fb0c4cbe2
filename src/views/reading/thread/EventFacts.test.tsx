// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { fakeApp } from '../../../../tests/support/views/fake-app.ts';
import { verified } from '../../../../tests/support/connection/fake-cache.ts';
import { AppProvider } from '../../ui/hooks/app-context.ts';
import { EventFacts } from './EventFacts.tsx';

function factsOf(id: string, tags: readonly (readonly string[])[], kind = 39_999): string {
  const { app } = fakeApp();
  app.start();
  const event = verified({ id, kind, tags });
  const { container, unmount } = render(
    <AppProvider app={app}>
      <MemoryRouter>
        <EventFacts event={event} />
      </MemoryRouter>
    </AppProvider>,
  );
  act(() => undefined);
  expect(screen.getByRole('article')).toBeTruthy();
  const text = container.textContent;
  unmount();
  return text;
}

test('SIGN-06 the work of an event is the number of leading zero bits of its id, not its declared target', () => {
  const id = `000006d8${'f'.repeat(56)}`;
  expect(factsOf(id, [['nonce', '776797', '20']])).toContain(
    'Proof of work21 leading zero bits, target 20',
  );
  expect(factsOf(id, [['nonce', '776797']])).toContain('Proof of work21 leading zero bits');
  expect(factsOf(`7${id.slice(1)}`, [['nonce', '1', '99']])).toContain(
    'Proof of work1 leading zero bit, target 99',
  );
  expect(factsOf(id, [])).not.toContain('Proof of work');
});

test('only an event without a card is named by the number of its kind', () => {
  const id = '7'.repeat(64);
  expect(factsOf(id, [])).toContain('kind 39999');
  expect(factsOf(id, [['d', 'a']], 39_089)).not.toContain('kind');
});
