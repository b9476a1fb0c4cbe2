// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { secretOf } from '../../events/account/keys/secret.ts';
import { FileContext, FileLine, type WantedFile } from './MessageFile.tsx';

afterEach(cleanup);

const sealed = secretOf(
  JSON.stringify({ url: 'https://files.example/x', key: 'ab'.repeat(32), nonce: 'cd'.repeat(12) }),
);

function draw(
  over: Partial<WantedFile> = {},
  file: Partial<Parameters<typeof FileLine>[0]['file']> = {},
) {
  const open = vi.fn<(id: string) => void>();
  render(
    <FileContext value={{ id: undefined, url: undefined, isFailed: false, open, ...over }}>
      <FileLine id="one" file={{ type: 'image/png', size: 2_048, sealed, ...file }} />
    </FileContext>,
  );
  return open;
}

test('DM-09 E-21 an encrypted file is loaded on a press, after a notice of the host that learns of it', () => {
  const open = draw();
  expect(screen.getByText('files.example will learn that you open it')).toBeTruthy();
  expect(document.querySelector('img')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Open file' }));
  expect(open.mock.calls).toEqual([['one']]);
});

test('DM-09 an open picture shows its details, other types are saved, and other messages show none of it', () => {
  const url = 'blob:https://here.example/1';
  draw({ id: 'one', url });
  expect(screen.getByRole('img').getAttribute('src')).toBe(url);
  cleanup();
  draw({ id: 'one', url }, { type: 'text/html' });
  expect([
    screen.queryByRole('img'),
    screen.getByRole('link', { name: /^Save: A file, text\/html/ }).hasAttribute('download'),
  ]).toEqual([null, true]);
  cleanup();
  draw({ id: 'two', url });
  expect(screen.queryByRole('img')).toBeNull();
});

test('DM-09 a file that fails to open can be pressed again; one that cannot be opened has no button', () => {
  draw({ id: 'one', isFailed: true });
  expect([
    screen.getByText('This file could not be opened.'),
    screen.getByRole('button', { name: 'Open file' }),
  ]).toHaveLength(2);
  cleanup();
  draw({}, { sealed: undefined });
  expect([
    screen.queryByRole('button'),
    screen.getByText('It can’t be opened here.') !== null,
  ]).toEqual([null, true]);
});
