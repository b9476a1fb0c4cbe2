// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { range } from '../../../../tests/support/connection/fake-cache.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import { keepEarlyKeys } from '../../../../tests/support/views/early-keys.ts';
import { settle as later } from '../../../../tests/support/views/rendered-app.tsx';
import { millis } from '../../../events/core/time.ts';
import { BLANK } from '../../../events/publish/writing/writing.ts';
import { isLong } from '../../../../tests/support/runs.ts';

interface Early {
  readonly path?: string;
  /** Selector of the button to press. */
  readonly button?: string;
}

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
  vi.restoreAllMocks();
});
beforeAll(async () => {
  const end = keepEarlyKeys(window);
  window.earlyKeys = undefined;
  await fetchViews('/help', '/home', '/e/x', '/explore');
  await Promise.all([import('../Background.tsx'), import('../../compose/ComposeDialog.tsx')]);
  return end;
});

/** A page with its shortcuts, which load after it. */
async function opened(path: string, household = {}) {
  world = await renderedAccount(path, household);
  await later(() => {}, 1_000);
  const press = (...keys: readonly string[]) =>
    later(() => {
      for (const key of keys) fireEvent.keyDown(document.activeElement ?? document.body, { key });
    }, 100);
  return { ...world, press, path: () => window.location.pathname };
}

const keyDialog = () => document.querySelector<HTMLDialogElement>('dialog[open]');

