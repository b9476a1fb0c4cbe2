// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, waitFor } from '@testing-library/react';
import { useSelector } from '@xstate/react';
import { createActor, createMachine } from 'xstate';
import { afterEach, expect, test, vi } from 'vitest';
import { verified } from '../../../tests/support/connection/fake-cache.ts';
import { isLong } from '../../../tests/support/runs.ts';
import { fakeApp } from '../../../tests/support/views/fake-app.ts';
import { quotedMessage } from '../../events/account/user-message.ts';
import type { VerifiedEvent } from '../../events/nostr/event.ts';
import { millis, seconds } from '../../events/core/time.ts';
import { followActors } from '../../machines/inspector/history.ts';
import { Inspector, LiveInspector } from './Inspector.tsx';

vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    disconnect() {}
  },
);
Element.prototype.scrollIntoView = () => {};
afterEach(cleanup);

function show(app: ReturnType<typeof fakeApp>['app'], text: string, more: object = {}) {
  const message = quotedMessage(text);
  app.send({ type: 'toast.show', kind: 'info', message, ...more });
}

function open() {
  const fake = fakeApp();
  fake.app.start();
  const onClose = vi.fn();
  const now = () => millis(fake.clock.now());
  render(<LiveInspector root={fake.app} now={now} onClose={onClose} />);
  return { ...fake, onClose };
}

/** Elements of one pane. Queries by role and name would read the whole page for each. */
const pane = (name: string) => {
  const region = document.querySelector<HTMLElement>(`section[aria-label="${name}"]`);
  if (!region) throw new Error(`there is no ${name}`);
  const all = (css: string, words = /^/) =>
    [...region.querySelectorAll<HTMLElement>(css)].filter((one) => words.test(one.textContent));
  const one = (css: string, words = /^/) => {
    const [found] = all(css, words);
    if (!found) throw new Error(`${name} has no ${css} ${words.source}`);
    return found;
  };
  return { all, one };
};
const row = (words: RegExp) => pane('Actors').one('[role=treeitem]', words);
const tab = (words: RegExp) => fireEvent.click(pane('Actor').one('[role=tab]', words));
const listed = () =>
  pane('Events')
    .all('[role=option]')
    .map((one) => one.textContent);
const chosenActor = () => pane('Actor').one('h2').textContent;

test('TOOL-05 the tree shows each actor with its state and its next deadline', async () => {
  const { socket } = open();
  expect(row(/^cache.*live\.connecting.*in \d/)).toBeTruthy();
  act(() => socket.connect());
  await waitFor(() => expect(row(/^cache.*live\.connected/)).toBeTruthy());
  fireEvent.change(pane('Actors').one('input'), { target: { value: 'connected' } });
  expect(pane('Actors').all('[role=treeitem]')).toHaveLength(1);
});

test('TOOL-05 arrows step through the tree, and the chosen actor shows its chart', () => {
  open();
  const tree = pane('Actors').one('[role=tree]');
  for (const key of ['ArrowDown', 'ArrowDown']) fireEvent.keyDown(tree, { key });
  expect(chosenActor()).toBe('settings');
  fireEvent.keyDown(tree, { key: 'ArrowRight' });
  expect(chosenActor()).toBe('device');
  fireEvent.keyDown(tree, { key: 'ArrowLeft' });
  expect(chosenActor()).toBe('settings');
  expect(pane('Actor').one('svg[role=img][aria-label^="Chart of settings"]')).toBeTruthy();
});

test('TOOL-05 a step back shows every actor as it was then, until the inspector is live', async () => {
  const { app, onClose } = open();
  act(() => show(app, 'one'));
  act(() => show(app, 'two'));
  await waitFor(() => expect(pane('Events').all('[role=option]', /toast\.show/)).toHaveLength(4));
  fireEvent.click(row(/^toasts/));
  tab(/Context/);
  const toasts = () => pane('Actor').one('button', /^toasts/).textContent;
  expect(toasts()).toBe('toastsarray, 2');
  fireEvent.click(pane('Events').one('[role=option]', /toast\.show.*toasts/));
  expect(pane('Events').all('[aria-selected=true]')).toHaveLength(1);
  expect(toasts()).toBe('toastsarray, 1');
  const list = pane('Events').one('[role=listbox]');
  fireEvent.keyDown(list, { key: 'ArrowDown' });
  fireEvent.keyDown(list, { key: 'ArrowDown' });
  expect(toasts()).toBe('toastsarray, 2');
  fireEvent.keyDown(list, { key: 'ArrowUp' });
  fireEvent.keyDown(list, { key: 'Escape' });
  expect(pane('Events').all('[aria-selected=true]')).toEqual([]);
  expect(onClose).not.toHaveBeenCalled();
});

