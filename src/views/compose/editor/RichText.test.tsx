// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { emptyRanges } from '../../../../tests/support/views/empty-ranges.ts';
import { fakeApp } from '../../../../tests/support/views/fake-app.ts';
import { openPage, settle } from '../../../../tests/support/views/rendered-app.tsx';
import { AppProvider } from '../../ui/hooks/app-context.ts';
import { ArticleText } from '../article/ArticleText.tsx';
import type { ArticleTextProps } from './RichText.tsx';

beforeAll(async () => {
  emptyRanges();
  await ArticleText.preload();
});
let close = () => {};
beforeEach(() => {
  close = openPage();
});
afterEach(() => {
  cleanup();
  close();
});

function drawn(markdown: string, props: Partial<ArticleTextProps> = {}) {
  const fake = fakeApp();
  fake.app.start();
  const onMarkdown = vi.fn<(text: string) => void>();
  let set: (text: string) => void = () => {};
  function Article() {
    const [text, setText] = useState(markdown);
    set = setText;
    const change = (next: string) => {
      onMarkdown(next);
      setText(next);
    };
    return <ArticleText markdown={text} onMarkdown={change} {...props} />;
  }
  render(
    <MemoryRouter>
      <AppProvider app={fake.app}>
        <Article />
      </AppProvider>
    </MemoryRouter>,
  );
  act(() => fake.socket.opened());
  const field = () => screen.getByRole('textbox', { name: 'Text of the article' });
  const paste = (text: string) =>
    fireEvent.paste(field(), {
      clipboardData: {
        getData: (type: string) => (type === 'text/plain' ? text : ''),
        types: ['text/plain'],
        files: [],
      },
    });
  const mode = (name: string) => fireEvent.click(screen.getByRole('radio', { name }));
  const tool = (name: string) => screen.getByRole('button', { name });
  return {
    fake,
    onMarkdown,
    field,
    paste,
    mode,
    tool,
    set: (text: string) => act(() => set(text)),
  };
}

test('COMPOSE-06 both modes edit one text, and undo works across them', () => {
  const { field, paste, mode, tool, onMarkdown } = drawn('# Head\n\n*  star');
  expect(field().querySelector('h3')?.textContent).toBe('Head');
  mode('Markdown');
  expect((field() as HTMLTextAreaElement).value).toBe('# Head\n\n*  star');
  mode('Rich text');
  expect(onMarkdown).not.toHaveBeenCalled();
  paste('New ');
  expect(onMarkdown).toHaveBeenLastCalledWith('# New Head\n\n*  star');
  mode('Markdown');
  fireEvent.change(field(), { target: { value: '# New Head\n\n*  star\n\n> more' } });
  expect(onMarkdown).toHaveBeenLastCalledWith('# New Head\n\n*  star\n\n> more');
  mode('Rich text');
  expect(field().querySelector('blockquote')?.textContent).toBe('more');
  fireEvent.click(tool('Undo'));
  expect(onMarkdown).toHaveBeenLastCalledWith('# New Head\n\n*  star');
  mode('Markdown');
  fireEvent.keyDown(field(), { key: 'z', ctrlKey: true });
  expect((field() as HTMLTextAreaElement).value).toBe('# Head\n\n*  star');
  fireEvent.keyDown(field(), { key: 'y', ctrlKey: true });
  expect((field() as HTMLTextAreaElement).value).toBe('# New Head\n\n*  star');
});

test('COMPOSE-06 undo in Markdown mode reverts typed groups', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { field, mode, onMarkdown } = drawn('a');
  mode('Markdown');
  for (const value of ['ab', 'abc']) fireEvent.change(field(), { target: { value } });
  vi.advanceTimersByTime(2_000);
  fireEvent.change(field(), { target: { value: 'abcd' } });
  const undo = () => fireEvent.keyDown(field(), { key: 'z', ctrlKey: true });
  undo();
  expect(onMarkdown).toHaveBeenLastCalledWith('abc');
  undo();
  expect(onMarkdown).toHaveBeenLastCalledWith('a');
  fireEvent.keyDown(field(), { key: 'z', ctrlKey: true, shiftKey: true });
  expect(onMarkdown).toHaveBeenLastCalledWith('abc');
});

test('COMPOSE-06 a text from elsewhere replaces the shown one in either mode; a late echo does not', () => {
  const { field, paste, mode, set, onMarkdown } = drawn('one');
  set('two');
  expect(field().textContent).toContain('two');
  expect(onMarkdown).not.toHaveBeenCalled();
  paste('X');
  expect(onMarkdown).toHaveBeenLastCalledWith('Xtwo');
  set('two');
  expect(field().textContent).toContain('two');
  mode('Markdown');
  set('three');
  expect((field() as HTMLTextAreaElement).value).toBe('three');
  mode('Rich text');
  expect(field().textContent).toContain('three');
});

