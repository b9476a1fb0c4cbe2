// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { accountApp } from '../../../../tests/support/account/account-app.ts';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { withTopLayer } from '../../../../tests/support/views/top-layer.ts';
import { secretOf } from '../../../events/account/keys/secret.ts';
import type { Account } from '../../../events/account/account.ts';
import { NO_FIELDS } from '../../../events/account/profile/profile-fields.ts';
import { RESULT } from '../../../events/nostr/kinds.ts';
import { AppProvider } from '../../ui/hooks/app-context.ts';
import { QuestionDialog } from '../../app/QuestionDialog.tsx';
import { layersIn } from '../../ui/navigation/history.ts';
import { CreateScreen } from './CreateScreen.tsx';

const NEW = 'c'.repeat(64);
const [ANN, BEN] = ['a'.repeat(64), 'b'.repeat(64)];
const NAMES: Readonly<Record<string, number>> = {
  'Your relays': 10_002,
  'Your relays for private messages': 10_050,
  'Your profile': 0,
  'Your follows': 3,
};

withTopLayer();
// new browsers return a promise, which is no clean-up of an effect
const scrollTo = vi.fn(() => Promise.resolve());
beforeEach(() => {
  scrollTo.mockClear();
  vi.stubGlobal('scrollTo', scrollTo);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});

/** Render the screen in the assembled app. */
async function shown(account?: Account) {
  const fake = accountApp(account);
  fake.app.start();
  act(() => fake.socket.connect());
  render(
    <AppProvider app={fake.app}>
      <MemoryRouter initialEntries={['/new']}>
        <Routes>
          <Route path="/new" Component={CreateScreen} />
          <Route path="/home" element={<main>home</main>} />
        </Routes>
        <QuestionDialog />
      </MemoryRouter>
    </AppProvider>,
  );
  await screen.findByLabelText('Username');
  const answer = (verb: string, answers: Parameters<typeof fake.answer>[1]) =>
    act(() => fake.answer(verb, answers));
  return {
    ...fake,
    answer,
    suggest: () => {
      answer('follow_lists', {});
      answer('get_suggested_users', {
        claims: [
          {
            claim: 'other',
            kind: RESULT.SuggestedUsersByCategory,
            content: [{ group: 'Birds', members: [{ pubkey: ANN }, { pubkey: BEN }] }],
          },
        ],
      });
    },
    /** Report that the key is created and stored, and that the account's relays are known. */
    make: () => {
      act(() => fake.session.key.report({ type: 'key.opened', pubkey: NEW }));
      click('Continue without a PIN');
      click('Skip PIN');
      act(() => fake.session.key.report({ type: 'key.kept', lock: 'device' }));
      answer('replaceable_event', {});
    },
    sign: () => act(fake.sign),
    relays: (...refused: readonly number[]) => act(() => fake.relays(...refused)),
    wait: (ms: number) => act(() => elapse(fake.clock, ms, 250)),
  };
}

type World = Awaited<ReturnType<typeof shown>>;

const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const rows = () =>
  within(screen.getByRole('region', { name: 'Publishing your account' }))
    .getAllByRole('listitem')
    .map((row) => [...row.querySelectorAll('p')].map(({ textContent }) => textContent));

/** Go through all steps to the account. */
function finish(world: World, displayName?: string) {
  world.suggest();
  type('Username', 'wren');
  click('Next');
  if (displayName !== undefined) type('Display name', displayName);
  click('Next');
  fireEvent.click(screen.getAllByRole('checkbox')[0] ?? document.body);
  click('Create account');
  world.make();
}

test('ACCOUNT-07 errors focus their field, and input of the three steps survives Previous and Next', async () => {
  const world = await shown();
  expect(screen.getByText('Step 1 of 4')).toBeTruthy();
  click('Next');
  const field = screen.getByLabelText('Username');
  expect([field.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', field]);
  expect(screen.getByRole('alert').textContent).toBe('Choose a username');
  type('Username', 'wren');
  expect(screen.queryByRole('alert')).toBeNull();
  click('Next');
  click('Add a website or other addresses');
  type('Website', 'javascript:x');
  type('Display name', 'Wren');
  click('Next');
  expect(screen.getByRole('alert').textContent).toBe('Use a web address that starts with https://');
  type('Website', '');
  click('Next');
  expect(screen.getByText('Step 3 of 4')).toBeTruthy();
  world.suggest();
  click('Follow all: Birds');
  expect(screen.getByText('You follow 2 people')).toBeTruthy();
  click('Previous');
  expect(screen.getByLabelText('Display name')).toHaveProperty('value', 'Wren');
  click('Previous');
  expect(screen.getByLabelText('Username')).toHaveProperty('value', 'wren');
  click('Next');
  click('Next');
  expect(
    screen.getAllByRole('checkbox').map((box) => box instanceof HTMLInputElement && box.checked),
  ).toEqual([true, true]);
  click('Follow none: Birds');
  expect(screen.getByText('You follow nobody yet')).toBeTruthy();
});

test('ACCOUNT-07 ROUTE-23 going back means the step before, and each step starts at its top', async () => {
  const { suggest } = await shown();
  suggest();
  type('Username', 'wren');
  click('Next');
  click('Next');
  expect(scrollTo.mock.calls).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
  ]);
  const back = async () => {
    await waitFor(() => expect(layersIn(window.history.state)).toBe(1));
    act(() => window.history.back());
  };
  expect(screen.getByText('Step 3 of 4')).toBeDefined();
  await back();
  expect(await screen.findByText('Step 2 of 4')).toBeDefined();
  await back();
  expect(await screen.findByText('Step 1 of 4')).toBeDefined();
  expect(document.documentElement.hasAttribute('data-layered')).toBe(false);
  await waitFor(() => expect(layersIn(window.history.state)).toBe(0));
});

