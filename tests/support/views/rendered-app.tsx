import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { type NavigateFunction, MemoryRouter, Route, Routes, useNavigate } from 'react-router';
import {
  type AnyActorRef,
  type AnyEventObject,
  type AnyStateMachine,
  isMachineSnapshot,
} from 'xstate';
import { vi } from 'vitest';
import type { AppInput } from '../../../src/machines/app/app.machine.ts';
import { requestMachine } from '../../../src/machines/connection/request.machine.ts';
import type { ReceivedBatch } from '../../../src/machines/core/cache-protocol.ts';
import { feedMachine } from '../../../src/machines/reading/feed/feed.machine.ts';
import { threadMachine } from '../../../src/machines/reading/thread/thread.machine.ts';
import { AppProvider, RecorderContext } from '../../../src/views/ui/hooks/app-context.ts';
import { DEFAULT_HOME_SPEC } from '../../../src/events/reading/feed/home.ts';
import { MenuBox } from '../../../src/views/ui/controls/Menu.tsx';
import { SelectBox } from '../../../src/views/ui/controls/Select.tsx';
import { SmallMenuBox } from '../../../src/views/ui/layout/SmallMenu.tsx';
import { ThemeMenuBox } from '../../../src/views/ui/layout/ThemeMenu.tsx';
import { HomeScreen } from '../../../src/views/reading/feed/HomeScreen.tsx';
import { NewNotesPill } from '../../../src/views/reading/feed/NewNotes.tsx';
import { ReaderNoteBox } from '../../../src/views/reading/note/NoteMenu.tsx';
import { ThreadScreen } from '../../../src/views/reading/thread/ThreadScreen.tsx';
import { bareAddresses } from './bare-addresses.ts';
import { fakeApp } from './fake-app.ts';
import { arrival } from '../connection/fake-cache.ts';
import { installLayout } from './fake-layout.ts';
import { breakable, breakNow } from '../machines/planted.ts';
import { installTopLayer } from './top-layer.ts';

/** Longer than any delay of a view before it shows a state. Milliseconds. */
const GRACE = 3_000;

interface Machines {
  /** Applied to all machines that the root starts. */
  readonly change?: <M extends AnyStateMachine>(machine: M) => M;
  readonly feed?: typeof feedMachine;
  readonly thread?: typeof threadMachine;
}

/** Feeds and threads whose requests can be made to fail. */
function fragile({
  change = (machine) => machine,
  feed = feedMachine,
  thread = threadMachine,
}: Machines) {
  const actors = { request: breakable(requestMachine) };
  const screens = { feed: feed.provide({ actors }), thread: thread.provide({ actors }) };
  return <M extends AnyStateMachine>(machine: M): M =>
    change(
      machine.id === 'screens' ? (machine.provide({ actors: screens as never }) as M) : machine,
    );
}

/**
 * Set up a page with layout, top layer and timers of the test. Return a function that removes them.
 * It throws if the page shows an address without a direction of its own (ACCESS-05).
 */
export function openPage(): () => void {
  vi.useFakeTimers({
    toFake: [
      'setTimeout',
      'clearTimeout',
      'setInterval',
      'clearInterval',
      'Date',
      'requestAnimationFrame',
      'cancelAnimationFrame',
    ],
  });
  const undo = [installLayout({ viewport: 400, row: 100 }), installTopLayer()];
  return () => {
    const bare = bareAddresses(document.body);
    cleanup();
    vi.useRealTimers();
    for (const one of undo) one();
    if (bare.length > 0) throw new Error(`no direction of its own: ${bare.join(', ')}`);
  };
}

// their code loads after the first read, long before a test presses a button
await Promise.all(
  [MenuBox, SelectBox, SmallMenuBox, ThemeMenuBox, ReaderNoteBox, NewNotesPill].map((part) =>
    part.preload(),
  ),
);

/** Run an action, then give the views time to render its changes. */
export async function settle(happens: () => void, ms = GRACE): Promise<void> {
  await act(async () => happens());
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

/** Visitors read notes with reactions first, if there are enough. */
const EVERYONE: AppInput['settings'] = {
  saved: { selectedHomeFeed: DEFAULT_HOME_SPEC },
  forcedTheme: undefined,
  systemDark: false,
};

/**
 * The assembled app with its real screens. The test plays every port, the clock and the reader.
 * `close` removes it.
 */
export function renderedApp(path: string, input: Partial<AppInput> = {}, machines: Machines = {}) {
  const closePage = openPage();
  const fake = fakeApp({ settings: EVERYONE, ...input }, fragile(machines));
  fake.app.start();
  let navigate: NavigateFunction = () => {};
  function Steer() {
    navigate = useNavigate();
    return null;
  }
  const tree = (
    <AppProvider app={fake.app}>
      <RecorderContext value={fake.recorder}>
        <MemoryRouter initialEntries={[path]}>
          <Steer />
          <Routes>
            <Route path="/home" Component={HomeScreen} />
            <Route path="/e/:id" Component={ThreadScreen} />
            <Route path="/elsewhere" element={<main>elsewhere</main>} />
          </Routes>
        </MemoryRouter>
      </RecorderContext>
    </AppProvider>
  );
  act(() => void render(tree));
  return {
    ...fake,
    settle,
    go: (to: string) => settle(() => void navigate(to)),
    click: (element: Element) => settle(() => void fireEvent.click(element)),
    close() {
      closePage();
      fake.app.stop();
    },
  };
}

export type RenderedApp = ReturnType<typeof renderedApp>;

/** Return a descendant by its path of ids. */
export function actorAt(app: AnyActorRef, ...ids: string[]): AnyActorRef {
  return ids.reduce((ref, id) => {
    const snapshot: unknown = ref.getSnapshot();
    const child = isMachineSnapshot(snapshot)
      ? Object.entries<AnyActorRef>(snapshot.children).find(([name]) => name === id)?.[1]
      : undefined;
    if (!child) throw new Error(`no ${id}`);
    return child;
  }, app);
}

/**
 * The end of a request: with the last part, after all earlier parts became void (as when a
 * connection breaks), or without an answer.
 */
export interface Ending {
  readonly arrival?: Partial<ReceivedBatch>;
  readonly how: 'end' | 'part' | 'anew' | 'notice' | 'timeout' | 'crash';
}

/** Play the service for one open request. */
export function endQuestion(
  { app, socket }: Pick<RenderedApp, 'app' | 'socket'>,
  asker: AnyActorRef,
  { how, arrival: brought = {} }: Ending,
): void {
  const asked = app
    .getSnapshot()
    .children.cache?.getSnapshot()
    .context.asked.find(({ from }) => from === asker);
  const id = asked?.id ?? '';
  if (how === 'crash') breakNow(asker);
  else if (how === 'timeout') asker.send(DEADLINE);
  else if (how === 'notice') socket.batch(arrival(id, { notice: 'error' }));
  else {
    if (how === 'anew') asker.send({ type: 'answer.restarted' });
    socket.batch(arrival(id, { ...brought, ended: how !== 'part' }));
  }
}

const DEADLINE: AnyEventObject = { type: 'xstate.after.deadline.request.asking.timed' };