test.runIf(isLong)('TOOL-05 Escape empties a field, goes live, and closes nothing', async () => {
  const { app, onClose } = open();
  act(() => show(app, 'one'));
  await waitFor(() => expect(pane('Events').all('[role=option]', /toast\.show/)).toHaveLength(2));
  fireEvent.click(pane('Events').one('[role=option]', /toast\.show.*toasts/));
  const find = pane('Actors').one('input');
  fireEvent.change(find, { target: { value: 'cache' } });
  fireEvent.keyDown(find, { key: 'Escape' });
  expect(find).toHaveProperty('value', '');
  expect(pane('Actors').all('[role=treeitem]').length).toBeGreaterThan(1);
  expect(pane('Events').all('[aria-selected=true]')).toHaveLength(1);
  for (let press = 0; press < 3; press++) fireEvent.keyDown(find, { key: 'Escape' });
  expect(pane('Events').all('[aria-selected=true]')).toEqual([]);
  tab(/Why/);
  fireEvent.keyDown(pane('Actor').one('[role=tab]', /Why/), { key: 'Escape' });
  expect(onClose).not.toHaveBeenCalled();
});

test.runIf(isLong)('TOOL-05 a list that a filter shortens shows rows at once', async () => {
  const { app } = open();
  act(() => {
    for (let at = 0; at < 12; at++) show(app, at === 0 ? 'apricot' : 'plum');
  });
  await waitFor(() => expect(listed().length).toBeGreaterThan(20));
  const list = pane('Events').one('[role=listbox]');
  fireEvent.scroll(list, { target: { scrollTop: 40 * 20 } });
  fireEvent.change(pane('Events').one('input'), { target: { value: 'apricot' } });
  expect(listed()).toHaveLength(2);
});

test.runIf(isLong)('TOOL-05 the trace leads from an effect back to the press', async () => {
  const { app } = open();
  act(() => show(app, 'one'));
  await waitFor(() => expect(pane('Events').all('[role=option]', /toast\.show/)).toHaveLength(2));
  const trace = pane('Cause and effect')
    .all('button')
    .map((one) => one.textContent);
  expect(trace).toEqual(['toast.show+ 0 msapp', 'toast.show+ 0 mstoasts']);
});

test('TOOL-05 events are filtered by text, type and origin, and cleared', async () => {
  const { app, socket } = open();
  act(() => show(app, 'apricot'));
  act(() => socket.connect());
  await waitFor(() => expect(listed().length).toBeGreaterThan(3));
  fireEvent.click(pane('Events').one('button', /^Filter/));
  const [find, type] = pane('Events').all('input[type=search], select');
  if (!find || !type) throw new Error('there is no filter');
  fireEvent.change(find, { target: { value: 'APRICOT' } });
  expect(listed()).toHaveLength(2);
  fireEvent.click(pane('Events').one('label', /outside/));
  expect(listed()).toHaveLength(1);
  fireEvent.change(find, { target: { value: '' } });
  fireEvent.change(type, { target: { value: 'toast.show' } });
  expect(listed()).toEqual([expect.stringMatching(/^toast\.showkind: info, .*You → app/)]);
  fireEvent.click(pane('Events').one('button', /Clear/));
  expect(listed()).toEqual([]);
});

