import { assign, type DoneActorEvent, setup } from 'xstate';
import { ownRelayTags } from '../../../events/account/lists/relay-list.ts';
import { query } from '../../../events/connection/verbs.ts';
import { newestVersion, type VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import {
  type SilentlyDecrypted,
  silentDecryptMachine,
} from '../../account/lists/silent-decrypt.machine.ts';
import type { SignerRef } from '../../core/signer-ref.ts';
import type { Bus, Outcome } from '../../core/bus.ts';
import { requestMachine } from '../../connection/request.machine.ts';
import { withOutcome } from '../../core/event-guards.ts';
import type { Ours } from '../../../events/nostr/ours.ts';

interface PrivateRelaysInput {
  readonly account: string;
  readonly bus: Bus;
  readonly signer: SignerRef;
  /** Origin of the page, whose own relay may have a private address. */
  readonly home: string;
}

interface Context extends PrivateRelaysInput {
  readonly list: VerifiedEvent | undefined;
  readonly urls: ReadonlyArray<Ours<string>>;
}

/**
 * Finds the account's relays for private content (kind 10013, NIP-37). They are in the encrypted
 * part of the list, which is decrypted without a prompt (BEYOND-03). Until then the list counts as
 * empty.
 */
export const privateRelaysMachine = setup({
  types: {
    context: {} as Context,
    events: {} as DoneActorEvent<Outcome | SilentlyDecrypted>,
    input: {} as PrivateRelaysInput,
    output: {} as { readonly urls: ReadonlyArray<Ours<string>> },
  },
  actors: { request: requestMachine, open: silentDecryptMachine },
  guards: {
    isOk: (_, { outcome }: { outcome: Outcome }) => outcome.ok && !outcome.answer.rejected,
    isSealed: ({ context: { list } }) => list !== undefined && list.content !== '',
  },
  delays: { again: 30_000 },
  actions: {
    receive: assign(({ context: { account, home } }, { outcome }: { outcome: Outcome }) => {
      const events = outcome.ok ? [...outcome.answer.events, ...outcome.answer.referenced] : [];
      const list = newestVersion(
        events.filter(({ kind, pubkey }) => kind === KIND.PrivateRelays && pubkey === account),
      );
      return { list, urls: ownRelayTags(account, list, home) };
    }),
    /** Relays in the public part count too, because some clients write them there. */
    recordOpened: assign(
      ({ context: { account, list, home } }, { opened }: { opened: SilentlyDecrypted }) => ({
        urls: ownRelayTags(account, list, home, opened.tags),
      }),
    ),
  },
}).createMachine({
  id: 'privateRelays',
  context: ({ input }) => ({ ...input, list: undefined, urls: [] }),
  initial: 'asking',
  states: {
    asking: {
      invoke: {
        id: 'request',
        src: 'request',
        input: ({ context: { bus, account } }) => ({
          bus,
          query: query('replaceable_event', { pubkey: account, kind: KIND.PrivateRelays }),
        }),
        onDone: [
          {
            guard: { type: 'isOk', params: withOutcome },
            target: 'judging',
            actions: { type: 'receive', params: withOutcome },
          },
          { target: 'failed' },
        ],
        onError: 'failed',
      },
    },
    failed: { after: { again: 'asking' } },
    judging: { always: [{ guard: 'isSealed', target: 'opening' }, { target: 'ended' }] },
    /** `open` waits for the key itself. */
    opening: {
      invoke: {
        id: 'open',
        src: 'open',
        input: ({ context: { account, signer, list } }) => ({
          list: 'relays',
          account,
          signer,
          content: list?.content ?? '',
        }),
        onDone: {
          target: 'ended',
          actions: { type: 'recordOpened', params: ({ event }) => ({ opened: event.output }) },
        },
        onError: 'ended',
      },
    },
    ended: { type: 'final' },
  },
  output: ({ context: { urls } }) => ({ urls }),
});
