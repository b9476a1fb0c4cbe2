/**
 * Wrapper of a secret that opens an account or a wallet (E-32). It cannot be serialized to JSON, a
 * string or a structured clone. Call `reveal` to read it. `forget` clears it for every holder of
 * the wrapper, including the recorder.
 */
export interface Secret<T extends string | Uint8Array> {
  /** `undefined` after `forget`. */
  readonly reveal: () => T | undefined;
  readonly forget: () => void;
  readonly toJSON: () => string;
  readonly toString: () => string;
}

const SHOWN = '[secret]';

/** Wrap a secret. `forget` overwrites bytes; a text can only be released. */
export function secretOf<T extends string | Uint8Array>(value: T): Secret<T> {
  let kept: T | undefined = value;
  const forget = (): void => {
    if (kept instanceof Uint8Array) kept.fill(0);
    kept = undefined;
  };
  return Object.freeze({ reveal: () => kept, forget, toJSON: () => SHOWN, toString: () => SHOWN });
}