test('ACCOUNT-07 E-32 leaving before the key was saved asks first, by a link and by going back', async () => {
  const world = await shown();
  finish(world);
  const asked = () =>
    screen.queryByRole('alertdialog', { name: 'Leave without a copy of your key?' });
  fireEvent.click(screen.getByRole('link', { name: 'Search' }));
  expect(asked()).not.toBeNull();
  click('Stay');
  expect(asked()).toBeNull();
  await waitFor(() => expect(layersIn(window.history.state)).toBe(1));
  act(() => window.history.back());
  await waitFor(() => expect(asked()).not.toBeNull());
  click('Stay');
  click('Continue without a copy');
  expect([asked(), screen.queryByText('home')]).toEqual([expect.anything(), null]);
  click('Leave');
  expect(screen.getByText('home')).toBeDefined();
});

/** True if the page asks before it is closed or loaded again. */
const isHeld = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('ACCOUNT-07 INV-NO-LOSS the page asks before it is closed while the key is not saved', async () => {
  const world = await shown();
  expect(isHeld()).toBe(false);
  finish(world);
  expect(isHeld()).toBe(true);
  click('Continue without a copy');
  click('Leave');
  expect(isHeld()).toBe(false);
});

test('ACCOUNT-07 INV-NO-LOSS after a reload the last step offers the key and says the words are gone', async () => {
  const world = await shown({ pubkey: NEW, method: 'key', lock: 'device', unsaved: true });
  const draft = { step: 'save', fields: NO_FIELDS, follows: [], hadPictures: false } as const;
  act(() => world.session.memory.report({ type: 'createMemory.found', draft }));
  expect(screen.getByText('Step 4 of 4')).toBeTruthy();
  expect(screen.getByText(/^This page was loaded again. Your account exists/)).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Publishing your account' })).toBeNull();
  expect(isHeld()).toBe(true);
  click('Show the private key');
  const nsec = secretOf('nsec1qqqqwxyz');
  act(() => world.session.vault.report({ type: 'vault.opened', nsec, words: undefined }));
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Private key',
    'With a password',
  ]);
  click('I have saved it');
  fireEvent.change(screen.getByLabelText(/^The 4 characters after/), { target: { value: 'qqqq' } });
  fireEvent.change(screen.getByLabelText('The last 4 characters'), { target: { value: 'wxyz' } });
  click('Check');
  expect(screen.getByText('You have a copy of your key.')).toBeTruthy();
  expect(screen.queryByText(/One step is left/)).toBeNull();
  expect(screen.getByText('Your account is ready, and you have a copy of your key.')).toBeTruthy();
  expect(screen.queryByText(/^This page was loaded again/)).toBeNull();
  expect(isHeld()).toBe(false);
});

