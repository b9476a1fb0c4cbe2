// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { accountApp } from '../../../../tests/support/account/account-app.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { withTopLayer } from '../../../../tests/support/views/top-layer.ts';
import type { Tag, VerifiedEvent } from '../../../events/nostr/event.ts';
import { seconds } from '../../../events/core/time.ts';
import { AppProvider } from '../../ui/hooks/app-context.ts';
import { DeviceDialog } from './DeviceDialog.tsx';
import type { DeviceQuestion } from '../../../machines/core/dialogs.machine.ts';

withTopLayer();

const QUESTION: DeviceQuestion = {
  code: 'deviceDeed',
  ref: 'r',
  name: 'Other app',
  at: seconds(9),
  locked: false,
  canAlways: true,
  deed: { template: { kind: 1, content: 'Hello there', tags: [], created_at: seconds(9) } },
};

const ME = 'a'.repeat(64);

function asked(question: Partial<DeviceQuestion> = {}, events: readonly VerifiedEvent[] = []) {
  const fake = accountApp({ pubkey: ME, method: 'key', lock: 'device' });
  fake.app.start();
  fake.app.send({ type: 'facts.received', events, claims: [], now: seconds(2_000_000_000) });
  const account = fake.app.getSnapshot().children.account;
  if (!account) throw new Error('there is no account');
  const sent = vi.spyOn(account, 'send');
  const close = vi.fn();
  render(
    <AppProvider app={fake.app}>
      <DeviceDialog question={{ ...QUESTION, ...question }} onClose={close} />
    </AppProvider>,
  );
  const decided = () =>
    sent.mock.calls.flatMap(([event]) =>
      event.type === 'account.intent' && event.intent.type === 'devices.decide'
        ? [event.intent]
        : [],
    );
  return { decided, close };
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test.each([
  ['Refuse', 'refuse'],
  ['Allow once', 'once'],
  ['Always allow', 'always'],
] as const)(
  'BEYOND-12 the request of a device is shown, and %s reports the answer once',
  (name, how) => {
    const { decided, close } = asked();
    const dialog = screen.getByRole('alertdialog', { name: 'Other app asks' });
    expect([
      dialog.textContent?.includes('Post a note'),
      dialog.textContent?.includes('Hello there'),
    ]).toEqual([true, true]);
    press(name);
    expect([decided().map((one) => [one.ref, one.how]), close.mock.calls.length]).toEqual([
      [['r', how]],
      1,
    ]);
  },
);

test('a request about a text shows with whom it is shared, never its content; closing refuses it', () => {
  const { decided } = asked({ name: '', deed: { cipher: 'nip44_decrypt', peer: 'b'.repeat(64) } });
  const dialog = screen.getByRole('alertdialog', { name: 'Another device asks' });
  expect(dialog.textContent).toContain('Read encrypted private text');
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
  expect(decided().map(({ how }) => how)).toEqual(['refuse']);
});

test('with a locked key the dialog announces the PIN, and offers no permanent permit', () => {
  const { decided } = asked({ locked: true, canAlways: false });
  expect(screen.queryByRole('button', { name: 'Always allow' })).toBeNull();
  press('Unlock and allow');
  expect(decided().map(({ how }) => how)).toEqual(['once']);
});

const templateOf = (kind: number, tags: readonly Tag[], content = ''): Partial<DeviceQuestion> => ({
  deed: { template: { kind, tags, content, created_at: seconds(9) } },
});
const shown = () => screen.getByRole('alertdialog').textContent ?? '';

test('ACCOUNT-23 a long note says how much of it is shown, and can be shown in full', () => {
  asked(templateOf(1, [], `${'x'.repeat(20_000)}and the end`));
  expect([
    shown().includes('20,000 of 20,011 characters shown.'),
    shown().includes('and the end'),
  ]).toEqual([true, false]);
  press('Show all');
  expect([shown().includes('characters shown'), shown().includes('and the end')]).toEqual([
    false,
    true,
  ]);
});

test('ACCOUNT-23 a follow list shows the people that it removes from the newest known version', () => {
  const [one, two] = ['b'.repeat(64), 'c'.repeat(64)];
  const names = [one, two].map((pubkey) =>
    trusted({
      kind: 0,
      pubkey,
      content: JSON.stringify({ name: pubkey === one ? 'Jun' : 'Iris' }),
    }),
  );
  const before = trusted({
    kind: 3,
    pubkey: ME,
    tags: [
      ['p', one],
      ['p', two],
    ],
  });
  asked(templateOf(3, [['p', two]]), [...names, before]);
  expect(shown()).toMatch(/Removed\s*Jun/);
  expect([shown().includes('Added'), shown().includes('1 other entry stays as it is.')]).toEqual([
    false,
    true,
  ]);
});

test('ACCOUNT-23 a profile names changed fields as the profile editor does, and other fields as written', () => {
  const before = trusted({
    kind: 0,
    pubkey: ME,
    content: JSON.stringify({ display_name: 'Jun', lud16: 'jun@pay.example' }),
  });
  asked(
    templateOf(
      0,
      [],
      JSON.stringify({ display_name: 'Jun', lud16: 'evil@pay.example', lud06: 'lnurl1x' }),
    ),
    [before],
  );
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Lightning address',
    'lud06',
  ]);
});

