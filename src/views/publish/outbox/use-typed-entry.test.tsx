// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { runningAccount } from '../../../../tests/support/account/account-screen.tsx';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { verified } from '../../../../tests/support/connection/fake-cache.ts';
import { installLayout } from '../../../../tests/support/views/fake-layout.ts';
import { withTopLayer } from '../../../../tests/support/views/top-layer.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { npubOf } from '../../../events/nostr/nip19.ts';
import { ListDialogs } from '../../account/lists/ListDialogs.tsx';
import { FiltersScreen } from '../../settings/moderation/FiltersScreen.tsx';
import { MutedScreen } from '../../settings/moderation/MutedScreen.tsx';
import { NetworkScreen } from '../../settings/network/NetworkScreen.tsx';
import { AppProvider } from '../../ui/hooks/app-context.ts';

const [ME, ANN] = ['a'.repeat(64), 'b'.repeat(64)];

withTopLayer();
let undo: () => void;
beforeAll(() => {
  undo = installLayout({ viewport: 600, row: 60 });
});
afterEach(cleanup);
afterAll(() => undo());

/** Render a settings screen of an account whose relay list is known. */
async function shown(Screen: () => React.ReactNode) {
  const fake = await runningAccount(ME);
  const list = verified({
    id: '1'.repeat(64),
    pubkey: ME,
    kind: KIND.RelayList,
    tags: [['r', 'wss://one.example']],
  });
  act(() => fake.answer('replaceable_event', { events: [list] }));
  const { lists } = fake.features();
  if (!lists) throw new Error('no lists');
  render(
    <AppProvider app={fake.app}>
      <MemoryRouter>
        <Screen />
        <ListDialogs lists={lists} />
      </MemoryRouter>
    </AppProvider>,
  );
  await act(async () => elapse(fake.clock, 3_000, 250));
  return { fake, lists };
}

/** Type a text into a field and submit its form. */
function submit(label: string, text: string): HTMLInputElement {
  const field = screen.getByLabelText<HTMLInputElement>(label);
  fireEvent.change(field, { target: { value: text } });
  if (field.form) fireEvent.submit(field.form);
  return field;
}

const NPUB = npubOf(ANN) ?? '';

const LABEL = 'Address of a relay for private messages';
const INBOXES = verified({
  id: '2'.repeat(64),
  pubkey: ME,
  kind: KIND.DirectMessageRelays,
  tags: [['relay', 'wss://inbox.example']],
});
const RELAY = 'wss://other.example';

test.each([
  ['SETTINGS-06 a muted person', MutedScreen, undefined, 'Public key (npub)', NPUB],
  ['SETTINGS-06 a muted word', MutedScreen, /^Words/, 'Word', 'boats'],
  ['SETTINGS-06 a muted hashtag', MutedScreen, /^Hashtags/, 'Hashtag', 'boats'],
  ['SETTINGS-08 an owner', FiltersScreen, undefined, 'Owner of the mute list (npub)', NPUB],
  ['SETTINGS-08 an account', FiltersScreen, undefined, 'Account to always show (npub)', NPUB],
  ['RELAY-07 a relay', NetworkScreen, undefined, 'Address of a relay', RELAY],
  ['DM-09 a relay', NetworkScreen, undefined, LABEL, RELAY],
] as const)('%s comes back to its field if the edit fails', async (...args) => {
  const [, Screen, tab, label, text] = args;
  const { fake } = await shown(Screen);
  if (tab) fireEvent.click(screen.getByRole('tab', { name: tab }));
  const field = submit(label, text);
  expect(field.value).toBe('');
  await act(async () => elapse(fake.clock, 60_000, 500));
  expect(field.value).toBe(text);
});

test('SETTINGS-06 a text that was typed since is kept when an earlier one fails', async () => {
  const { fake } = await shown(MutedScreen);
  fireEvent.click(screen.getByRole('tab', { name: /^Words/ }));
  const field = submit('Word', 'boats');
  fireEvent.change(field, { target: { value: 'ships' } });
  await act(async () => elapse(fake.clock, 60_000, 500));
  expect(field.value).toBe('ships');
});

test('DM-09 BEYOND-01 a relay comes back if its question is cancelled or its signature refused', async () => {
  const { fake, lists } = await shown(NetworkScreen);
  const field = submit(LABEL, RELAY);
  await act(async () => fake.lookUpList(INBOXES));
  expect(field.value).toBe('');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(field.value).toBe(RELAY);
  submit(LABEL, RELAY);
  await act(async () => fake.lookUpList(INBOXES));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await act(async () => fake.lookUpList(INBOXES));
  expect(field.value).toBe('');
  await act(async () => fake.refuseToSign());
  expect(field.value).toBe(RELAY);
  expect(lists.getSnapshot().children['edit messageRelays']?.getSnapshot().context.queue).toEqual(
    [],
  );
});
