import type { SignedEvent } from '../../src/events/nostr/event.ts';

/** A picture to draw: which scene, which variation, and its size in pixels. */
export interface DrawJob {
  readonly scene: string;
  readonly seed: string;
  readonly width: number;
  readonly height: number;
}

/** A drawn picture as PNG bytes, and its description. */
export interface Drawn {
  readonly png: Uint8Array;
  readonly alt: string;
}

/** An event without a signature, and the secret key (hex) to sign it with. */
export interface SignJob {
  readonly event: Omit<SignedEvent, 'sig'>;
  readonly secret: string;
}

/** A request to a worker, and its response in the same order. */
export type WorkRequest =
  | { readonly ask: 'draw'; readonly jobs: readonly DrawJob[] }
  | { readonly ask: 'sign'; readonly jobs: readonly SignJob[] };
export type WorkResult =
  | { readonly drawn: readonly Drawn[] }
  | { readonly signatures: readonly string[] }
  | { readonly failed: string };
