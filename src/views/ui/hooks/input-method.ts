/** The part of a keydown event that reveals an input method. */
type KeyPress = Pick<KeyboardEvent, 'isComposing' | 'keyCode'>;

/** The key code of each key that an input method handles. */
const TAKEN_BY_INPUT_METHOD = 229;

/**
 * True if the key belongs to an input method, so that it must not send, pick or close anything.
 * Safari ends the composition before the Enter that accepts the conversion, and reveals it by the
 * key code alone (WebKit bug 165004).
 */
export function isInputMethodKey({ isComposing, keyCode }: KeyPress): boolean {
  return isComposing || keyCode === TAKEN_BY_INPUT_METHOD;
}
