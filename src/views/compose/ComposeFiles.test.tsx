// @vitest-environment jsdom
import { act, cleanup, createEvent, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { renderedComposer } from '../../../tests/support/publish/rendered-composer.tsx';
import { ME } from '../../../tests/support/publish/outbox-world.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { installTopLayer } from '../../../tests/support/views/top-layer.ts';
import { picture } from '../../../tests/support/publish/upload-world.ts';
import { millis } from '../../events/core/time.ts';

const undo: Array<() => void> = [];
beforeEach(() => {
  undo.push(installTopLayer());
  // jsdom has no object URLs.
  const { createObjectURL, revokeObjectURL } = URL;
  Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => undefined });
  undo.push(() => Object.assign(URL, { createObjectURL, revokeObjectURL }));
});
afterEach(() => {
  cleanup();
  for (const one of undo.splice(0)) one();
});

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const row = () =>
  within(screen.getByRole('list', { name: 'Pictures and videos' })).getByRole('listitem');
const choose = (...files: readonly File[]) => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input) fireEvent.change(input, { target: { files } });
};
/** The account's server list is known and empty, so files go to the page's own server. */
const shown = () => renderedComposer({ facts: [trusted({ kind: 10_063, pubkey: ME })] });
type Composer = ReturnType<typeof shown>;
const sending = async ({ uploads }: Composer) => {
  await act(() => uploads.read('a'));
  act(() => void uploads.sign());
};

test('COMPOSE-01 files are added by button, paste and drop; text that is pasted with its image stays text', () => {
  const { field } = shown();
  const rows = () => screen.queryAllByRole('listitem').length;
  choose(picture('a.jpg'), picture('b.jpg'));
  expect(rows()).toBe(2);
  fireEvent.paste(field, { clipboardData: { files: [picture('c.jpg')], types: ['Files'] } });
  expect(rows()).toBe(3);
  const both = createEvent.paste(field, {
    clipboardData: { files: [picture('d.jpg')], types: ['text/plain', 'Files'] },
  });
  fireEvent(field, both);
  expect([rows(), both.defaultPrevented]).toEqual([3, false]);
  const dragged = { dataTransfer: { files: [picture('e.jpg')], types: ['Files'], dropEffect: '' } };
  fireEvent.dragOver(document.body, dragged);
  expect(screen.getByText('Drop pictures and videos here')).toBeTruthy();
  const drop = createEvent.drop(document.body, dragged);
  fireEvent(document.body, drop);
  expect([
    rows(),
    drop.defaultPrevented,
    screen.queryByText('Drop pictures and videos here'),
  ]).toEqual([4, true, null]);
});

test("MEDIA-01 LIMIT-05 an upload's progress and time left are shown and announced; cancelling removes it", async () => {
  const one = shown();
  choose(picture('boat.jpg'));
  expect(row().textContent).toContain('Preparing');
  expect(screen.getByRole('status').textContent).toBe('Uploading 1 file');
  await act(() => one.uploads.read('a'));
  expect(row().textContent).toContain('Waiting for your signature');
  act(() => void one.uploads.sign());
  act(() => one.uploads.answer({ type: 'put.progress', sent: 3, left: millis(100) }));
  expect([
    screen.getByRole('progressbar').getAttribute('aria-valuenow'),
    row().textContent,
  ]).toEqual(['50', 'boat.jpg50% of 6 byte']);
  act(() => one.uploads.answer({ type: 'put.progress', sent: 3, left: millis(11_400) }));
  expect(row().textContent).toBe('boat.jpg50% of 6 byte, about 12 s left');
  const [transfer] = one.uploads.going();
  fireEvent.click(button('Cancel the upload of boat.jpg'));
  expect([transfer?.ended, screen.queryByRole('listitem')]).toEqual([true, null]);
});

test('MEDIA-01 a file that is added offline says that it waits for the network, and is sent then', () => {
  const one = shown();
  act(() => one.compose.send({ type: 'network.offline', on: true }));
  choose(picture('boat.jpg'));
  expect(row().textContent).toBe('boat.jpgWaiting for the network');
  expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe(
    'Waiting for the network',
  );
  expect(screen.getByRole('status').textContent).toBe('Waiting for the network');
  act(() => one.compose.send({ type: 'network.offline', on: false }));
  expect(row().textContent).toBe('boat.jpgPreparing');
  expect(screen.getByRole('status').textContent).toBe('Uploading 1 file');
});

test('MEDIA-01 a file waits for other uploads only while there are some', () => {
  const one = renderedComposer();
  choose(picture('boat.jpg'));
  // its servers are not known yet
  expect(one.uploads.reading()).toBe(0);
  expect(row().textContent).toBe('boat.jpgPreparing');
  cleanup();
  shown();
  choose(...['a', 'b', 'c', 'd'].map((name) => picture(name)));
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows).toEqual(['aPreparing', 'bPreparing', 'cPreparing', 'dWaiting for other uploads']);
});