test('ACCOUNT-07 a picture that fails to upload is reported, kept, retried and removed; the form stays', async () => {
  URL.createObjectURL = () => 'blob:boat';
  URL.revokeObjectURL = () => undefined;
  const world = await shown();
  type('Username', 'wren');
  click('Next');
  const file = new File(['pixels'], 'boat.gif', { type: 'image/gif' });
  fireEvent.change(screen.getByLabelText('Picture'), { target: { files: [file] } });
  expect(screen.getByText('Uploading picture')).toBeTruthy();
  const preview = screen.getByRole('region', { name: 'Preview of your profile' });
  expect(preview.querySelector('img')?.getAttribute('src')).toBe('blob:boat');
  act(() => world.session.key.report({ type: 'key.opened', pubkey: NEW }));
  const answer = (value: unknown) => act(async () => world.session.promises.answer(value));
  await answer({ failure: { fault: 'unreachable' } });
  expect(screen.getByRole('alert').textContent).toContain('Your picture was not uploaded.');
  type('Display name', 'Wren Tidewater');
  expect(within(preview).getByText('Wren Tidewater')).toBeTruthy();
  click('Next');
  // the failure is in sight on the last step, too, which asks before the profile goes out
  click('Create account');
  const asked = () => screen.queryByRole('alertdialog', { name: 'One file was not uploaded' });
  fireEvent.click(
    within(asked() ?? expect.fail()).getByRole('button', { name: 'Continue editing' }),
  );
  const finishing = () => screen.getByRole('button', { name: 'Create account' }).ariaBusy;
  expect([asked(), finishing()]).toEqual([null, null]);
  click('Try again');
  expect(screen.getByRole('button', { name: 'Create account' }).getAttribute('aria-busy')).toBe(
    'true',
  );
  await answer({ url: `https://here.example/${'d'.repeat(64)}.gif` });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(
    screen.getByRole('button', { name: 'Create account' }).getAttribute('aria-busy'),
  ).toBeNull();
  click('Previous');
  expect(screen.getByLabelText('Display name')).toHaveProperty('value', 'Wren Tidewater');
  click('Remove picture');
  expect(screen.getByRole('button', { name: 'Add a picture' })).toBeTruthy();
});

test('ACCOUNT-07 MEDIA-01 a profile goes out without a failed picture only after a yes', async () => {
  URL.createObjectURL = () => 'blob:boat';
  URL.revokeObjectURL = () => undefined;
  const world = await shown();
  type('Username', 'wren');
  click('Next');
  const file = new File(['pixels'], 'boat.gif', { type: 'image/gif' });
  fireEvent.change(screen.getByLabelText('Picture'), { target: { files: [file] } });
  act(() => world.session.key.report({ type: 'key.opened', pubkey: NEW }));
  await act(async () => world.session.promises.answer({ failure: { fault: 'unreachable' } }));
  click('Next');
  click('Create account');
  expect(screen.queryByRole('button', { name: 'Continue without a PIN' })).toBeNull();
  click('Publish without it');
  expect(screen.getByRole('button', { name: 'Continue without a PIN' })).toBeTruthy();
});

test('ACCOUNT-07 without suggestions the step says so and can be skipped; they can be requested again', async () => {
  const world = await shown();
  type('Username', 'wren');
  click('Next');
  click('Next');
  act(() => world.refuse('follow_lists'));
  act(() => world.refuse('get_suggested_users'));
  expect(screen.getByText(/Suggestions didn’t load/)).toBeTruthy();
  click('Ask again');
  world.answer('follow_lists', {});
  world.answer('get_suggested_users', {});
  expect(screen.getByText('No suggestions here yet')).toBeTruthy();
  click('Create account');
  expect(screen.getByText('Making your key')).toBeTruthy();
});

test('ACCOUNT-07 the new account is welcomed by its display name, if it has one', async () => {
  const world = await shown();
  finish(world, 'Wren Tidewater');
  expect(screen.getByText('Welcome, Wren Tidewater')).toBeTruthy();
});

test('ACCOUNT-07 INV-OUTCOME each first event is reported as done only after a relay has accepted it', async () => {
  const world = await shown();
  finish(world);
  expect(screen.getByText('Welcome, wren')).toBeTruthy();
  expect(new Set(rows().map(([, said]) => said))).toEqual(new Set(['Waiting for your signature']));
  world.sign();
  expect(rows().every(([, said]) => said?.startsWith('Sending to'))).toBe(true);
  world.relays();
  expect(
    rows().map(([word, said]) => [
      word,
      said?.startsWith('Accepted by') || said?.includes('accepted'),
    ]),
  ).toEqual(Object.keys(NAMES).map((word) => [word, true]));
  const [first] = world.session.signer.prompts;
  expect(world.session.signer.prompts.map(({ act: { do: deed } }) => deed)).toEqual([
    'sign',
    'sign',
    'sign',
    'sign',
  ]);
  expect(first?.pubkey).toBe(NEW);
});

test.each(Object.entries(NAMES))(
  'ACCOUNT-07 %s can fail by itself: it is said, kept, and sent again on demand',
  async (name, kind) => {
    const world = await shown();
    finish(world);
    world.sign();
    world.relays(kind);
    // If every relay refuses, the caching service tries, which fails here, too.
    act(() => world.refuse('broadcast_events'));
    const row = () => rows().find(([word]) => word === name)?.[1];
    expect(row()).toBe('Failed to publish note');
    expect(
      rows().filter(([word, said]) => word !== name && said?.includes('ccepted')),
    ).toHaveLength(3);
    click('Try again');
    expect(row()).toMatch(/^Sending to/);
    world.relays();
    expect(row()).toMatch(/ccepted/);
    expect(world.session.signer.prompts).toHaveLength(4);
  },
);