test('TOOL-05 TRUST-05 values are whole, and secrets are hidden', async () => {
  const { app } = open();
  const long = `${'x'.repeat(100)} nsec1${'q'.repeat(58)}`;
  act(() => show(app, long, { pin: '1234' }));
  await waitFor(() => expect(pane('Events').all('[role=option]', /toast\.show/)).toHaveLength(2));
  fireEvent.click(pane('Events').one('[role=option]', /toast\.show.*toasts/));
  tab(/Event/);
  fireEvent.click(pane('Actor').one('button', /^message/));
  fireEvent.click(pane('Actor').one('button', /^params/));
  expect(pane('Actor').one('li', /^text/).textContent).toContain('x'.repeat(100));
  expect(pane('Actor').one('li', /^pin/).textContent).toBe('pinsecret, hidden');
  expect(document.body.textContent).not.toContain('nsec1q');
});

test('TOOL-05 the chosen actor is sent an event that its machine takes', () => {
  const { app } = open();
  fireEvent.click(row(/^toasts/));
  tab(/Act/);
  const fields = pane('Actor').one('textarea');
  fireEvent.change(pane('Actor').one('select'), { target: { value: 'toast.show' } });
  fireEvent.change(fields, { target: { value: 'no' } });
  fireEvent.click(pane('Actor').one('button[type=submit]'));
  expect(pane('Actor').one('[role=alert]').textContent).toContain('JSON');
  const toast = { kind: 'info', message: quotedMessage('by hand') };
  fireEvent.change(fields, { target: { value: JSON.stringify(toast) } });
  fireEvent.click(pane('Actor').one('button[type=submit]'));
  expect(app.getSnapshot().children.toasts?.getSnapshot().context.toasts).toHaveLength(1);
});

const press = (words: RegExp) => fireEvent.click(pane('Actor').one('button', words));
const strip = () => document.querySelector('[aria-label="Active faults"]');

test('TOOL-05 faults by hand are shown until they are undone, or the inspector closes', async () => {
  const { app, socket, clock } = open();
  act(() => socket.connect());
  fireEvent.click(row(/^toasts/));
  tab(/Act/);
  fireEvent.change(pane('Actor').one('input[type=number]'), { target: { value: '' } });
  expect(
    pane('Actor')
      .all('button', /Slow down/)[0]
      ?.hasAttribute('disabled'),
  ).toBe(true);
  fireEvent.change(pane('Actor').one('input[type=number]'), { target: { value: '3000' } });
  press(/Slow down/);
  press(/Cut the network/);
  expect(strip()?.textContent).toBe('toasts gets events 3.0 s lateUndoNetwork cutUndo');
  expect(socket.last().closed).toBe(true);
  expect(navigator.onLine).toBe(false);
  act(() => show(app, 'one'));
  const toasts = () => app.getSnapshot().children.toasts?.getSnapshot().context.toasts.length;
  expect(toasts()).toBe(0);
  fireEvent.click(pane('Actor').one('button[aria-label="Undo: Network cut"]'));
  expect(strip()?.textContent).toBe('toasts gets events 3.0 s lateUndo');
  expect(navigator.onLine).toBe(true);
  expect(clock.now()).toBe(0);
  cleanup();
  expect(toasts()).toBe(1);
});

const CRASHED_ONCE = expect.stringMatching(/^toasts(?!crashed).*1 crash$/);

test('TOOL-05 TRUST-06 the chosen actor crashes or stops by a press, the root does neither', async () => {
  const { app } = open();
  tab(/Act/);
  expect(pane('Actor').all('button', /^(?:Stop|Crash)$/)).toEqual([]);
  // no account has signed in, so there is no signer
  expect(pane('Actor').all('button', /Refuse/)).toEqual([]);
  fireEvent.click(row(/^toasts/));
  tab(/Act/);
  press(/^Crash$/);
  expect(app.getSnapshot().context.crashes).toHaveLength(1);
  const chosen = () => pane('Actors').all('[aria-selected=true]', /^toasts/);
  // the restarted one takes its place
  await waitFor(() => expect(chosen().map((one) => one.textContent)).toEqual([CRASHED_ONCE]));
  expect(pane('Actor').all('button[disabled]', /^(?:Stop|Crash|Send)$/)).toEqual([]);
  press(/^Stop$/);
  expect(app.getSnapshot().children.toasts?.getSnapshot().status).toBe('stopped');
  await waitFor(() => expect(pane('Actor').one('[role=status]').textContent).toContain('ended'));
  expect(pane('Actor').all('button[disabled]', /^(?:Stop|Crash|Send)$/)).toHaveLength(3);
  expect(pane('Actor').all('p', /This actor has ended/)).toHaveLength(2);
  // the dead one can still be read
  fireEvent.click(row(/^toasts.*crashed/));
  expect(pane('Actor').all('button[disabled]', /^(?:Stop|Crash|Send)$/)).toHaveLength(3);
});

