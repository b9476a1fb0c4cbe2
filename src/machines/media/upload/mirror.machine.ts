import { assign, setup } from 'xstate';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { isBlob } from '../../../events/media/upload.ts';
import { promisePort } from '../../core/ports.ts';

export interface MirrorInput {
  /** Origin of the server that receives the copy. */
  readonly server: string;
  /** Address of the source file. */
  readonly url: string;
  /** SHA-256 of the file, in hex. */
  readonly hash: string;
  /** Signed authorization of the upload, which names this server as well. */
  readonly permit: VerifiedEvent;
}

export interface MirrorOutput {
  readonly url: string;
  readonly server: string;
  readonly isThere: boolean;
}

/**
 * Copies an uploaded file to one more server (MEDIA-02, BUD-04). It succeeds if the server returns
 * the same hash within a minute.
 */
export const mirrorMachine = setup({
  types: {
    context: {} as MirrorInput & MirrorOutput,
    input: {} as MirrorInput,
    output: {} as MirrorOutput,
  },
  actors: { order: promisePort<unknown, MirrorInput>('order') },
  delays: { timeout: 60_000 },
  actions: {
    note: assign(({ context }, { answer }: { answer: unknown }) => ({
      isThere: isBlob(answer, context.hash),
    })),
  },
}).createMachine({
  id: 'mirror',
  context: ({ input }) => ({ ...input, isThere: false }),
  initial: 'asking',
  states: {
    asking: {
      invoke: {
        id: 'order',
        src: 'order',
        input: ({ context: { server, url, hash, permit } }) => ({ server, url, hash, permit }),
        onDone: {
          target: 'ended',
          actions: { type: 'note', params: ({ event }) => ({ answer: event.output }) },
        },
        onError: 'ended',
      },
      after: { timeout: 'ended' },
    },
    ended: { type: 'final' },
  },
  output: ({ context: { url, server, isThere } }) => ({ url, server, isThere }),
});
