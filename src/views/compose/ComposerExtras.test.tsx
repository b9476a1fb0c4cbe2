// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderedComposer } from '../../../tests/support/publish/rendered-composer.tsx';
import { writing } from '../../../tests/support/publish/compose-world.ts';
import { withTopLayer } from '../../../tests/support/views/top-layer.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { KIND } from '../../events/nostr/kinds.ts';
import { ME } from '../../../tests/support/publish/outbox-world.ts';
import { millis } from '../../events/core/time.ts';
import { pressed } from '../../events/nostr/ours.ts';
import { isLong } from '../../../tests/support/runs.ts';

withTopLayer();
const button = (name: string) => screen.getByRole('button', { name });
const draftIn = ({ tab }: ReturnType<typeof renderedComposer>) => {
  const { wish } = tab.records().at(-1) ?? {};
  return wish?.type === 'event' ? wish : undefined;
};

/**
 * Open the picker with all groups. Role queries are slow with two thousand buttons, so parts are
 * found by name.
 */
async function openPicker(): Promise<HTMLElement> {
  fireEvent.click(button('Add an emoji'));
  return waitFor(
    () => {
      const flags = document.querySelector<HTMLElement>(
        '[aria-label="Emojis"] [aria-label="Flags"]',
      );
      const picker = flags?.closest<HTMLElement>('[aria-label="Emojis"]');
      if (!picker) throw new Error('it is not there yet');
      return picker;
    },
    { timeout: 20_000 },
  );
}
const searchIn = (picker: HTMLElement) => {
  const field = picker.querySelector('input');
  if (!field) throw new Error('no field');
  return field;
};

test.runIf(isLong)(
  'COMPOSE-01 a finger picks several emojis, while a key or a mouse closes the picker',
  async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    const one = renderedComposer();
    one.type('ab');
    const picker = await openPicker();
    const cells = [...picker.querySelectorAll('[aria-label="Flags"] button')].slice(0, 2);
    const signs = cells.map((cell) => cell.textContent ?? '');
    for (const cell of cells) {
      fireEvent.click(cell, { detail: 1 });
      act(() => one.emojis.report({ type: 'emoji.history', history: signs }));
    }
    expect(one.field.value).toBe(`ab${signs.join('')}`);
    // it would move the emojis below the finger
    expect(picker.querySelector('[aria-label="Recently used"]')).toBeNull();
    expect([picker.isConnected, document.activeElement === one.field]).toEqual([true, false]);
    fireEvent.click(cells[0] ?? picker);
    expect([picker.isConnected, document.activeElement === one.field]).toEqual([false, true]);
    expect((await openPicker()).querySelector('[aria-label="Recently used"]')).not.toBeNull();
    vi.unstubAllGlobals();
  },
);

test.runIf(isLong)(
  'COMPOSE-01 emojis are recent, own or grouped; arrows move through them, a pick goes to the caret',
  async () => {
    const one = renderedComposer();
    one.type('ab');
    one.field.setSelectionRange(1, 1);
    act(() => one.emojis.report({ type: 'emoji.history', history: ['🔥'] }));
    const picker = await openPicker();
    const own = trusted({
      pubkey: ME,
      kind: KIND.EmojiList,
      tags: [['emoji', 'cat', 'https://media.example/cat.png']],
    });
    act(() =>
      one.compose.getSnapshot().children.emojiSets?.send({
        type: 'relay.events',
        url: pressed('wss://one.example'),
        events: [own],
      }),
    );
    expect(picker.querySelectorAll('[aria-label="Recently used"] button')).toHaveLength(1);
    fireEvent.keyDown(searchIn(picker), { key: 'ArrowDown' });
    expect(document.activeElement?.textContent).toBe('🔥');
    fireEvent.keyDown(document.activeElement ?? picker, { key: 'ArrowRight' });
    expect(document.activeElement?.getAttribute('aria-label')).toBe('cat');
    fireEvent.click(document.activeElement ?? picker);
    expect(one.field.value).toBe('a:cat:b');
    await waitFor(() => expect(document.activeElement).toBe(one.field));
    fireEvent.click(button('Publish'));
    expect(draftIn(one)?.draft.tags).toEqual([['emoji', 'cat', 'https://media.example/cat.png']]);
  },
);