describe('ACCESS-03 INV-NO-LOSS text typed while the composer is loading', () => {
  const type = (...keys: readonly string[]) =>
    act(() => {
      for (const key of keys) fireEvent.keyDown(document.activeElement ?? document.body, { key });
    });
  const field = () => screen.queryByRole<HTMLTextAreaElement>('textbox', { name: 'Your text' });
  const newNote = () =>
    screen.getAllByRole('button', { name: 'New note' })[0] ?? expect.fail('no button');
  /** A page whose composer arrives late. */
  const late = async (path = '/help') => {
    const loaded = Promise.withResolvers<void>();
    const page = await opened(path, { composeLoaded: loaded.promise });
    return { ...page, arrive: () => later(() => loaded.resolve(), 100) };
  };

  test('it is in the field, and triggers no shortcut', async () => {
    const { arrive, path } = await late();
    act(() => void fireEvent.click(newNote()));
    type('g', 'h', 'x', 'Backspace', '?', 'Enter', ...'new note');
    expect([path(), keyDialog()]).toEqual(['/help', null]);
    await arrive();
    expect([field()?.value, document.activeElement === field()]).toEqual(['gh?\nnew note', true]);
  });

  test('so is text after the key n, and text of a stored draft stays before it', async () => {
    const { arrive, drafts } = await late();
    type('n', 'n', 'o');
    await arrive();
    expect(field()?.value).toBe('no');
    const writing = { ...BLANK, text: 'a draft', begun: millis(1) };
    const { features } = world ?? expect.fail('no page');
    await later(() => drafts.lives.at(-1)?.report({ type: 'draft.found', writing }), 10);
    expect(field()?.readOnly).toBe(true);
    type('w');
    await later(() => features().compose?.send({ type: 'outbox.jobMissing' } as never), 10);
    expect(field()?.value).toBe('a draft\nnow');
  });

  test('Escape cancels, and a later press opens an empty composer', async () => {
    const { arrive, path } = await late();
    act(() => void fireEvent.click(newNote()));
    type(...'text', 'Escape', 'g', 'h');
    expect(path()).toBe('/home');
    await arrive();
    expect(keyDialog()).toBeNull();
    await later(() => void fireEvent.click(newNote()), 100);
    expect(field()?.value).toBe('');
  });

  test.runIf(isLong)('a press after Escape opens it, while its code is still loading', async () => {
    const { arrive } = await late();
    act(() => void fireEvent.click(newNote()));
    type(...'text', 'Escape');
    act(() => void fireEvent.click(newNote()));
    type(...'more');
    await arrive();
    expect(field()?.value).toBe('more');
  });

  const hear = (on: Element, ...keys: readonly string[]) => {
    for (const key of keys) {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      on.dispatchEvent(event);
      // a focused button is pressed by these
      if (on instanceof HTMLButtonElement && /^(?:Enter| )$/.test(key)) on.click();
    }
  };
  /** Open a page, and press keys and buttons before its shortcuts are loaded. */
  const pressedEarly = async (
    press: (button: HTMLElement) => void,
    { path = '/help', button = 'nav [aria-label="New note"]', ...household }: Early = {},
  ) => {
    window.earlyKeys = [];
    let isPressed = false;
    const watch = new MutationObserver(() => {
      const found = document.querySelector<HTMLElement>(button);
      if (!found || isPressed) return;
      isPressed = true;
      press(found);
    });
    watch.observe(document.body, { childList: true, subtree: true });
    const loaded = Promise.withResolvers<void>();
    world = await renderedAccount(path, { composeLoaded: loaded.promise, ...household });
    const arrive = async () => {
      await later(() => {}, 1_000);
      watch.disconnect();
      await later(() => loaded.resolve(), 100);
      return field()?.value;
    };
    return { ...world, arrive };
  };

  test.runIf(isLong)(
    'it counts from the press on, also before the shortcuts are loaded',
    async () => {
      const early = async (keys: readonly string[], press: string) => {
        const { arrive } = await pressedEarly((button) => {
          hear(document.body, 'j');
          if (press === 'n') return hear(document.body, 'n', ...keys);
          button.focus();
          if (press === 'click') button.click();
          hear(button, ...(press === 'click' ? [] : [press]), ...keys);
        });
        return arrive();
      };
      const keys = [...'good day'];
      for (const press of ['click', 'Enter', ' ', 'n']) {
        expect(await early(keys, press)).toBe('good day');
        world?.close();
        expect(await early([...keys, 'Escape'], press)).toBeUndefined();
        world?.close();
      }
    },
  );

  test('early, Escape cancels only the keys and presses before it', async () => {
    for (const isPress of [false, true]) {
      const { arrive } = await pressedEarly((button) => {
        if (isPress) button.click();
        else hear(document.body, 'n');
        hear(document.body, ...'gone', 'Escape', 'n', ...'kept');
      });
      expect(await arrive()).toBe('kept');
      world?.close();
    }
  });

  test('early, a space does not scroll the page below the coming composer', async () => {
    const isScrolling = () => document.body.dispatchEvent(space());
    const space = () => new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true });
    window.earlyKeys = [];
    expect(isScrolling()).toBe(true);
    hear(document.body, 'r');
    expect(isScrolling()).toBe(false);
    window.earlyKeys = [];
    document.body.append(document.createElement('button'));
    document.body.lastElementChild?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    document.body.lastElementChild?.remove();
    expect(isScrolling()).toBe(false);
    window.earlyKeys = undefined;
  });

  const note = trusted({ content: 'opened' });
  const claims = [range([note.id])];
  const feedAnswer = () =>
    world?.answer('mega_feed_directive', {
      events: [note],
      claims: [range([note.id], { since: 1_600_000_000, until: 1_700_000_000 })],
    });

  test('a reply begins with its press, although its button is drawn again after it', async () => {
    const { arrive } = await pressedEarly(
      (button) => {
        button.focus();
        button.click();
        hear(button, ...'ab c');
        // as drawn by a signed-in user's own view
        queueMicrotask(() => button.blur());
        hear(document.body, 'd');
      },
      { path: '/home', button: '[data-act="reply"]' },
    );
    await later(feedAnswer);
    expect(await arrive()).toBe('ab cd');
  });

  test('r and q wait for the note of a page that is loading, and Escape ends that', async () => {
    for (const [keys, ended] of [
      [
        ['r', ...'text'],
        ['reply', 'text'],
      ],
      [
        ['q', ...'ng'],
        ['quote', 'ng'],
      ],
      [
        ['r', ...'text', 'Escape'],
        [undefined, undefined],
      ],
      [
        ['r', ...'text', 'Escape', 'q', ...'more'],
        ['quote', 'more'],
      ],
    ] as const) {
      const { arrive, press, path } = await late(`/e/${note.id}`);
      await press(...keys);
      expect(path()).toBe(`/e/${note.id}`);
      vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(
        new DOMRect(0, 60, 600, 300),
      );
      await later(() => world?.answer('thread_view', { events: [note], claims }), 100);
      await arrive();
      const { aim } = world?.features().compose?.getSnapshot().context ?? {};
      expect([aim?.type, field()?.value]).toEqual(ended);
      vi.restoreAllMocks();
      world?.close();
    }
  });

  test('r and its text wait for the note that j chooses, also early, at most ten seconds', async () => {
    const early = await pressedEarly(() => hear(document.body, 'j', 'r', ...'early'));
    expect(await early.arrive()).toBeUndefined();
    early.close();
    const soon = await pressedEarly(() => hear(document.body, 'j', 'r', ...'early'), {
      path: '/home',
    });
    await later(() => {}, 1_000);
    await later(feedAnswer);
    expect(await soon.arrive()).toBe('early');
    soon.close();
    const { press, path, arrive } = await late('/home');
    type('j', 'r', ...'g');
    await later(() => {}, 10_000);
    await press('g', 'e');
    expect(path()).toBe('/explore');
    await arrive();
    expect(field()).toBeNull();
  });

  test('l and B act on the note that j chooses, also early; z never waits', async () => {
    const pressed: unknown[] = [];
    const hearPress = ({ target }: Event) =>
      target instanceof Element && pressed.push(target.getAttribute('data-act'));
    document.addEventListener('click', hearPress, true);
    const early = await pressedEarly(() => hear(document.body, 'j', 'l', 'B', 'z'), {
      path: '/home',
    });
    await later(() => {}, 1_000);
    await later(feedAnswer, 1_000);
    document.removeEventListener('click', hearPress, true);
    expect(pressed).toEqual(['like', 'bookmark']);
    early.close();
  });
});
