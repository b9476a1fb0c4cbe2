// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { withTopLayer } from '../../../tests/support/views/top-layer.ts';
import { fakeApp } from '../../../tests/support/views/fake-app.ts';
import { AppProvider, RecorderContext } from '../ui/hooks/app-context.ts';
import { AppBoundary } from '../ui/overlays/Boundaries.tsx';
import { useCrashOffer } from './use-crash-offer.ts';

withTopLayer();
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const Offer = () => {
  useCrashOffer();
  return <p>the page</p>;
};

function open(Page = Offer) {
  const fake = fakeApp();
  fake.app.start();
  const { rerender } = render(<Whole fake={fake} Page={Page} />);
  return { ...fake, show: (Next: typeof Offer) => rerender(<Whole fake={fake} Page={Next} />) };
}

function Whole({ fake, Page }: { fake: ReturnType<typeof fakeApp>; Page: typeof Offer }) {
  return (
    <AppProvider app={fake.app}>
      <AppBoundary>
        <RecorderContext value={fake.recorder}>
          <Offer />
          <Page />
        </RecorderContext>
      </AppBoundary>
    </AppProvider>
  );
}

const offers = () => screen.queryAllByRole('status', { name: 'Save what happened' });
const dismiss = async () =>
  act(async () => fireEvent.click(screen.getByRole('button', { name: 'Dismiss' })));

test('TRUST-06 TOOL-02 a crash of an actor offers the recording once, until it is dismissed', async () => {
  const { app } = open();
  const crash = (message: string) =>
    act(async () => app.send({ type: 'view.failed', crash: { actor: 'cache', message } }));
  expect(offers()).toEqual([]);
  await crash('defect');
  await screen.findByRole('status', { name: 'Save what happened' });
  await crash('defect');
  expect(offers()).toHaveLength(1);
  await dismiss();
  expect(offers()).toEqual([]);
  // code that did not load is no defect
  await crash('/assets/a.js could not be fetched');
  // the words of Chromium, Firefox and Safari without a network
  for (const message of ['Failed to fetch', 'NetworkError when attempting to fetch', 'Load failed'])
    await crash(message);
  await act(async () => new Promise((resolve) => setImmediate(resolve)));
  expect(offers()).toEqual([]);
});

test('TRUST-05 TOOL-02 the offer lists the contents of the file, and one press saves it', async () => {
  const { app, recorder } = open();
  await act(async () => app.send({ type: 'view.failed', crash: { actor: 'views', message: 'x' } }));
  const offer = await screen.findByRole('status', { name: 'Save what happened' });
  fireEvent.click(within(offer).getByRole('button', { name: 'Save what happened' }));
  const dialog = within(screen.getByRole('dialog'));
  const row = dialog.getByText('Entries').parentElement?.parentElement;
  expect(row?.textContent).toMatch(new RegExp(`${recorder.recording().log.length}$`));
  expect(dialog.getByText('view.failed').parentElement?.textContent).toContain('only lengths');
  const names: string[] = [];
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Save the file' })));
  expect(names).toHaveLength(1);
  expect(offers()).toEqual([]);
});

test('TRUST-06 TOOL-02 a crash of the whole app offers the recording, too', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { show } = open();
  show(() => {
    throw new Error('defect');
  });
  expect(screen.getByRole('alert').textContent).toContain('Starling stopped');
  await screen.findByRole('status', { name: 'Save what happened' });
  await dismiss();
});