test('COMPOSE-01 emojis are searched by name and by words; Enter picks the first, Esc only closes the box', async () => {
  const one = renderedComposer();
  one.type('hi ');
  const picker = await openPicker();
  const search = searchIn(picker);
  fireEvent.change(search, { target: { value: 'rolling on' } });
  expect(picker.querySelector(':scope section button')?.textContent).toBe('🤣');
  fireEvent.keyDown(search, { key: 'Enter' });
  expect(one.field.value).toBe('hi 🤣');
  fireEvent.keyDown(searchIn(await openPicker()), { key: 'Escape' });
  expect([document.querySelector('[aria-label="Emojis"]'), document.activeElement]).toEqual([
    null,
    one.field,
  ]);
  expect(one.compose.getSnapshot().hasTag('editable')).toBe(true);
});

test.runIf(isLong)(
  'COMPOSE-01 the close button of the emojis, and their own button, return the focus to the text',
  async () => {
    const one = renderedComposer();
    const picker = () => document.querySelector<HTMLElement>('[aria-label="Emojis"]');
    for (const close of [
      () => picker()?.querySelector<HTMLElement>('[aria-label="Close"]'),
      () => button('Add an emoji'),
    ]) {
      await openPicker();
      fireEvent.click(close() ?? document.body);
      expect([picker(), document.activeElement]).toEqual([null, one.field]);
    }
  },
);

test('NIP-36 NIP-88 a warning and a poll are written by keyboard, previewed and published', () => {
  const one = renderedComposer();
  one.type('Tea or coffee?');
  fireEvent.click(button('Content warning'));
  fireEvent.change(screen.getByRole('textbox', { name: 'Content warning' }), {
    target: { value: 'hot' },
  });
  fireEvent.click(button('Poll'));
  const answer = (nth: number) => screen.getByRole('textbox', { name: `Choice ${nth}` });
  fireEvent.change(answer(1), { target: { value: 'Tea' } });
  fireEvent.change(answer(2), { target: { value: 'Coffee' } });
  // The next key must not reach the previous answer.
  fireEvent.keyDown(answer(1), { key: 'Enter' });
  expect(document.activeElement).toBe(answer(2));
  fireEvent.keyDown(answer(2), { key: 'Enter' });
  expect(document.activeElement).toBe(answer(3));
  fireEvent.click(button('Preview'));
  expect(within(screen.getByRole('article', { name: 'Preview' })).getByText('Coffee')).toBeTruthy();
  fireEvent.click(button('Preview'));
  fireEvent.keyDown(one.field, { key: 'Enter', ctrlKey: true });
  const tags = draftIn(one)?.draft.tags.map(([name, ...rest]) => [name, rest[0]]);
  expect([draftIn(one)?.draft.kind, tags?.slice(0, 3)]).toEqual([
    1068,
    [
      ['content-warning', 'hot'],
      ['option', '0'],
      ['option', '1'],
    ],
  ]);
});

test('NIP-88 a refused poll has its error at the wrong choice, in sight, with the focus, at each press', async () => {
  const one = renderedComposer();
  one.type('Tea or coffee?');
  fireEvent.click(button('Poll'));
  const answer = (nth: number) => screen.getByRole('textbox', { name: `Choice ${nth}` });
  // the part that was added has the focus
  expect(document.activeElement).toBe(answer(1));
  const refused = async (nth: number, why: string) => {
    const shown = vi.fn();
    Element.prototype.scrollIntoView = shown;
    one.field.focus();
    fireEvent.keyDown(one.field, { key: 'Enter', ctrlKey: true });
    await waitFor(() => expect(document.activeElement).toBe(answer(nth)));
    expect(shown.mock.contexts).toEqual([answer(nth)]);
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([why]);
    expect(answer(nth).getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id);
  };
  await refused(1, 'A poll needs at least two choices');
  fireEvent.change(answer(1), { target: { value: 'Tea' } });
  await refused(2, 'A poll needs at least two choices');
  fireEvent.change(answer(2), { target: { value: 'Tea' } });
  await refused(2, 'Two choices of your poll are the same');
  // also from the preview, which hides the poll
  fireEvent.click(button('Preview'));
  await refused(2, 'Two choices of your poll are the same');
  fireEvent.change(answer(2), { target: { value: 'Coffee' } });
  expect(screen.queryByRole('alert')).toBeNull();
  const end = screen.getByLabelText('Ends');
  fireEvent.change(end, { target: { value: '2001-05-04T08:30' } });
  fireEvent.click(button('Publish'));
  await waitFor(() => expect(document.activeElement).toBe(end));
});

