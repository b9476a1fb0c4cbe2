/** True if the main pointer is a finger, so that a focused field shows a keyboard on the screen. */
export function hasCoarsePointer(): boolean {
  return window.matchMedia?.('(pointer: coarse)').matches ?? false;
}
