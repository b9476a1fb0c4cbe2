// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { accountScreen } from '../../../../tests/support/account/account-screen.tsx';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { withTopLayer } from '../../../../tests/support/views/top-layer.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { millis } from '../../../events/core/time.ts';
import type { PictureEvent } from '../../../machines/media/upload/picture.machine.ts';
import { QuestionDialog } from '../../app/QuestionDialog.tsx';
import { EditProfileScreen } from './EditProfileScreen.tsx';

const ME = 'a'.repeat(64);
const NOW = millis(1_000);
const CONTENT = '{"name":"ann","bot":false,"about":"old"}';
const profile = trusted({
  pubkey: ME,
  kind: 0,
  tags: [],
  content: CONTENT,
  created_at: 1_600_000_000,
});

withTopLayer();

/** Render the screen with an account that signs by extension and has known relays. */
async function shown() {
  const fake = accountScreen(
    ME,
    <>
      <EditProfileScreen />
      <QuestionDialog />
    </>,
    '/settings/profile',
  );
  // The name and picture of the current user.
  act(() => fake.answer('user_infos'));
  await act(async () => elapse(fake.clock, 2_000, 250));
  await act(async () => undefined);
  act(() => fake.answer('replaceable_event'));
  return {
    ...fake,
    /** Answer the requests to service and relays. */
    fetched: (...events: Array<typeof profile>) =>
      act(() => {
        fake.relays();
        fake.answer('user_infos', { events });
      }),
    /** Begin to upload a banner. Return a function that sends news of the upload. */
    upload: async () => {
      const account = fake.app.getSnapshot().children.account;
      await act(async () =>
        account?.send({ type: 'account.intent', intent: { type: 'picture.open' } }),
      );
      const send = (event: PictureEvent) =>
        account?.getSnapshot().context.scope?.getSnapshot().children['picture']?.send(event);
      const add = {
        files: [],
        tier: 'none',
        told: undefined,
        servers: undefined,
        mirrors: undefined,
      } as const;
      act(() => send({ type: 'picture.upload', field: 'banner', add }));
      return send;
    },
    down: () => {
      act(() => fake.refuse('user_infos'));
      act(() => elapse(fake.clock, 11_000, 250));
    },
  };
}

const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } });
const answer = (name: string) =>
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name }));

test("PROFILE-10 changes show by field; 'Profile updated successfully' only after a relay accepted them", async () => {
  const world = await shown();
  world.fetched(profile);
  expect(screen.getByRole('textbox', { name: 'Username' })).toHaveProperty('value', 'ann');
  type('About', 'new');
  click('Save');
  world.fetched(profile);
  const changes = within(screen.getByRole('alertdialog', { name: 'Save these changes?' }));
  expect(changes.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['About']);
  expect(changes.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'Before: old',
    'After: new',
  ]);
  answer('Save');
  world.fetched(profile);
  expect(screen.getByText('Waiting for your signature, then for a relay')).toBeTruthy();
  act(world.sign);
  expect(screen.queryByText('Profile updated successfully')).toBeNull();
  act(() => world.relays());
  expect(screen.getByText('Profile updated successfully')).toBeTruthy();
  const [signed] = world.session.signer.prompts.map((prompt) => prompt.act);
  expect(signed).toMatchObject({
    do: 'sign',
    template: { kind: 0, content: '{"name":"ann","bot":false,"about":"new"}' },
  });
});

test('PROFILE-10 MEDIA-01 a picture that failed to upload is named before the profile is saved', async () => {
  const world = await shown();
  world.fetched(profile);
  type('About', 'new');
  const picture = await world.upload();
  act(() =>
    picture({ type: 'uploads.statusChanged', open: 0, failed: 1, dropped: false, now: NOW }),
  );
  click('Save');
  const asked = () => screen.queryByRole('alertdialog', { name: 'One file was not uploaded' });
  expect(asked()).not.toBeNull();
  answer('Continue editing');
  expect([asked(), screen.queryByRole('alertdialog')]).toEqual([null, null]);
  click('Save');
  answer('Publish without it');
  world.fetched(profile);
  expect(screen.getByRole('alertdialog', { name: 'Save these changes?' })).toBeTruthy();
});

test('PROFILE-10 while offline, saving says that it waits for the network', async () => {
  const world = await shown();
  world.fetched(profile);
  type('About', 'new');
  act(() => world.app.send({ type: 'network.wentOffline' }));
  expect(screen.queryByText('Waiting for the network')).toBeNull();
  click('Save');
  expect(screen.queryByText('Waiting for the network')).not.toBeNull();
  act(() => world.app.send({ type: 'network.wentOnline' }));
  expect(screen.queryByText('Waiting for the network')).toBeNull();
});

