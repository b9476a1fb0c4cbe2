import { createRoot } from 'react-dom/client';
import { fetchSprite } from '../adapters/app/sprite.ts';
import { inMillis, type Millis } from '../events/core/time.ts';
import type { AppActor } from '../machines/app/app.machine.ts';
import { showMoments } from '../machines/inspector/shown-moment.ts';
import { followAppearance } from '../main.tsx';
import { App } from '../views/app/App.tsx';
import { Dock } from '../views/inspector/Dock.tsx';
import { Inspector } from '../views/inspector/Inspector.tsx';
import { openRecording } from '../views/inspector/recording/opened-recording.ts';
import { storeIconShapes } from '../views/ui/display/icon-shapes.ts';
import sprite from '../views/ui/icons.svg?no-inline';
import { preload } from '../views/ui/navigation/screen-code.ts';
import { type Language, LanguageContext } from '../views/ui/strings.ts';
import { loadLanguage } from './language.ts';

/** The address of this code, for the window that runs it. */
export const CODE = import.meta.url;

/**
 * Replay a recording in this window, and draw the real views over its actors, with the inspector
 * below (TOOL-02). Rejects as `openRecording` does. The actors take no events, and the window's
 * policy lets nothing be loaded that a recording names. Pictures, open menus and scroll positions
 * are not in a recording.
 */
export async function draw(text: string): Promise<void> {
  const { places, seen, recording } = await openRecording(text);
  const go = showMoments(seen);
  const show = placesShown(places, seen.seq);
  const [page, box] = [document.createElement('div'), document.createElement('div')];
  page.id = 'root';
  document.body.replaceChildren(page, box);
  ignoreInput(box);
  setTime(seen.now);
  fetchSprite(sprite, storeIconShapes);
  // replayed actors are those of the app
  const app = seen.root.ref as AppActor;
  const [above, below] = [createRoot(page), createRoot(box)];
  const drawAll = (language: Language) => {
    above.render(
      <LanguageContext value={language}>
        <App app={app} />
      </LanguageContext>,
    );
    below.render(
      <LanguageContext value={language}>
        <Dock>
          <Inspector
            seen={seen}
            recording={recording}
            onMoment={({ seq, at }) => {
              setTime(at);
              go(seq);
              show(seq);
            }}
            onClose={() => close()}
          />
        </Dock>
      </LanguageContext>,
    );
  };
  const speak = (chosen: string | undefined) =>
    loadLanguage({
      chosen,
      flag: () => undefined,
      screen: preload(location.pathname),
      draw: drawAll,
      fail: () => undefined,
    });
  const { settings } = app.getSnapshot().children;
  if (settings) followAppearance(settings, speak);
  await speak(settings?.getSnapshot().context.local.language);
}

/** Stop the clock of this window at a moment, also for relative times. */
function setTime(at: Millis): void {
  Date.now = () => inMillis(at);
  // the clock of the views strikes when the page is shown
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Go to the last place, and return the function that goes to the place at a moment. */
function placesShown(
  places: ReadonlyArray<readonly [seq: number, place: string]>,
  end: number,
): (seq: number) => void {
  let shown: string | undefined;
  const show = (seq: number): void => {
    const place = places.findLast(([from]) => from <= seq)?.[1] ?? '/home';
    if (place === shown) return;
    shown = place;
    // a recording is a stranger's text: a path of this site and nothing else
    const { pathname, search } = new URL(place, location.origin);
    window.history.replaceState({ key: String(seq) }, '', pathname + search);
    dispatchEvent(new PopStateEvent('popstate'));
  };
  show(end);
  return show;
}

/** Let no press or key reach the page of a recording. The inspector in `box` has its own. */
function ignoreInput(box: Element): void {
  const ignore = (event: Event) => {
    if (event.target instanceof Node && box.contains(event.target)) return;
    if (event instanceof KeyboardEvent && event.key === 'Tab') return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const type of ['click', 'auxclick', 'contextmenu', 'submit', 'beforeinput', 'drop'])
    addEventListener(type, ignore, { capture: true });
  addEventListener('keydown', ignore, { capture: true });
}