test('a stored time leaves the focus in the text; a new time, warning or work gets it', () => {
  const one = renderedComposer();
  one.type('good morning');
  fireEvent.click(button('Set a time'));
  expect(document.activeElement).toBe(screen.getByLabelText('Publish at'));
  fireEvent.click(button('Content warning'));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Content warning' }));
  one.field.focus();
  // the parts come back without having been added
  fireEvent.click(button('Preview'));
  fireEvent.click(button('Preview'));
  expect(document.activeElement).not.toBe(screen.getByLabelText('Publish at'));
});

test('a note is scheduled: the button says so, and the log has it with its time', () => {
  const one = renderedComposer();
  one.type('good morning');
  const shown = vi.fn();
  Element.prototype.scrollIntoView = shown;
  fireEvent.click(button('Set a time'));
  // its field may be below the edge of the window
  expect(shown.mock.contexts[0]).toHaveProperty(
    'textContent',
    expect.stringContaining('Publish at'),
  );
  const field = screen.getByLabelText('Publish at');
  fireEvent.change(field, { target: { value: '2091-05-04T08:30' } });
  // The submit button has a name of its own.
  fireEvent.click(button('Schedule'));
  expect(draftIn(one)?.due).toBe(Math.floor(new Date('2091-05-04T08:30').getTime() / 1_000));
});

test('the publishing account is named beside the text', () => {
  renderedComposer({
    facts: [trusted({ pubkey: ME, kind: KIND.Metadata, content: '{"name":"Ada"}' })],
  });
  expect(screen.getByText('You post as').parentElement?.textContent).toContain('Ada');
});

test('INV-PROGRESS unreadable drafts are read again when their list reopens, and not called missing', async () => {
  const one = renderedComposer();
  const open = async () => {
    fireEvent.click(button('Drafts'));
    return screen.findByRole('dialog', { name: 'Drafts' });
  };
  await open();
  one.wait(5_100);
  expect(screen.getByText(/^Your drafts could not be read/)).toBeTruthy();
  fireEvent.click(
    within(await screen.findByRole('dialog', { name: 'Drafts' })).getByRole('button', {
      name: 'Close',
    }),
  );
  const drafts = await open();
  expect([one.shelf.told(), screen.queryByText(/^Your drafts could not be read/)]).toEqual([
    [{ type: 'draftListStore.load' }, { type: 'draftListStore.load' }],
    null,
  ]);
  act(() => one.shelf.report({ type: 'draftListStore.found', open: [], drafts: [] }));
  expect(within(drafts).getByText('No drafts')).toBeTruthy();
  act(() =>
    one.shelf.report({
      type: 'draftListStore.found',
      open: [],
      drafts: [{ target: 'root 1', writing: writing('half a thought'), at: millis(9) }],
    }),
  );
  expect([
    within(drafts).queryByText('No drafts'),
    within(drafts).getByText('half a thought'),
  ]).toEqual([null, expect.anything()]);
});

test('COMPOSE-12 the number of drafts is that of their list, without the note being written', async () => {
  const one = renderedComposer();
  act(() => one.drafts.report({ type: 'draft.found', writing: undefined, place: 'me', others: 2 }));
  const drafts = ['root 1', 'root 2', `reply:${'a'.repeat(64)} 3`, 'root me'].map((target) => ({
    target,
    writing: writing(target),
    at: millis(9),
  }));
  act(() => one.shelf.report({ type: 'draftListStore.found', open: ['root me'], drafts }));
  one.type('a few words');
  one.wait(300);
  expect(screen.getByText('3 other drafts')).toBeTruthy();
  fireEvent.click(button('Show drafts'));
  const list = await screen.findByRole('dialog', { name: 'Drafts' });
  act(() => one.shelf.report({ type: 'draftListStore.found', open: ['root me'], drafts }));
  expect(within(list).getAllByRole('button', { name: 'Open' })).toHaveLength(3);
});
