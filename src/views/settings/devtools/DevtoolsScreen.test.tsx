// @vitest-environment jsdom
import { quotedMessage } from '../../../events/account/user-message.ts';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { verified } from '../../../../tests/support/connection/fake-cache.ts';
import { fakeApp } from '../../../../tests/support/views/fake-app.ts';
import { seconds } from '../../../events/core/time.ts';
import { readRecording } from '../../../machines/app/recording/read-recording.ts';
import { recordingText } from '../../../machines/app/recording/recording-text.ts';
import { AppProvider, RecorderContext } from '../../ui/hooks/app-context.ts';
import { DevtoolsScreen } from './DevtoolsScreen.tsx';
import { withTopLayer } from '../../../../tests/support/views/top-layer.ts';
import { isLong } from '../../../../tests/support/runs.ts';

vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    disconnect() {}
  },
);
Element.prototype.scrollIntoView = () => {};
withTopLayer();
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function open() {
  const fake = fakeApp();
  fake.app.start();
  const router = createMemoryRouter([{ path: '/', Component: DevtoolsScreen }]);
  render(
    <AppProvider app={fake.app}>
      <RecorderContext value={fake.recorder}>
        <RouterProvider router={router} />
      </RecorderContext>
    </AppProvider>,
  );
  return fake;
}

const row = (name: RegExp) => screen.getByRole('button', { name });

test.runIf(isLong)('TOOL-01 every running machine is listed with its live state', async () => {
  const { socket } = open();
  expect(row(/^cachelive\.connecting/).textContent).toContain('urls 1');
  act(() => socket.connect());
  await waitFor(() => expect(row(/^cachelive\.connected\.fresh/)).toBeTruthy());
  expect(screen.getByText('socket').closest('button')).toBeNull();
});

test.runIf(isLong)(
  'TOOL-01 a machine opens to its chart, which marks the current state and follows it',
  async () => {
    const { socket } = open();
    fireEvent.click(row(/^cache/));
    const picture = screen.getByRole('img', { name: 'Chart of cache, now in live.connecting' });
    const marked = () =>
      [...picture.querySelectorAll('g')]
        .filter((box) => box.textContent?.includes('now'))
        .map((box) => box.textContent);
    expect(marked()).toEqual([expect.stringMatching(/^connecting/)]);
    expect(within(picture).getByText('suspended')).toBeTruthy();
    act(() => socket.connect());
    await waitFor(() => expect(marked()).toEqual([expect.stringMatching(/^fresh/)]));
    const words = screen.getByText('live.connecting, first');
    expect(words.parentElement?.textContent).toContain('after 10 s: to waiting');
    fireEvent.click(row(/^cache/));
    expect(screen.queryByRole('img', { name: /Chart of cache/ })).toBeNull();
  },
);

test('TOOL-01 TRUST-06 crashes are listed, and also that there are none', () => {
  const { app } = open();
  expect(screen.getByText('Nothing has crashed since this page was loaded.')).toBeTruthy();
  const crash = {
    type: 'xstate.error.actor.toasts',
    actorId: 'toasts',
    error: new Error('a toast too many'),
  };
  act(() => app.send(crash as never));
  const crashes = within(screen.getByRole('region', { name: 'Crashes' }));
  expect(crashes.getByText('toasts').parentElement?.textContent).toBe('toastsa toast too many');
});

test('INV-ISOLATE unreadable data is counted by kind and reason, and also that there is none', () => {
  const { app } = open();
  const leftOut = within(screen.getByRole('region', { name: 'Left out' }));
  expect(leftOut.getByText('Everything that arrived could be read.')).toBeTruthy();
  const mangled = ['1', '2'].map((id) => verified({ id, tags: null as never }));
  act(() =>
    app.send({
      type: 'facts.received',
      events: [...mangled, verified({ id: '3' })],
      claims: [],
      now: seconds(2),
    }),
  );
  expect(leftOut.queryByText('Everything that arrived could be read.')).toBeNull();
  expect(leftOut.getByText('Kind 1').parentElement?.parentElement?.textContent).toMatch(
    /^Kind 1.*null.*2$/,
  );
});