test('TOOL-05 a port has faults, but takes no events by hand', () => {
  open();
  fireEvent.click(row(/^device/));
  // the chart of the root was open, and a port has none
  expect(pane('Actor').one('[role=tab][aria-selected=true]').textContent).toBe('Context');
  tab(/Act/);
  expect(pane('Actor').all('textarea')).toEqual([]);
  expect(pane('Actor').all('button', /^(?:Stop|Crash)$/)).toHaveLength(2);
});

const chartView = () => pane('Actor').one('section[aria-label^="Chart of"]');
const widthOf = () => Number(pane('Actor').one('svg[role=img]').getAttribute('width'));

test.runIf(isLong)('TOOL-05 a chart is zoomed by buttons, keys and wheel, and moved', () => {
  open();
  fireEvent.click(row(/^cache/));
  const first = widthOf();
  fireEvent.click(pane('Actor').one('[aria-label="Zoom in"]'));
  expect(widthOf()).toBeCloseTo(first * 1.25);
  fireEvent.keyDown(chartView(), { key: '-' });
  expect(widthOf()).toBeCloseTo(first);
  const isLeft = fireEvent.wheel(chartView(), { deltaY: 100, ctrlKey: true });
  expect(isLeft).toBe(false);
  expect(widthOf()).toBeCloseTo(first / 1.25);
  expect(fireEvent.wheel(chartView(), { deltaY: 100 })).toBe(true);
  expect(widthOf()).toBeCloseTo(first / 1.25);
  const view = chartView();
  fireEvent.keyDown(view, { key: 'ArrowRight' });
  fireEvent.keyDown(view, { key: 'ArrowDown' });
  expect([view.scrollLeft, view.scrollTop]).toEqual([60, 60]);
  view.setPointerCapture = vi.fn();
  const at = (clientX: number, clientY: number) => ({
    pointerId: 1,
    pointerType: 'mouse',
    button: 0,
    clientX,
    clientY,
  });
  fireEvent.pointerDown(view, at(100, 100));
  fireEvent.pointerMove(view, at(80, 130));
  fireEvent.pointerUp(view, at(80, 130));
  fireEvent.pointerMove(view, at(0, 0));
  expect([view.scrollLeft, view.scrollTop]).toEqual([80, 30]);
});

test.runIf(isLong)('TOOL-05 a chart that does not fit fills the window until Escape', () => {
  const { onClose } = open();
  fireEvent.click(row(/^cache/));
  const first = widthOf();
  // jsdom has no sizes: nothing fits
  fireEvent.click(pane('Actor').one('button', /^Fit$/));
  expect(widthOf()).toBeCloseTo((first * 10) / 12);
  const whole = pane('Actor').one('button', /^Whole window$/);
  fireEvent.click(whole);
  expect(whole.getAttribute('aria-pressed')).toBe('true');
  fireEvent.keyDown(whole, { key: 'Escape' });
  expect(whole.getAttribute('aria-pressed')).toBe('false');
  expect(onClose).not.toHaveBeenCalled();
});