test('ACCOUNT-07 a refused signature is reported, and requested again on a press', async () => {
  const world = await shown();
  finish(world);
  act(world.refuseToSign);
  expect(new Set(rows().map(([, said]) => said))).toEqual(new Set(['Note not signed']));
  fireEvent.click(screen.getAllByRole('button', { name: 'Try again' })[0] ?? document.body);
  world.sign();
  world.relays();
  expect(rows()[0]?.[1]).toMatch(/ccepted/);
});

test('E-32 the key is in the page only after a request, and not once it was hidden, left alone, or left', async () => {
  const world = await shown();
  finish(world);
  const isHere = () => document.body.textContent?.includes('nsec1wren') ?? false;
  const show = () => {
    click('Show the private key');
    const secret = secretOf('nsec1wren');
    act(() =>
      world.session.vault.report({
        type: 'vault.opened',
        nsec: secret,
        words: secretOf('one two'),
      }),
    );
  };
  expect(isHere()).toBe(false);
  show();
  const items = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect([isHere(), items().slice(0, 2)]).toEqual([false, ['one', 'two']]);
  const [word] = screen.getAllByRole('listitem');
  fireEvent.click(screen.getByRole('tab', { name: 'Private key' }));
  expect([isHere(), word?.textContent]).toEqual([true, '']);
  click('Hide it');
  expect(isHere()).toBe(false);
  show();
  world.wait(120_000);
  expect(isHere()).toBe(false);
  show();
  fireEvent.click(screen.getByRole('tab', { name: 'Private key' }));
  const place = screen.getByText('nsec1wren');
  click('Continue without a copy');
  click('Leave');
  expect([screen.getByText('home').textContent, isHere(), place.textContent]).toEqual([
    'home',
    false,
    '',
  ]);
});

test("BEYOND-12 'I have saved it' needs two words typed from the copy, and is saved with the account", async () => {
  const world = await shown();
  finish(world);
  click('Show the private key');
  const list = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
  act(() =>
    world.session.vault.report({
      type: 'vault.opened',
      nsec: secretOf('nsec1wren'),
      words: secretOf(list.join(' ')),
    }),
  );
  click('I have saved it');
  const fields = screen.getAllByLabelText<HTMLInputElement>(/^Word \d+$/);
  expect(fields).toHaveLength(2);
  for (const field of fields) {
    fireEvent.change(field, {
      target: { value: list[Number(/\d+/.exec(field.labels?.[0]?.textContent ?? '')?.[0]) - 1] },
    });
  }
  click('Check');
  expect(screen.getByText('You have a copy of your key.')).toBeTruthy();
  expect(world.session.store.told().at(-1)).toMatchObject({
    type: 'accounts.keep',
    accounts: [{ pubkey: NEW, lock: 'device' }],
  });
  expect(world.session.store.told().at(-1)).not.toMatchObject({ accounts: [{ unsaved: true }] });
  // the public key is no copy, so it is not offered here
  expect(document.body.textContent).not.toContain('npub1');
  click('Go to home');
  expect(screen.getByText('home')).toBeTruthy();
});

test('ACCOUNT-07 BEYOND-12 of two words the right one stays, and only the wrong one is marked', async () => {
  const world = await shown();
  finish(world);
  click('Show the private key');
  const list = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
  act(() =>
    world.session.vault.report({
      type: 'vault.opened',
      nsec: secretOf('nsec1wren'),
      words: secretOf(list.join(' ')),
    }),
  );
  click('I have saved it');
  const [first, second] = screen.getAllByLabelText<HTMLInputElement>(/^Word \d+$/);
  if (!first || !second) throw new Error('two words are asked for');
  const place = ({ labels }: HTMLInputElement) =>
    Number(/\d+/.exec(labels?.[0]?.textContent ?? ''));
  const right = `${place(first)}. ${list[place(first) - 1]}`;
  fireEvent.change(first, { target: { value: right } });
  fireEvent.change(second, { target: { value: 'thirteen' } });
  click('Check');
  expect([first.value, first.getAttribute('aria-invalid')]).toEqual([right, null]);
  expect([second.value, second.getAttribute('aria-invalid')]).toEqual(['thirteen', 'true']);
  expect(document.activeElement).toBe(second);
  fireEvent.change(second, { target: { value: list[place(second) - 1] } });
  click('Check');
  expect(screen.getByText('You have a copy of your key.')).toBeTruthy();
  expect([first.value, second.value]).toEqual(['', '']);
});
