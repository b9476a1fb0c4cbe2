import type { Variant } from './variants.ts';

/** A copy to make of a picture. `mime`: its type by its bytes. */
export interface CopyOrder {
  readonly bytes: Uint8Array;
  readonly mime: string;
  readonly variant: Variant;
  readonly format: 'avif' | 'webp';
}

/** A finished copy. */
export interface Copy {
  readonly bytes: Uint8Array;
  readonly mime: string;
  readonly width: number;
  readonly height: number;
  /** Pixels of the upright original. `undefined` for a drawing. */
  readonly source: { readonly width: number; readonly height: number } | undefined;
}

/** The copy, or the reason why there is none. */
export type CopyReply = Copy | 'unreadable' | 'large';