test("MEDIA-01 'Failed to upload file' includes the server's reason, and can be retried", async () => {
  const one = shown();
  choose(picture('boat.jpg'));
  await sending(one);
  act(() =>
    one.uploads.answer({
      type: 'put.answered',
      ok: false,
      status: 413,
      body: undefined,
      reason: 'too large for us',
      now: millis(1),
    }),
  );
  expect(screen.getByRole('alert').textContent).toBe(
    'Failed to upload file boat.jpgThe server says: “too large for us”',
  );
  fireEvent.click(button('Upload boat.jpg again'));
  act(() => void one.uploads.sign());
  act(() => one.uploads.store());
  expect([screen.queryByRole('alert'), one.field.value]).toEqual([null, '']);
  expect(screen.getByRole('status').textContent).not.toContain('Uploading');
});

test('MEDIA-01 a file of another kind is refused with the required message, and can only be dismissed', () => {
  shown();
  choose(picture('report.pdf', 'application/pdf'));
  expect(screen.getByRole('alert').textContent).toContain(
    'You can only upload images and videos. This file type is not supported.',
  );
  expect(screen.queryByRole('button', { name: /again$/ })).toBeNull();
  fireEvent.click(button('Dismiss report.pdf'));
  expect(screen.queryByRole('listitem')).toBeNull();
});

test('BEYOND-15 NIP-92 a description typed during the upload keeps its field, text and focus afterwards', async () => {
  const one = shown();
  choose(picture('boat.jpg'));
  const alt = screen.getByRole<HTMLInputElement>('textbox', { name: 'Description of boat.jpg' });
  alt.focus();
  fireEvent.change(alt, { target: { value: 'A boat' } });
  await sending(one);
  act(() => one.uploads.store());
  expect([document.activeElement === alt, alt.isConnected, alt.value]).toEqual([
    true,
    true,
    'A boat',
  ]);
  fireEvent.change(alt, { target: { value: 'A boat at dawn' } });
  expect(row().textContent).toContain('Uploaded without camera and location data');
  fireEvent.click(button('Publish'));
  const { tags } = one.tab.records()[0]?.template ?? { tags: [] };
  expect(tags[0]).toContain('alt A boat at dawn');
});

test('INV-NO-LOSS removing a file removes its address from the text, and leaves the rest', async () => {
  const one = shown();
  one.type('look');
  choose(picture('boat.jpg'));
  await sending(one);
  act(() => one.uploads.store());
  fireEvent.click(button('Remove boat.jpg'));
  expect([one.field.value, screen.queryByRole('listitem')]).toEqual(['look\n', null]);
});

test('PUBLISH-01 publishing waits for running uploads and says so; it can be cancelled', async () => {
  const one = shown();
  choose(picture('boat.jpg'));
  expect(button('Publish')).toHaveProperty('disabled', false);
  fireEvent.click(button('Publish'));
  fireEvent.click(button('Publish anyway'));
  expect([button('Waiting for the upload').getAttribute('aria-busy'), one.tab.records()]).toEqual([
    'true',
    [],
  ]);
  fireEvent.click(button('Don’t wait'));
  expect(one.field.readOnly).toBe(false);
  fireEvent.click(button('Publish'));
  await sending(one);
  act(() => one.uploads.store());
  expect(one.tab.records()).toHaveLength(1);
  expect(button('Publishing')).toBeTruthy();
});

test('MEDIA-01 Publish asks about a file that failed; Esc goes back to the text', async () => {
  const one = shown();
  one.type('look');
  choose(picture('boat.jpg'));
  await act(() => one.uploads.read('unreadable'));
  fireEvent.click(button('Publish'));
  const asked = () => screen.queryByRole('alertdialog', { name: 'One file was not uploaded' });
  expect([asked() !== null, one.tab.records()]).toEqual([true, []]);
  fireEvent(asked() ?? document.body, new Event('cancel', { cancelable: true }));
  expect([asked(), one.field.value, row().textContent]).toEqual([
    null,
    'look',
    expect.stringContaining('Failed to upload file boat.jpg'),
  ]);
  fireEvent.click(button('Publish'));
  fireEvent.click(button('Try again'));
  expect(button('Waiting for the upload')).toBeTruthy();
  await act(() => one.uploads.read('unreadable'));
  fireEvent.click(button('Publish'));
  fireEvent.click(button('Publish without it'));
  expect(one.tab.records()).toHaveLength(1);
});

test('MEDIA-01 files are not tried again from Publish while one of them never can be', async () => {
  const one = shown();
  one.type('look');
  choose(picture('boat.jpg'), new File(['text'], 'notes.txt', { type: 'text/plain' }));
  await act(() => one.uploads.read('unreadable'));
  fireEvent.click(button('Publish'));
  expect(screen.queryByRole('alertdialog', { name: '2 files were not uploaded' })).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(button('Continue editing')).toBeTruthy();
});

test('leaving says that a file is still uploading', () => {
  shown();
  choose(picture('boat.jpg'));
  fireEvent.click(button('Close'));
  expect(screen.getByRole('alertdialog').textContent).toContain('A file is still uploading.');
});
