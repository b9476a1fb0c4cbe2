// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { startTransition, Suspense, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { loadLanguage } from '../../../wiring/language.ts';
import { ENGLISH, followAreas, type Language, LanguageContext, useLocale } from '../strings.ts';
import { signInPromptEnglish, useSignInPromptStrings } from './sign-in-prompt.ts';
import { signInPrompt as germanPrompt } from './de/sign-in-prompt.ts';
import { english } from './english.ts';
import { languageFrom, languageOf } from './languages.ts';

afterEach(() => {
  cleanup();
  followAreas(() => undefined);
  document.documentElement.removeAttribute('dir');
});

const HERE = Promise.resolve();

function Door() {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {useSignInPromptStrings().title} {count}
    </button>
  );
}

const shown = (language: Language) => (
  <LanguageContext value={language}>
    <Suspense fallback="skeleton">
      <Door />
    </Suspense>
  </LanguageContext>
);

test('ACCESS-05 a view waits for its words as for its code, and never shows English meanwhile', async () => {
  let arrive: (words: typeof germanPrompt) => void = () => undefined;
  const signInPrompt = vi.fn(
    () => new Promise<typeof germanPrompt>((resolve) => void (arrive = resolve)),
  );
  const language = languageFrom({ signInPrompt });
  const { container } = await act(async () => render(shown(language)));
  expect(container.textContent).toBe('skeleton');
  await act(async () => arrive(germanPrompt));
  expect(container.textContent).toBe(`${germanPrompt.title} 0`);
  expect(signInPrompt).toHaveBeenCalledTimes(1);
});

test('ACCESS-05 words that arrive while React draws a transition cause no error in the view', {
  repeats: 4,
}, async () => {
  // within `act`, React starts the view again instead of continuing with it
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false);
  let arrive: ((words: typeof germanPrompt) => void) | undefined;
  const signInPrompt = () => new Promise<typeof germanPrompt>((resolve) => void (arrive = resolve));
  const errors: unknown[] = [];
  let open = (): void => undefined;
  function Outer() {
    const [isOpen, setIsOpen] = useState(false);
    open = () => setIsOpen(true);
    return isOpen ? <Inner /> : 'closed';
  }
  function Inner() {
    const [before] = useState(1);
    const { title } = useSignInPromptStrings();
    const [after] = useState(2);
    return `${title} ${before} ${after}`;
  }
  const container = document.createElement('div');
  const root = createRoot(container, { onRecoverableError: (error) => errors.push(error) });
  root.render(
    <LanguageContext value={languageFrom({ signInPrompt })}>
      <Outer />
    </LanguageContext>,
  );
  await vi.waitFor(() => expect(container.textContent).toBe('closed'));
  startTransition(open);
  await vi.waitFor(() => expect(arrive).toBeDefined(), { interval: 1 });
  arrive?.(germanPrompt);
  await vi.waitFor(() => expect(container.textContent).toBe(`${germanPrompt.title} 1 2`));
  expect(errors).toEqual([]);
  root.unmount();
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
});

test('ACCESS-05 if words fail to load, English replaces them, after one request and without hanging', async () => {
  const signInPrompt = vi.fn(() => Promise.reject(new Error('offline')));
  const language = languageFrom({ signInPrompt });
  const { container } = await act(async () => render(shown(language)));
  expect(container.textContent).toBe(`${signInPromptEnglish.title} 0`);
  expect(language.coming('signInPrompt', signInPromptEnglish)).toMatchObject({
    status: 'fulfilled',
  });
  expect(signInPrompt).toHaveBeenCalledTimes(1);
});

test('ACCESS-05 changing the language shows no fallback, and the view keeps its state', async () => {
  const { rerender, container } = render(shown(ENGLISH));
  fireEvent.click(screen.getByRole('button'));
  const german = await languageOf('de', HERE);
  rerender(shown(german));
  expect(container.textContent).toBe(`${germanPrompt.title} 1`);
  rerender(shown(await languageOf('en', HERE)));
  expect(container.textContent).toBe(`${signInPromptEnglish.title} 1`);
});

test('ACCESS-05 a language loads the words of all loaded areas; English replaces missing areas', async () => {
  const arabic = await languageOf('ar', HERE);
  expect(arabic.main?.locale).toBe('ar');
  expect(arabic.signInPrompt).toBeDefined();
  function Locale() {
    return useLocale();
  }
  const { container } = render(
    <LanguageContext value={arabic}>
      <Locale />
    </LanguageContext>,
  );
  expect(container.textContent).toBe('ar');
});

interface Wish {
  readonly chosen?: 'en' | 'de' | 'ar';
  readonly forced?: string;
  readonly screen?: Promise<unknown>;
}

function setUp() {
  const drawn: Language[] = [];
  const fail = vi.fn();
  const say = ({ chosen, forced, screen: code = HERE }: Wish) =>
    loadLanguage({
      chosen,
      flag: () => forced,
      screen: code,
      draw: (language) => void drawn.push(language),
      fail,
    });
  return { drawn, fail, say };
}

test('ACCESS-05 the document gets the language and direction once words are loaded; the last choice wins', async () => {
  const { drawn, fail, say } = setUp();
  let let_ = (): void => undefined;
  const slow = say({ forced: 'ar', screen: new Promise<void>((resolve) => void (let_ = resolve)) });
  await say({ forced: 'de' });
  let_();
  await slow;
  expect(drawn.map((language) => language.main?.locale)).toEqual(['de']);
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['de', 'ltr']);
  await say({ forced: 'ar' });
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['ar', 'rtl']);
  await say({ chosen: 'en' });
  expect(drawn.at(-1)).toBe(ENGLISH);
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['en', 'ltr']);
  expect(fail).not.toHaveBeenCalled();
});

test('ACCESS-05 words that take over eight seconds are reported, and the old language stays', async () => {
  vi.useFakeTimers();
  try {
    const { drawn, fail, say } = setUp();
    document.documentElement.lang = 'ar';
    let come = (): void => undefined;
    const spoken = say({
      forced: 'ar',
      screen: new Promise<void>((resolve) => void (come = resolve)),
    });
    await vi.advanceTimersByTimeAsync(7_999);
    expect(drawn).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await spoken;
    expect(fail).toHaveBeenCalledTimes(1);
    expect(drawn).toEqual([ENGLISH]);
    expect(document.documentElement.lang).toBe('en');
    // late words still apply
    come();
    await vi.advanceTimersByTimeAsync(0);
    expect(drawn.at(-1)?.main?.locale).toBe('ar');
    expect(fail).toHaveBeenCalledTimes(1);
  } finally {
    vi.useRealTimers();
  }
});

test('ACCESS-05 the layout test language marks every text and is longer by a third at least', async () => {
  const pseudo = await languageOf('en-XA', HERE);
  const text = english.app.failed.screenCause;
  const longer = pseudo.main?.app.failed.screenCause ?? '';
  expect(longer).toMatch(/^⟦.*⟧$/);
  expect(longer.length).toBeGreaterThan(text.length * 1.33);
  expect(pseudo.main?.locale).toBe(english.locale);
});
