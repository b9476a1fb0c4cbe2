import { useEffect, useEffectEvent } from 'react';
import { layersIn, leaveLayers, traversal } from '../navigation/history.ts';

interface Layer {
  readonly close: () => void;
  /** Until then no going back can mean this layer: it opened while the entries of earlier ones were being left. */
  hasEntry: boolean;
}

let open: readonly Layer[] = [];
let settling: ReturnType<typeof setTimeout> | undefined;

/**
 * Going back in the history closes what lies over the page (a dialog, the gallery), not the page. Each open layer has an entry of its own with
 * the page's address and key; whatever else closes the layer takes the entry away. `onBack` closes it, or asks whether to.
 */
export function useLayer(onBack: () => void): void {
  const close = useEffectEvent(onBack);
  useEffect(() => {
    const layer: Layer = { close: () => close(), hasEntry: false };
    // heard once, however often it is added
    window.addEventListener('popstate', onPop);
    change([...open, layer]);
    return () => change(open.filter((one) => one !== layer));
  }, []);
}

function change(next: readonly Layer[]): void {
  open = next;
  // for what the page does below them: a selector that looks for dialogs would look whenever a row comes
  document.documentElement.toggleAttribute('data-layered', open.length > 0);
  settleSoon();
}

/** What opens and closes within one turn is settled once: a dialog that takes another one's place takes its entry, too. */
function settleSoon(): void {
  clearTimeout(settling);
  settling = setTimeout(settle);
}

function settle(): void {
  if (traversal.isUnderWay) return;
  const { history } = window;
  const count = layersIn(history.state);
  for (let layers = count + 1; layers <= open.length; layers++) history.pushState({ ...history.state, layers }, '');
  for (const layer of open) layer.hasEntry = true;
  if (open.length < count) leaveLayers(window, count - open.length);
}

function onPop({ state }: PopStateEvent): void {
  for (const layer of open.slice(layersIn(state)).toReversed()) if (layer.hasEntry) layer.close();
  // a layer that stays has an entry again, and an entry without its layer is left
  settleSoon();
}