test('PROFILE-10 MEDIA-01 saving waits for a picture that is uploaded, says so, and saves with it', async () => {
  const world = await shown();
  world.fetched(profile);
  type('About', 'new');
  const picture = await world.upload();
  click('Save');
  const isAsked = () => world.isAsked('user_infos');
  const waits = () => screen.queryByRole('button', { name: 'Waiting for the upload' });
  expect([waits()?.getAttribute('aria-busy'), isAsked()]).toEqual(['true', false]);
  click('Don’t wait');
  expect([waits(), isAsked()]).toEqual([null, false]);
  click('Save');
  const url = `https://files.example/${'ab'.repeat(32)}.png`;
  act(() => picture({ type: 'compose.attach', url, tag: ['imeta'], now: NOW }));
  expect(waits()).toBeNull();
  world.fetched(profile);
  const changes = within(screen.getByRole('alertdialog', { name: 'Save these changes?' }));
  expect(changes.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'About',
    'Banner',
  ]);
});

test('PROFILE-10 MEDIA-01 saving asks if the picture that it waits for fails', async () => {
  const world = await shown();
  world.fetched(profile);
  const picture = await world.upload();
  click('Save');
  act(() =>
    picture({ type: 'uploads.statusChanged', open: 0, failed: 1, dropped: false, now: NOW }),
  );
  expect(screen.getByRole('alertdialog', { name: 'One file was not uploaded' })).toBeTruthy();
});

test('PROFILE-10 before saving, a picture is shown as a picture with its host, not as an address', async () => {
  const world = await shown();
  world.fetched(profile);
  const address = `https://files.example/${'ab'.repeat(32)}.png`;
  type('Picture', address);
  click('Save');
  world.fetched(profile);
  const changes = within(screen.getByRole('alertdialog', { name: 'Save these changes?' }));
  expect(changes.getAllByRole('img', { name: 'Picture' })).toHaveLength(1);
  expect(changes.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'Before: nothing',
    'After: files.example',
  ]);
});

test("PROFILE-10 'Failed to update profile, please try again' is shown; a retry sends the same signature", async () => {
  const world = await shown();
  world.fetched(profile);
  type('About', 'new');
  click('Save');
  world.fetched(profile);
  answer('Save');
  world.fetched(profile);
  act(world.sign);
  act(() => world.relays(0));
  act(() => world.refuse('broadcast_events'));
  expect(screen.getByRole('alert').textContent).toContain(
    'Failed to update profile, please try again',
  );
  click('Try again');
  act(() => world.relays());
  expect(screen.getByText('Profile updated successfully')).toBeTruthy();
  expect(world.session.signer.prompts).toHaveLength(1);
});

test('INV-BASE a profile that cannot be loaded cannot be edited; the screen says so and offers a retry', async () => {
  const world = await shown();
  world.down();
  expect(screen.getByText('Your profile did not load')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  click('Try again');
  world.fetched(profile);
  expect(screen.getByRole('textbox', { name: 'About' })).toHaveProperty('value', 'old');
  type('About', 'new');
  click('Save');
  world.down();
  expect(screen.getByRole('alert').textContent).toContain('We could not load your current profile');
  expect(screen.getByRole('textbox', { name: 'About' })).toHaveProperty('value', 'new');
});

test('RELAY-08 if everything goes through the service, the screen says that no relay is asked', async () => {
  const world = await shown();
  act(() => world.features().network?.send({ type: 'network.proxy', on: true }));
  world.down();
  expect(screen.getByText('Your profile did not load')).toBeTruthy();
  expect(screen.getByText(/your relays are not asked/)).toBeTruthy();
  expect(screen.queryByText(/nor your relays answered/)).toBeNull();
});

test('PROFILE-10 errors are shown beside their field, which gets the focus, and prevent the confirmation', async () => {
  const world = await shown();
  world.fetched(profile);
  type('Username', 'two words');
  type('Lightning address', 'nowhere');
  click('Save');
  const field = screen.getByRole('textbox', { name: 'Username' });
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    'Spaces and special characters are not allowed in the username',
    'Use the form name@example.com',
  ]);
  expect([document.activeElement, world.isAsked('user_infos')]).toEqual([field, false]);
  type('Username', '___');
  click('Save');
  expect(screen.getAllByRole('alert')[0]?.textContent).toBe('Username is not valid');
  type('Username', 'ann');
  expect(document.activeElement).toBe(field);
});

test('PROFILE-14 display name and username are both marked required; only the username stops saving', async () => {
  const world = await shown();
  world.fetched(profile);
  const required = screen.getAllByRole('textbox').filter((field) => field.hasAttribute('required'));
  expect(required.map((field) => field.getAttribute('name'))).toEqual(['name', 'displayName']);
  type('Username', '');
  type('About', 'new');
  click('Save');
  expect(screen.getAllByRole('alert').map(({ id }) => id)).toHaveLength(1);
  expect(world.isAsked('user_infos')).toBe(false);
  type('Username', 'ann');
  expect(screen.getByRole('textbox', { name: 'Display name' })).toHaveProperty('value', '');
  click('Save');
  expect(world.isAsked('user_infos')).toBe(true);
});
