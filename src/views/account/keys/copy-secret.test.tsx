// @vitest-environment jsdom
import { inEnglish } from '../../../../tests/support/views/in-english.ts';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeApp } from '../../../../tests/support/views/fake-app.ts';
import { AppProvider } from '../../ui/hooks/app-context.ts';
import { useCopy } from '../../ui/hooks/copy.ts';
import { useCopySecret } from './copy-secret.ts';

const SECRET = 'nsec1secret';
const CLEARED = 'Your secret is cleared from the clipboard.';
const UNCLEARED =
  'Copy something else now: your secret may still be in the clipboard, and this browser doesn’t let Starling check.';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Buttons() {
  const { copy: secret, said } = useCopySecret();
  const plain = useCopy();
  return (
    <>
      <button type="button" onClick={() => secret(SECRET)}>
        secret
      </button>
      <button type="button" onClick={() => plain('plain', 'link')}>
        plain
      </button>
      <p role="status">{said}</p>
    </>
  );
}

/** Render a page with a fake clipboard. `reads`: the browser's permission to read it. */
async function shown(reads: 'granted' | 'prompt') {
  let clipboard = '';
  const state = { focus: true, asked: 0, locked: false };
  vi.stubGlobal(
    'navigator',
    Object.assign(Object.create(navigator), {
      permissions: { query: async () => ({ state: reads }) },
      clipboard: {
        writeText: async (text: string) => {
          if (state.locked) throw new DOMException('no', 'NotAllowedError');
          clipboard = text;
        },
        readText: async () => {
          state.asked++;
          return clipboard;
        },
      },
    }),
  );
  vi.spyOn(document, 'hasFocus').mockImplementation(() => state.focus);
  const { subtle } = crypto;
  const digest = subtle.digest.bind(subtle);
  const digests: Array<Promise<ArrayBuffer>> = [];
  vi.spyOn(subtle, 'digest').mockImplementation((...given) => {
    const made = digest(...given);
    digests.push(made);
    return made;
  });
  const { app } = fakeApp();
  app.start();
  const said: string[] = [];
  vi.spyOn(app, 'send').mockImplementation((event) => {
    if (event.type === 'toast.show') said.push(inEnglish(event.message) ?? '');
  });
  render(
    <AppProvider app={app}>
      <Buttons />
    </AppProvider>,
  );
  const settle = async (ms: number) => {
    await act(() => vi.advanceTimersByTimeAsync(ms));
    // Digests are computed asynchronously, and one may lead to another.
    for (let seen = -1; seen < digests.length; ) {
      seen = digests.length;
      await act(() => Promise.all(digests));
      await act(() => new Promise((resolve) => setImmediate(resolve)));
    }
  };
  const press = async (name: string) => {
    fireEvent.click(screen.getByRole('button', { name }));
    await settle(0);
  };
  return {
    state,
    said,
    beside: () => screen.getByRole('status').textContent,
    press,
    settle,
    inClipboard: () => clipboard,
    copyElsewhere: (text: string) => {
      clipboard = text;
    },
  };
}

test('E-11 a copied secret announces its removal, and is gone from the clipboard after a minute', async () => {
  for (const reads of ['granted', 'prompt'] as const) {
    const page = await shown(reads);
    await page.press('secret');
    // a toast would cover the secret
    expect([page.said, page.beside()]).toEqual([
      [],
      'Copied. Paste it where you keep passwords within a minute; then Starling clears it from the clipboard if it can.',
    ]);
    await page.settle(59_000);
    expect(page.inClipboard()).toBe(SECRET);
    await page.settle(1_000);
    expect([page.inClipboard(), page.said, page.beside()]).toEqual(['', [CLEARED], '']);
    // A user who was not asked for permission before is not asked now.
    expect(page.state.asked).toBe(reads === 'granted' ? 1 : 0);
    cleanup();
    vi.restoreAllMocks();
  }
});

test('E-11 clipboard content that was copied later is left alone', async () => {
  const seen = await shown('granted');
  await seen.press('secret');
  seen.copyElsewhere('a recipe');
  await seen.settle(60_000);
  expect([seen.inClipboard(), seen.said]).toEqual(['a recipe', []]);
  cleanup();
  vi.restoreAllMocks();
  const unseen = await shown('prompt');
  await unseen.press('secret');
  await unseen.press('plain');
  await unseen.settle(60_000);
  expect([unseen.inClipboard(), unseen.said.at(-1)]).toEqual(['plain', UNCLEARED]);
});

test('E-11 if the page lost focus and cannot read the clipboard, it overwrites nothing and tells the user', async () => {
  const page = await shown('prompt');
  await page.press('secret');
  page.state.focus = false;
  window.dispatchEvent(new Event('blur'));
  await page.settle(60_000);
  expect(page.said).toEqual([]);
  page.state.focus = true;
  window.dispatchEvent(new Event('focus'));
  await page.settle(0);
  expect([page.inClipboard(), page.said.at(-1)]).toEqual([SECRET, UNCLEARED]);
});

test('E-11 a browser that refuses to copy or clear does not report success', async () => {
  const page = await shown('granted');
  page.state.locked = true;
  await page.press('secret');
  expect([page.said, page.beside()]).toEqual([[], 'This browser doesn’t allow copying here']);
  page.state.locked = false;
  await page.press('secret');
  page.state.locked = true;
  await page.settle(60_000);
  expect(page.said.at(-1)).toBe(UNCLEARED);
});
