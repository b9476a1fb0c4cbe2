/**
 * Something that opens an account or a wallet, on its way to where it is used (E-32). It has no way into JSON, text or a structured
 * clone: whoever needs it says so by `reveal`, and `forget` empties it for all who still hold the wrapper, a recorder for one.
 */
export interface Secret<T extends string | Uint8Array> {
  /** Undefined once it is forgotten. */
  readonly reveal: () => T | undefined;
  readonly forget: () => void;
  readonly toJSON: () => string;
  readonly toString: () => string;
}

const SHOWN = '[secret]';

/** Wraps a secret. Bytes are overwritten when they are forgotten; a text can only be let go. */
export function secretOf<T extends string | Uint8Array>(value: T): Secret<T> {
  let kept: T | undefined = value;
  const forget = (): void => {
    if (kept instanceof Uint8Array) kept.fill(0);
    kept = undefined;
  };
  return Object.freeze({ reveal: () => kept, forget, toJSON: () => SHOWN, toString: () => SHOWN });
}
