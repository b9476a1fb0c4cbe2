import { useEffect, useEffectEvent } from 'react';
import { layersIn, leaveLayers, traversal } from '../navigation/history.ts';

interface Layer {
  readonly close: () => void;
  /** True if it covers the page, which then stands still. */
  readonly covers: boolean;
  /**
   * False for a layer that opened while earlier entries were being left. Until then going back
   * cannot mean this layer.
   */
  hasEntry: boolean;
}

let open: readonly Layer[] = [];
let settling: ReturnType<typeof setTimeout> | undefined;

/**
 * Going back in the history closes the layer over the page (a dialog, the gallery), not the page.
 * Each open layer has its own entry with the page's address and key. Closing the layer in another
 * way removes the entry. `onBack` closes it, or asks whether to. A box that is no layer, such as a
 * menu beside its button, passes false.
 */
export function useLayer(onBack: () => void, isLayer = true): void {
  useEntry(onBack, isLayer, true);
}

/**
 * Going back in the history means an earlier step of the same page, for as long as `isOn` is true.
 * The step has its own entry, like a layer, but covers nothing.
 */
export function useBackStep(onBack: () => void, isOn: boolean): void {
  useEntry(onBack, isOn, false);
}

function useEntry(onBack: () => void, isOn: boolean, covers: boolean): void {
  const close = useEffectEvent(onBack);
  useEffect(() => {
    if (!isOn) return undefined;
    const layer: Layer = { close: () => close(), covers, hasEntry: false };
    // registered once, even if it is added several times
    window.addEventListener('popstate', onPop);
    change([...open, layer]);
    return () => change(open.filter((one) => one !== layer));
  }, [isOn, covers]);
}

function change(next: readonly Layer[]): void {
  open = next;
  // for selectors of the page below: a selector that looks for dialogs would run for each new row
  document.documentElement.toggleAttribute(
    'data-layered',
    open.some(({ covers }) => covers),
  );
  settleSoon();
}

/**
 * Layers that open and close within one turn are settled once: a dialog that replaces another one
 * also takes its entry.
 */
function settleSoon(): void {
  clearTimeout(settling);
  settling = setTimeout(settle);
}

function settle(): void {
  if (traversal.isUnderWay) return;
  const { history } = window;
  const count = layersIn(history.state);
  for (let layers = count + 1; layers <= open.length; layers++)
    history.pushState({ ...history.state, layers }, '');
  for (const layer of open) layer.hasEntry = true;
  if (open.length < count) leaveLayers(window, count - open.length);
}

function onPop({ state }: PopStateEvent): void {
  for (const layer of open.slice(layersIn(state)).toReversed()) if (layer.hasEntry) layer.close();
  // an open layer gets an entry again, and an entry without its layer is left
  settleSoon();
}
