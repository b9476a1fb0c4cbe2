// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { withTopLayer } from '../../../../tests/support/views/top-layer.ts';
import { CropDialog } from './CropDialog.tsx';

withTopLayer();
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Render the dialog with a picture of 400 by 300 pixels, and record the drawing. */
function shown(type = 'image/png') {
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => undefined;
  const drawn: number[][] = [];
  HTMLCanvasElement.prototype.getContext = (() => ({
    drawImage: (_: unknown, ...numbers: number[]) => drawn.push(numbers),
  })) as unknown as typeof HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.toBlob = (made, kind) =>
    made(new Blob(['cut'], { type: kind ?? '' }));
  const onCropped = vi.fn<(file: File) => void>();
  const onClose = vi.fn();
  const file = new File(['pixels'], 'boat.png', { type });
  render(
    <CropDialog
      file={file}
      title="Crop"
      aspect={1}
      most={200}
      onCropped={onCropped}
      onClose={onClose}
    />,
  );
  const dialog = within(screen.getByRole('dialog', { name: 'Crop' }));
  const picture = document.querySelector('img');
  if (!picture) throw new Error('there is no picture');
  for (const [name, value] of [
    ['naturalWidth', 400],
    ['naturalHeight', 300],
  ] as const)
    Object.defineProperty(picture, name, { value });
  return { dialog, picture, drawn, onCropped, onClose, load: () => fireEvent.load(picture) };
}

test('PROFILE-10 ACCESS-02 a picture is cropped by keyboard with three sliders, within the maximum size', async () => {
  const { dialog, drawn, onCropped, load } = shown();
  const use = dialog.getByRole<HTMLButtonElement>('button', { name: 'Crop and upload' });
  expect(use.disabled).toBe(true);
  load();
  const set = (name: string, value: number) =>
    fireEvent.change(dialog.getByRole('slider', { name }), { target: { value } });
  set('Zoom', 3);
  set('Left to right', 0);
  set('Top to bottom', 1);
  fireEvent.click(use);
  await vi.waitFor(() => expect(onCropped).toHaveBeenCalled());
  expect(drawn).toEqual([[0, 200, 100, 100, 0, 0, 100, 100]]);
  const [cut] = onCropped.mock.calls[0] ?? [];
  expect([cut?.name, cut?.type]).toEqual(['boat.png', 'image/png']);
});

test('PROFILE-10 a photo stays a photo; the uncropped result is its center', async () => {
  const { dialog, drawn, onCropped, load } = shown('image/jpeg');
  load();
  fireEvent.click(dialog.getByRole('button', { name: 'Crop and upload' }));
  await vi.waitFor(() => expect(onCropped).toHaveBeenCalled());
  expect([drawn, onCropped.mock.calls[0]?.[0].type]).toEqual([
    [[50, 0, 300, 300, 0, 0, 200, 200]],
    'image/jpeg',
  ]);
});

test('PROFILE-10 an unreadable picture is reported, and nothing can be uploaded', () => {
  const { dialog, picture, onClose } = shown();
  fireEvent.error(picture);
  expect(dialog.getByText('This picture could not be read.')).toBeDefined();
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Crop and upload' }).disabled).toBe(
    true,
  );
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalled();
});
