import { assign, sendTo, setup } from 'xstate';
import { readSecret } from '../../../events/account/lists/list-edit.ts';
import type { ListName } from '../../../events/account/lists/list-definitions.ts';
import type { Tag } from '../../../events/nostr/event.ts';
import { openRequest } from './list-sign-requests.ts';
import type { SignerRef } from '../../core/signer-ref.ts';
import type { SignSettled } from '../../core/sign-request.ts';

interface SilentDecryptInput {
  readonly list: ListName;
  readonly account: string;
  readonly signer: SignerRef;
  /** The encrypted private part of a list. */
  readonly content: string;
}

/** `tags` is `undefined` if the open key cannot decrypt it. */
export interface SilentlyDecrypted {
  readonly content: string;
  readonly tags: readonly Tag[] | undefined;
}

/**
 * Decrypts a list's private part without a prompt (ACCOUNT-20, BEYOND-03): at once if the key is
 * open here, otherwise after it is unlocked. A signer that would prompt is not asked.
 */
export const silentDecryptMachine = setup({
  types: {
    context: {} as SilentDecryptInput & { readonly tags: readonly Tag[] | undefined },
    events: {} as SignSettled,
    input: {} as SilentDecryptInput,
    output: {} as SilentlyDecrypted,
  },
  guards: {
    isOpened: ({ event }) => event.outcome.ok,
    isUnreadable: ({ event }) => !event.outcome.ok && event.outcome.failure.code === 'bad-cipher',
  },
  delays: { again: 5_000, timeout: 60_000 },
  actions: {
    take: assign(({ event: { outcome } }) =>
      outcome.ok && 'text' in outcome ? { tags: readSecret(outcome.text) } : {},
    ),
    ask: sendTo(
      ({ context }) => context.signer,
      ({ context, self }) => ({
        type: 'sign.request',
        request: { ...openRequest(context), from: self, quiet: true },
      }),
    ),
    cancel: sendTo(
      ({ context }) => context.signer,
      ({ context, self }) => ({ type: 'sign.cancel', id: context.content, from: self }),
    ),
  },
}).createMachine({
  id: 'silentDecrypt',
  context: ({ input }) => ({ ...input, tags: undefined }),
  initial: 'asking',
  states: {
    asking: {
      entry: 'ask',
      exit: 'cancel',
      on: {
        'sign.settled': [
          { guard: 'isOpened', target: 'ended', actions: 'take' },
          { guard: 'isUnreadable', target: 'ended' },
          { target: 'waiting' },
        ],
      },
      after: { timeout: 'waiting' },
    },
    /** The key is locked or elsewhere. It may be open here later. */
    waiting: { after: { again: 'asking' } },
    ended: { type: 'final' },
  },
  output: ({ context: { content, tags } }) => ({ content, tags }),
});
