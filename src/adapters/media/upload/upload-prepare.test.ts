// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { millis } from '../../../events/core/time.ts';
import { uploadPrepare } from './upload-prepare.ts';

function preparing(file: File, { stripped = false, damaged = false } = {}) {
  const made: HTMLElement[] = [];
  const addresses = new Set<string>();
  const logic = uploadPrepare({
    read: async (bytes) => (damaged ? undefined : { bytes, hash: 'a'.repeat(64), stripped }),
    document: {
      createElement: (name: string) => {
        const element = document.createElement(name);
        made.push(element);
        return element;
      },
    } as Document,
    url: {
      createObjectURL: () => {
        addresses.add('blob:one');
        return 'blob:one';
      },
      revokeObjectURL: (address) => addresses.delete(address),
    },
    now: () => millis(7),
  });
  const actor = createActor(logic, { input: { file } }).start();
  return { made, addresses, done: toPromise(actor) };
}
const tell = (element: HTMLElement | undefined, event: string, fields: object) => {
  for (const [name, value] of Object.entries(fields))
    Object.defineProperty(element, name, { value });
  element?.dispatchEvent(new Event(event));
};

test('NIP-92 dimensions are as displayed: of a picture when it is decoded, of a video from its head', async () => {
  const picture = preparing(new File([''], 'a.jpg', { type: 'image/jpeg' }), { stripped: true });
  tell(picture.made[0], 'load', { naturalWidth: 30, naturalHeight: 40 });
  expect(await picture.done).toMatchObject({
    dim: { width: 30, height: 40 },
    stripped: true,
    now: 7,
  });
  const video = preparing(new File([''], 'a.mp4', { type: 'video/mp4' }));
  tell(video.made[0], 'loadedmetadata', { videoWidth: 16, videoHeight: 9 });
  expect(await video.done).toMatchObject({ dim: { width: 16, height: 9 }, stripped: false });
  expect([picture.addresses.size, video.addresses.size]).toEqual([0, 0]);
});

test('an unknown format, or one without an answer, has no dimensions; a damaged picture gives nothing', async () => {
  const unknown = preparing(new File([''], 'a.heic', { type: 'image/heic' }));
  tell(unknown.made[0], 'error', {});
  expect(await unknown.done).toMatchObject({ dim: undefined });
  vi.useFakeTimers();
  const silent = preparing(new File([''], 'a.jpg', { type: 'image/jpeg' }));
  await vi.advanceTimersByTimeAsync(5_000);
  vi.useRealTimers();
  expect([await silent.done, silent.addresses.size]).toMatchObject([{ dim: undefined }, 0]);
  const damaged = preparing(new File([''], 'a.jpg', { type: 'image/jpeg' }), { damaged: true });
  tell(damaged.made[0], 'error', {});
  expect(await damaged.done).toBeUndefined();
});
