/**
 * Wrapper of a secret that opens an account or a wallet (E-32). It cannot be serialized to JSON, a
 * string or a structured clone. Call `reveal` to read it. `forget` clears it for every holder of
 * the wrapper, including the recorder.
 */
export interface Secret<T extends string | Uint8Array> {
  /** `undefined` after `forget`. */
  readonly reveal: () => T | undefined;
  readonly forget: () => void;
  /** Kept after `forget`, so that a replay can make up a secret of the same sort. */
  readonly shape: SecretShape;
  readonly toJSON: () => string;
  readonly toString: () => string;
}

/** Sort and length of a secret. */
interface SecretShape {
  readonly sort: 'nsec' | 'text' | 'bytes';
  readonly length: number;
}

const SHOWN = '[secret]';

/** Wrap a secret. `forget` overwrites bytes; a text can only be released. */
export function secretOf<T extends string | Uint8Array>(value: T): Secret<T> {
  let kept: T | undefined = value;
  const sort = typeof value === 'string' ? sortOf(value) : 'bytes';
  const forget = (): void => {
    if (kept instanceof Uint8Array) kept.fill(0);
    kept = undefined;
  };
  return Object.freeze({
    reveal: () => kept,
    forget,
    shape: Object.freeze({ sort, length: value.length }),
    toJSON: () => SHOWN,
    toString: () => SHOWN,
  });
}

function sortOf(text: string): 'nsec' | 'text' {
  return text.startsWith('nsec1') ? 'nsec' : 'text';
}

/** True if the value is a wrapped secret. */
export function isSecret(value: object): value is Secret<string | Uint8Array> {
  return 'reveal' in value && 'shape' in value;
}