test('TOOL-02 the recording is saved as a file, and its size is reported', async () => {
  const { app, recorder } = open();
  act(() =>
    app.send({
      type: 'toast.show',
      kind: 'info',
      message: quotedMessage(`my key is nsec1${'q'.repeat(58)}`),
    }),
  );
  const blobs: Blob[] = [];
  const url = { createObjectURL: URL.createObjectURL, revokeObjectURL: URL.revokeObjectURL };
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => (blobs.push(blob), 'blob:x'),
    revokeObjectURL: () => {},
  });
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  fireEvent.click(screen.getByRole('button', { name: 'Save as a file' }));
  // nothing is saved before its contents were shown
  const dialog = within(screen.getByRole('dialog', { name: 'Save what happened' }));
  expect(dialog.getByText('Entries').parentElement?.parentElement?.textContent).toMatch(/\d$/);
  expect(names).toEqual([]);
  fireEvent.click(dialog.getByRole('switch', { name: 'Addresses of relays, servers and links' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Save the file' }));
  Object.assign(URL, url);
  const { length } = recorder.recording().log;
  expect(length).toBeGreaterThan(0);
  const saved = `Saved ${length === 1 ? '1 entry' : `${length} entries`}.`;
  expect(screen.getAllByRole('status').map((one) => one.textContent)).toContain(saved);
  expect(names).toEqual([expect.stringMatching(/^starling-recording-\d{4}-\d\d-\d\d\.jsonl$/)]);
  const file = (await blobs[0]?.text()) ?? '';
  expect(readRecording(file)).toMatchObject({ dropped: 0, log: { length } });
  expect(file).not.toContain('nsec1');
  expect(recordingText(recorder.recording())).toContain('wss://');
  expect(file).toMatch(/wss:\/\/[a-z]+[/"]/);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.runIf(isLong)(
  'TOOL-02 a recording is replayed in the inspector, and any other file is refused',
  async () => {
    const { app, recorder } = open();
    const message = quotedMessage('recorded here');
    act(() => app.send({ type: 'toast.show', kind: 'info', message }));
    const pick = (text: string) => {
      const file = new File([text], 'recording.jsonl');
      fireEvent.change(screen.getByLabelText('Open a recording'), { target: { files: [file] } });
    };
    pick('no recording');
    expect(await screen.findByText('This file is no recording of this version.')).toBeTruthy();
    const recording = recorder.recording();
    pick(recordingText({ ...recording, dropped: 1 }));
    expect(await screen.findByText(/lacks its beginning/)).toBeTruthy();
    pick(recordingText(recording));
    const inspector = within(await screen.findByRole('complementary', { name: 'Inspector' }));
    expect(inspector.getByText(/^Recording, /)).toBeTruthy();
    expect(inspector.getAllByText('toast.show').length).toBeGreaterThan(0);
    // a replayed actor takes no event by hand
    expect(inspector.queryByRole('tab', { name: 'Send' })).toBeNull();
    // it is compared with itself, and replaces the docked one when it is opened again
    fireEvent.change(inspector.getByLabelText('Compare with a recording'), {
      target: { files: [new File([recordingText(recording)], 'recording.jsonl')] },
    });
    expect(await inspector.findByText(/the same in both/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Open below' }));
    expect(screen.getAllByRole('complementary', { name: 'Inspector' })).toHaveLength(1);
    pick(recordingText(recording));
    await screen.findByText(/^Recording, /);
    const again = within(screen.getByRole('complementary', { name: 'Inspector' }));
    fireEvent.click(again.getByRole('button', { name: 'Close the inspector' }));
    expect(screen.queryByRole('complementary', { name: 'Inspector' })).toBeNull();
  },
);
