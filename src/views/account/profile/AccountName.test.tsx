// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { fakeApp } from '../../../../tests/support/views/fake-app.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { readProfile } from '../../../events/facts/profile.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { npubOf } from '../../../events/nostr/nip19.ts';
import { AppProvider } from '../../ui/hooks/app-context.ts';
import { AboutLine } from './AboutLine.tsx';
import { AccountName } from './AccountName.tsx';

afterEach(cleanup);

const ANN = 'b'.repeat(64);
const profile = readProfile(
  trusted({
    pubkey: ANN,
    kind: KIND.Metadata,
    content: JSON.stringify({
      display_name: 'Oddy :blobcat: #x :home:',
      about: `hi :blobcat: from nostr:${npubOf(ANN)} and ${npubOf(ANN)}`,
    }),
    tags: [
      ['emoji', 'blobcat', 'https://example.com/blobcat.png'],
      ['emoji', 'home', 'javascript:x'],
    ],
  }),
);

function shown(part: React.ReactNode) {
  const { app } = fakeApp();
  const { container } = render(
    <AppProvider app={app}>
      <MemoryRouter>{part}</MemoryRouter>
    </AppProvider>,
  );
  return container;
}

test('NOTE-17 NIP-30 a name shows its custom emojis as pictures that the url policy allows', () => {
  const { textContent } = shown(<AccountName pubkey={ANN} profile={profile} />);
  expect(textContent).toBe('Oddy  #x :home:');
  expect(screen.getByRole('img', { name: ':blobcat:' }).getAttribute('src')).toContain(
    'blobcat.png',
  );
  expect(screen.queryByRole('link')).toBeNull();
});

test('NIP-30 NIP-27 a line about an account shows emojis and names, and no npub', () => {
  const { textContent } = shown(<AboutLine profile={profile} />);
  expect(screen.getByRole('img', { name: ':blobcat:' })).toBeDefined();
  expect(textContent).toMatch(/^hi  from @\S+ and @\S+$/);
  expect(textContent).not.toContain(npubOf(ANN));
  expect(screen.queryByRole('link')).toBeNull();
});