test.runIf(isLong)('TOOL-05 groups of a chart fold, and the current state is marked', () => {
  open();
  fireEvent.click(row(/^cache/));
  const group = (name: string) => pane('Actor').all(`[aria-label="States in ${name}"]`)[0];
  const marked = () => pane('Actor').one('g[data-current]').textContent;
  const texts = () => pane('Actor').all('svg[role=img] text', /^negotiating$/).length;
  expect(texts()).toBe(1);
  expect(marked()).toMatch(/^connecting/);
  const live = group('live');
  if (!live) throw new Error('there is no group');
  fireEvent.click(live);
  expect(texts()).toBe(0);
  expect(marked()).toMatch(/^livenow/);
  expect(live.getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(pane('Actor').one('button', /^Unfold all$/));
  expect(texts()).toBe(1);
  fireEvent.click(pane('Actor').one('button', /^Fold all$/));
  expect(group('live.connected')).toBeUndefined();
});

test.runIf(isLong)('TOOL-05 another actor has its own chart, folds, zoom and event', () => {
  open();
  fireEvent.click(row(/^cache/));
  fireEvent.click(pane('Actor').one('button', /^Fold all$/));
  fireEvent.click(row(/^activity/));
  fireEvent.click(row(/^cache/));
  expect(pane('Actor').all('button', /^Fold all$/)).toHaveLength(1);
  tab(/Act/);
  const type = () => pane('Actor').one('select').textContent;
  expect(type()).toContain('cache.ask');
  fireEvent.click(row(/^toasts/));
  expect(type()).not.toContain('cache.ask');
  expect(pane('Actor').one('textarea').textContent).toBe('{}');
});

test.runIf(isLong)('TOOL-05 a chart lists the next transitions of the shown moment', async () => {
  const { socket } = open();
  fireEvent.click(row(/^cache/));
  const ways = () =>
    pane('Actor')
      .all('li li')
      .map((one) => one.textContent);
  expect(ways()).toContainEqual(
    expect.stringMatching(/^socket\.opened if compresses: to live\.negotiatingdoes not hold now/),
  );
  expect(ways()).toContain('socket.opened: to live.connected');
  expect(ways()).toContain('cache.pool if moves: to resettingdepends on the event');
  act(() => socket.connect());
  await waitFor(() => expect(ways()[0]).toContain('after 10 s'));
});

test.runIf(isLong)('TOOL-05 a sequence diagram has the listed messages and actors', async () => {
  const { app, socket } = open();
  act(() => show(app, 'one'));
  act(() => socket.connect());
  await waitFor(() => expect(listed().length).toBeGreaterThan(3));
  fireEvent.click(pane('Events').one('button', /Sequence/));
  const sent = () =>
    pane('Sequence')
      .all('ol button')
      .map((one) => one.getAttribute('aria-label'));
  expect(sent().slice(0, 2)).toEqual(['You sends app: toast.show', 'app sends toasts: toast.show']);
  expect(sent()).toHaveLength(listed().length);
  fireEvent.click(pane('Sequence').one('ol button'));
  expect(pane('Events').all('[aria-selected=true]')).toHaveLength(1);
  expect(sent()).toHaveLength(1);
  fireEvent.keyDown(pane('Events').one('[role=listbox]'), { key: 'Escape' });
  fireEvent.click(pane('Sequence').one('ul button', /^toasts$/));
  expect(sent()).not.toContain('app sends toasts: toast.show');
  fireEvent.click(pane('Sequence').one('button', /again/));
  expect(sent()).toContain('app sends toasts: toast.show');
  fireEvent.click(row(/^toasts/));
  expect(chosenActor()).toBe('toasts');
});

test('TOOL-05 a chart is copied as Mermaid and XState JSON, and saved as SVG', async () => {
  const written = vi.fn<(text: string) => Promise<void>>(async () => undefined);
  vi.stubGlobal('navigator', { clipboard: { writeText: written } });
  // jsdom has no downloads
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const blob = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  const { socket } = open();
  act(() => socket.connect());
  fireEvent.click(row(/^toasts/));
  fireEvent.click(pane('Actor').one('button', /Mermaid/));
  fireEvent.click(pane('Actor').one('button', /XState/));
  await waitFor(() => expect(written).toHaveBeenCalledTimes(2));
  const [mermaid, json] = written.mock.calls.flat();
  expect(mermaid).toMatch(/^stateDiagram-v2\n/);
  expect(JSON.parse(json ?? '')).toMatchObject({ id: 'toasts' });
  fireEvent.click(pane('Actor').one('button', /SVG/));
  const [file] = blob.mock.lastCall ?? [];
  expect(file instanceof Blob && (await file.text())).toMatch(/^<svg[^>]*>.*<text[^>]*fill=/s);
});

/** Show the history of a session with two toasts, `gap` apart, as that of a recording. */
function openRecording(gap: number, differsAfter?: number) {
  const { app, clock } = fakeApp();
  const now = () => millis(clock.now());
  const { history } = followActors(app, { now });
  app.start();
  show(app, 'one');
  clock.increment(gap);
  show(app, 'two');
  const seen = { ...history(), now: now() };
  const recording = { lost: [], differsAfter, starts: [], compare: vi.fn() };
  render(<Inspector seen={seen} recording={recording} onClose={vi.fn()} />);
  return { length: seen.events.length };
}
const part = (css: string) => {
  const found = document.querySelector<HTMLElement>(css);
  if (!found) throw new Error(`there is no ${css}`);
  return found;
};
const placed = () => Number(/Event (\d+)/.exec(part('[role=toolbar] p').textContent)?.[1]);

test.runIf(isLong)('TOOL-02 a jump goes to each moment of a condition, and round', () => {
  openRecording(1_000);
  const bar = '[role=search]';
  const said = () => part(`${bar} [role=status]`).textContent;
  fireEvent.change(part(`${bar} select`), { target: { value: 'event' } });
  fireEvent.change(part(`${bar} select + select`), { target: { value: 'toast.show' } });
  const [next, previous] = ['Next moment', 'Previous moment'].map((name) =>
    part(`${bar} [aria-label="${name}"]`),
  );
  if (!next || !previous) throw new Error('there is no button');
  const places = [next, next, previous, previous, previous].map((button) => {
    fireEvent.click(button);
    expect(part('[role=toolbar] bdi').textContent).toBe('toast.show');
    return said();
  });
  expect(places).toEqual([1, 2, 1, 4, 3].map((at) => `Moment ${at} of 4`));
  fireEvent.change(part(`${bar} select`), { target: { value: 'crash' } });
  expect(said()).toBe('');
  fireEvent.click(next);
  expect(said()).toBe('No such moment');
});

test.runIf(isLong)('TOOL-02 a jump to a state of the chosen actor shows the actor in it', () => {
  openRecording(1_000);
  fireEvent.click(row(/^cache/));
  fireEvent.change(part('[role=search] select + select'), { target: { value: 'live.connecting' } });
  fireEvent.click(part('[aria-label="Next moment"]'));
  expect(chosenActor()).toBe('cache');
  expect(row(/^cache.*live\.connecting/)).toBeTruthy();
});

test.runIf(isLong)('TOOL-02 a recording is played at a speed until its end, and paused', () => {
  vi.useFakeTimers();
  try {
    const { length } = openRecording(1_600);
    const press = (name: string) => fireEvent.click(part(`[aria-label="${name}"]`));
    const after = (ms: number) =>
      act(() => {
        vi.advanceTimersByTime(ms);
      });
    press('Play');
    expect(placed()).toBe(1);
    after(100);
    // the start is at one moment, then come 1.6 seconds
    const beforeGap = placed();
    expect(beforeGap).toBeGreaterThan(2);
    after(1_000);
    press('Pause');
    after(10_000);
    expect(placed()).toBe(beforeGap);
    fireEvent.click(pane('Events').one('[role=option]'));
    fireEvent.click(part('[aria-label="Speed"] button:last-child'));
    press('Play');
    for (let stop = 0; stop < 4; stop++) after(100);
    expect(placed()).toBe(length);
    expect(part('[aria-label="Play"]')).toBeTruthy();
  } finally {
    vi.useRealTimers();
  }
});

test('TOOL-02 keys step through a recording and play it, but not in a field', () => {
  openRecording(1_000);
  const main = part('main');
  const { length } = listed();
  fireEvent.keyDown(main, { key: ',' });
  fireEvent.keyDown(main, { key: ',' });
  expect(placed()).toBe(length - 2);
  fireEvent.keyDown(main, { key: '.' });
  expect(placed()).toBe(length - 1);
  fireEvent.keyDown(pane('Events').one('input'), { key: ',' });
  fireEvent.keyDown(main, { key: ',', ctrlKey: true });
  expect(placed()).toBe(length - 1);
  fireEvent.keyDown(main, { key: 'p' });
  expect(part('[aria-label="Pause"]')).toBeTruthy();
});

test('TOOL-05 nothing can be done by hand over a recording', () => {
  openRecording(1_000);
  fireEvent.click(row(/^toasts/));
  expect(pane('Actor').all('[role=tab]', /Act/)).toEqual([]);
});

test('TOOL-02 BEYOND-07 a recording says after which entry its replay differs from the session', () => {
  openRecording(1_000, 12);
  expect(part('[aria-label=Recording]').textContent).toContain(
    'differs from the session after entry 12',
  );
});

test.runIf(isLong)('TOOL-05 facts of an actor are listed, filtered, paged and opened', async () => {
  const { app } = open();
  const notes = Array.from({ length: 60 }, (_, at) =>
    verified({ id: String(at).padStart(64, '0'), content: at === 7 ? 'anchovy' : 'pizza' }),
  );
  const receive = (events: readonly VerifiedEvent[]) =>
    act(() => app.send({ type: 'facts.received', events, claims: [], now: seconds(2) }));
  receive(notes.slice(0, 1));
  receive(notes);
  await waitFor(() => expect(listed().join()).toContain('facts.received'));
  fireEvent.click(row(/^facts/));
  tab(/Facts/);
  const found = () => pane('Actor').one('[role=status]').textContent;
  const rows = () => pane('Actor').all('[role=tabpanel] li > button');
  const choose = () => pane('Actor').one('select');
  fireEvent.change(choose(), { target: { value: 'events' } });
  expect([found(), rows().length]).toEqual(['60 rows', 50]);
  fireEvent.click(pane('Actor').one('button[aria-label="Next rows"]'));
  expect(rows()).toHaveLength(10);
  fireEvent.change(pane('Actor').one('input'), { target: { value: 'Anchovy' } });
  expect([found(), rows().length]).toEqual(['1 of 60 rows', 1]);
  fireEvent.click(rows()[0]!);
  expect(pane('Actor').one('[role=tabpanel] li li', /^content/).textContent).toBe(
    'content"anchovy"',
  );
  fireEvent.click(pane('Events').one('[role=option]', /facts\.received.*facts/));
  expect(found()).toBe('0 of 1 row');
});

test('TOOL-05 a tab whose drawing takes long is drawn at least every two seconds, scrolled every five', () => {
  vi.useFakeTimers();
  try {
    const { app } = open();
    const passed = vi.spyOn(performance, 'now');
    // each new row takes 60 ms
    passed.mockImplementation(() => Date.now() + 60 * listed().length);
    const after = (ms: number) => {
      act(() => void vi.advanceTimersByTime(ms));
    };
    show(app, 'one');
    after(200);
    const { length } = listed();
    show(app, 'two');
    after(600);
    expect(listed()).toHaveLength(length);
    after(1_500);
    const later = listed().length;
    expect(later).toBeGreaterThan(length);
    show(app, 'three');
    for (let passedMs = 0; passedMs < 4_000; passedMs += 200) {
      fireEvent.scroll(window);
      after(200);
    }
    expect(listed()).toHaveLength(later);
    for (let passedMs = 0; passedMs < 1_200; passedMs += 200) {
      fireEvent.scroll(window);
      after(200);
    }
    expect(listed().length).toBeGreaterThan(later);
  } finally {
    vi.restoreAllMocks();
    vi.useRealTimers();
  }
});

test('TOOL-05 an element chosen before the next drawing leads to an actor that has just started', () => {
  vi.useFakeTimers();
  try {
    const { app } = open();
    const late = createActor(createMachine({ id: 'late' }), { parent: app, id: 'late' });
    function Note() {
      return <button type="button">{useSelector(late, ({ status }) => status)}</button>;
    }
    const { container } = render(<Note />);
    act(() => void late.start());
    fireEvent.click(pane('Actors').one('button', /^Choose on the page$/));
    fireEvent.click(container.querySelector('button')!);
    expect(pane('Actors').all('[role=treeitem]', /^late/)).toHaveLength(1);
    expect(chosenActor()).toBe('late');
  } finally {
    vi.useRealTimers();
  }
});