test('ACCOUNT-23 many new entries of a list hide no removed entry: removals lead, each sort is counted', () => {
  const [lost, ...more] = Array.from({ length: 41 }, (_, nth) =>
    (nth + 16).toString(16).padStart(64, '0'),
  );
  const before = trusted({ kind: 3, pubkey: ME, tags: [['p', lost ?? '']] });
  asked(
    templateOf(
      3,
      more.map((pubkey) => ['p', pubkey]),
    ),
    [before],
  );
  expect(shown()).toContain('Removed: 1 · Added: 40');
  expect(screen.getAllByRole('listitem')[0]?.textContent).toMatch(/^−Removed/);
  cleanup();
  const tags = (names: readonly string[]) => [['d', 'x'], ...names.map((name) => ['x', name])];
  const other = trusted({ kind: 30_200, pubkey: ME, tags: tags(['lost']) });
  asked(templateOf(30_200, tags(more)), [other]);
  expect(shown()).toContain('Removed: 1 · Added: 40');
  expect(screen.getAllByRole('listitem')[0]?.textContent).toContain('lost');
});

test('ACCOUNT-23 a list without a known version says that it may replace one', () => {
  asked(templateOf(10_000, [['word', 'spam']], 'sealed'));
  expect(shown()).toContain('We know no earlier version. If there is one, this replaces it.');
  expect(shown()).toContain('It gets a private part that can’t be shown here.');
});

test('ACCOUNT-23 a deletion shows the notes that it removes, and unknown ids', () => {
  const note = trusted({ pubkey: ME, content: 'The tide is out' });
  asked(
    templateOf(5, [
      ['e', note.id],
      ['e', 'd'.repeat(64)],
      ['a', `30023:${ME}:tides`],
    ]),
    [note],
  );
  expect(shown()).toContain('This will be deleted');
  expect(shown()).toContain('Note The tide is out');
  expect(shown()).toContain(`Not loaded here: ${'d'.repeat(64)}`);
  expect(shown()).toContain('Article tides (all versions so far)');
});

test('ACCOUNT-23 a sign-in shows server, address and method, with direction marks made visible', () => {
  asked({
    ...templateOf(27_235, [
      ['u', 'https://evil.example/\u202eknab'],
      ['method', 'POST'],
    ]),
    canAlways: false,
  });
  expect(shown()).toContain('Serverevil.exampleAddresshttps://evil.example/[U+202E]knabMethodPOST');
  expect(screen.queryByRole('button', { name: 'Always allow' })).toBeNull();
});

test('ACCOUNT-23 an event of another kind shows content and tags', () => {
  asked(templateOf(9999, [['x', 'y\u2067', 'z']], 'some\u202e text'));
  expect(shown()).toContain('Sign events of kind 9999');
  expect(shown()).toContain('some[U+202E] text');
  expect(screen.getByText('x · y[U+2067] · z').closest('details')?.open).toBe(true);
});

test('ACCOUNT-23 a date that is not now is shown before anything else, except for a sealed message', () => {
  const dated = (kind: number, created_at: number) => {
    asked({
      deed: { template: { kind, content: 'x', tags: [], created_at: seconds(created_at) } },
    });
    const said = [
      screen.queryByText(/That is in the future/) !== null,
      screen.queryByText(/That is in the past/) !== null,
    ];
    cleanup();
    return said;
  };
  const YEAR = 31_536_000;
  expect([dated(3, 9 + YEAR), dated(1, 0), dated(1, 9)]).toEqual([
    [true, false],
    [false, false],
    [false, false],
  ]);
});

test('ACCOUNT-23 a date beyond all calendars is shown as its number', () => {
  asked({
    deed: {
      template: { kind: 3, content: '', tags: [], created_at: seconds(9_000_000_000_000_000) },
    },
  });
  expect(screen.getAllByText(/Dated 9000000000000000/).length).toBeGreaterThan(0);
});

test('ACCOUNT-23 the accounts that receive the zaps of a note are shown by name', () => {
  asked({
    deed: {
      template: {
        kind: 1,
        content: 'x',
        tags: [['zap', 'c'.repeat(64), '', '1']],
        created_at: seconds(9),
      },
    },
  });
  expect(screen.getByText('Its zaps go to')).toBeTruthy();
});

test('ACCOUNT-23 the invisible characters of a name that is added to a list are shown', () => {
  const other = 'c'.repeat(64);
  const named = trusted({
    kind: 0,
    pubkey: other,
    content: JSON.stringify({ name: 'Ju\u200bn' }),
    created_at: 5,
  });
  asked(
    { deed: { template: { kind: 3, content: '', tags: [['p', other]], created_at: seconds(9) } } },
    [named],
  );
  expect(screen.getByText('Ju[U+200B]n')).toBeTruthy();
});