test('COMPOSE-06 ACCESS-02 the tools are one tab stop with arrow keys, named, and announce their state', () => {
  const { tool, field } = drawn('words', { onUpload: () => new Promise(() => undefined) });
  const bar = screen.getByRole('toolbar', { name: 'Format' });
  const tools = within(bar)
    .getAllByRole('button')
    .filter((button) => button.dataset['tool'] !== undefined);
  expect(tools.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
  expect(tools.map(({ ariaLabel }) => ariaLabel)).toEqual([
    'Bold',
    'Italic',
    'Strikethrough',
    'Code',
    'Link',
    'Quote',
    'Bulleted list',
    'Numbered list',
    'Task list',
    'Code block',
    'Pictures',
    'Mention',
    'Table',
    'Footnote',
    'Divider',
    'Undo',
    'Redo',
  ]);
  // From the text and back, because Tab may belong to the text.
  fireEvent.keyDown(field(), { key: 'F10', altKey: true });
  expect(document.activeElement?.getAttribute('data-tool')).toBe('');
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
  expect(document.activeElement).toBe(field());
  tool('Bold').focus();
  fireEvent.keyDown(tool('Bold'), { key: 'ArrowRight' });
  expect(document.activeElement).toBe(tool('Italic'));
  fireEvent.keyDown(tool('Italic'), { key: 'End' });
  expect(document.activeElement).toBe(tool('Redo'));
  fireEvent.keyDown(tool('Redo'), { key: 'ArrowRight' });
  expect(document.activeElement).toBe(tool('Bold'));
  expect(tool('Bulleted list').getAttribute('aria-pressed')).toBe('false');
  fireEvent.click(tool('Bulleted list'));
  expect(tool('Bulleted list').getAttribute('aria-pressed')).toBe('true');
});

test('COMPOSE-06 a link is set by keyboard alone: wrong addresses are reported, Esc cancels', () => {
  const { field, tool, onMarkdown } = drawn('');
  fireEvent.click(tool('Link'));
  const address = screen.getByRole('textbox', { name: 'Link address' });
  expect(document.activeElement).toBe(address);
  fireEvent.change(address, { target: { value: 'javascript:alert(1)' } });
  fireEvent.submit(address);
  expect(screen.getByRole('alert').textContent).toBe('Use an address that starts with https://');
  fireEvent.change(address, { target: { value: 'example.com/a' } });
  fireEvent.submit(address);
  expect(onMarkdown).toHaveBeenLastCalledWith('<https://example.com/a>');
  expect(document.activeElement).toBe(field());
  fireEvent.click(tool('Link'));
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Link address' }), { key: 'Escape' });
  expect(screen.queryByRole('textbox', { name: 'Link address' })).toBeNull();
});

test('COMPOSE-06 BEYOND-15 a picture has a placeholder, asks for a description, and reports failed uploads', async () => {
  const ends: Array<{ there: (url: string) => void; failed: (why: unknown) => void }> = [];
  const onUpload = vi.fn(
    () => new Promise<string>((there, failed) => ends.push({ there, failed })),
  );
  const onFailed = vi.fn<(count: number) => void>();
  const { field, onMarkdown } = drawn('one\n\ntwo', { onUpload, onFailed });
  const file = new File(['x'], 'bird.png', { type: 'image/png' });
  fireEvent.paste(field(), {
    clipboardData: { getData: () => '', types: ['Files'], files: [file] },
  });
  expect(screen.getByRole('status').textContent).toBe('Uploading bird.png');
  expect(onMarkdown).not.toHaveBeenCalled();
  await settle(() => ends[0]?.failed(new Error('no')));
  expect(screen.getByRole('alert').textContent).toBe('Failed to upload file bird.png');
  expect(onFailed).toHaveBeenLastCalledWith(1);
  fireEvent.click(screen.getByRole('button', { name: 'Upload bird.png again' }));
  expect(onFailed).toHaveBeenLastCalledWith(0);
  await settle(() => ends[1]?.there('https://media.example/b.png'));
  expect(screen.queryByRole('status')).toBeNull();
  expect(onMarkdown).toHaveBeenLastCalledWith('![](https://media.example/b.png)one\n\ntwo');
  fireEvent.change(screen.getByRole('textbox', { name: 'Description of the picture' }), {
    target: { value: 'A bird [grey]' },
  });
  expect(onMarkdown).toHaveBeenLastCalledWith(
    '![A bird \\[grey\\]](https://media.example/b.png)one\n\ntwo',
  );
});

test('COMPOSE-06 Markdown that rich text cannot represent is shown as is, and opens the Markdown mode', () => {
  const { field } = drawn('a\n\n<details>more</details>');
  expect(screen.getByText('<details>more</details>')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Edit as Markdown' }));
  expect((field() as HTMLTextAreaElement).value).toBe('a\n\n<details>more</details>');
});
