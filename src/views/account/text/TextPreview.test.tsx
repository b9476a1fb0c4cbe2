// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { fakeApp } from '../../../../tests/support/views/fake-app.ts';
import { seconds } from '../../../events/core/time.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { neventOf } from '../../../events/nostr/nip19.ts';
import { AppProvider } from '../../ui/hooks/app-context.ts';
import { textPreviewEnglish } from '../../ui/strings/text-preview.ts';
import { TextPreview } from './TextPreview.tsx';
import { ThreadWords } from './ThreadTitle.tsx';

afterEach(cleanup);

function shown(element: ReactElement, events: readonly VerifiedEvent[] = []): string {
  const { app } = fakeApp();
  app.start();
  app.send({ type: 'facts.received', events, claims: [], now: seconds(1_800_000_000) });
  const { container } = render(
    <MemoryRouter>
      <AppProvider app={app}>{element}</AppProvider>
    </MemoryRouter>,
  );
  return container.textContent;
}
const preview = (text: string) => shown(<TextPreview text={text} words={textPreviewEnglish} />);
const PICTURE = 'https://pictures.example/cake.jpg';

test('BEYOND-05 a picture or a quote in a short text is named in brackets, unlike a word of the author', () => {
  expect(preview(`Out of the oven #baking\n${PICTURE}`)).toBe('Out of the oven #baking [Picture]');
  const quote = `nostr:${neventOf({ id: 'a'.repeat(64) })}`;
  expect(preview(`Three years well walked.\n\n${quote}`)).toBe('Three years well walked. [Note]');
  expect(preview(PICTURE)).toBe('[Picture]');
});

test('BEYOND-05 a short text that is cut before a picture ends without its bracket', () => {
  const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');
  expect(preview(`${words(40)} ${PICTURE}`)).toBe(`${words(40)}…`);
  expect(preview(`${words(39)} ${PICTURE}`)).toBe(`${words(39)} [Picture]`);
});

test('BEYOND-01 the beginning of a note in a list ends with an ellipsis only where it was cut', () => {
  const content = 'Night shift at Ember & Rye takes two guests each week. From two until six.';
  const [long, short] = [trusted({ content }), trusted({ content: 'Night shift' })];
  expect(shown(<ThreadWords id={long.id} />, [long])).toBe(
    'Night shift at Ember & Rye takes two guests each week. From two…',
  );
  expect(shown(<ThreadWords id={short.id} />, [short])).toBe('Night shift');
});
