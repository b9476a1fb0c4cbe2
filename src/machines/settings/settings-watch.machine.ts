import { type ActorRefFrom, assign, enqueueActions, sendTo, setup } from 'xstate';
import { settingsQuery } from '../../events/account/signing/signed-query.ts';
import { query } from '../../events/connection/verbs.ts';
import type { SignedEvent } from '../../events/nostr/event.ts';
import { FEEDS_SUBKEYS } from '../../events/settings/saved-record.ts';
import {
  changedRecords,
  type SettingsVersions,
  versionsIn,
} from '../../events/settings/settings-versions.ts';
import { REFUSED } from '../account/signing/authenticated-request.machine.ts';
import type { Bus, ResponseEvent } from '../core/bus.ts';
import type { AccountAwake, ScopeRef } from '../core/feature.ts';
import { type SignSettled, signedIn } from '../core/sign-request.ts';
import type { SignerRef } from '../core/signer-ref.ts';

type SettingsWatchEvent = ResponseEvent | SignSettled | AccountAwake;

declare module '../core/feature.ts' {
  interface FeatureEvents {
    settingsWatch: SettingsWatchEvent;
  }
}

interface SettingsWatchInput {
  readonly account: string;
  readonly bus: Bus;
  readonly signer: SignerRef;
  readonly scope: ScopeRef;
}

interface Context extends SettingsWatchInput {
  readonly proof: SignedEvent | undefined;
  readonly known: SettingsVersions | undefined;
}

/**
 * Learns from the service when another device has saved settings (SETTINGS-02). The stream carries
 * versions only: each changed record is then loaded as at the start, so a change counts only as far
 * as the account signed it (TRUST-07). It never prompts (BEYOND-03). A proof counts once, so each
 * connection needs a new one.
 */
export const settingsWatchMachine = setup({
  types: {
    context: {} as Context,
    events: {} as SettingsWatchEvent,
    input: {} as SettingsWatchInput,
  },
  guards: {
    isSigned: ({ event }) => signedIn(event) !== undefined,
    isAwake: ({ event }) => event.type === 'account.wakeChanged' && event.on,
    /** After a reconnect the service refuses the proof of the earlier connection. */
    isProofUsed: ({ event }) => event.type === 'answer.failed' && event.text.startsWith(REFUSED),
    isUnknown: ({ event }) => event.type === 'answer.failed' && event.reason === 'notice',
  },
  /** `startDelay`: the settings load first. `unsupported`: the service has no such stream. */
  delays: { startDelay: 3_000, soon: 1_000, again: 15_000, unsupported: 10 * 60_000 },
  actions: {
    askSign: sendTo(
      ({ context }) => context.signer,
      ({ context: { account }, self }) => {
        const { draft: template, reason } = settingsQuery();
        const act = { do: 'sign', template } as const;
        return {
          type: 'sign.request',
          request: { id: 'proof', from: self, pubkey: account, reason, act, quiet: true },
        };
      },
    ),
    cancelSign: sendTo(
      ({ context }) => context.signer,
      ({ self }) => ({ type: 'sign.cancel', id: 'proof', from: self }),
    ),
    keepProof: assign(({ event }) => ({ proof: signedIn(event) })),
    open: enqueueActions(({ context: { bus, proof }, enqueue, self }) => {
      if (!proof) return;
      enqueue.sendTo(bus, {
        type: 'cache.ask',
        from: self,
        query: query('settings_versions', {
          event_from_user: proof,
          subkeys: Object.values(FEEDS_SUBKEYS),
        }),
        stream: true,
      });
    }),
    close: sendTo(
      ({ context }) => context.bus,
      ({ self }) => ({ type: 'cache.forget', from: self }),
    ),
    learn: enqueueActions(({ context: { known, scope }, event, enqueue }) => {
      const found = event.type === 'answer.partReceived' ? versionsIn(event.claims) : undefined;
      if (!found) return;
      enqueue.assign({ known: found });
      const changed = changedRecords(known, found).map((record) => ({ record, newest: undefined }));
      // saved after they were loaded here, and before the stream opened
      const early =
        known || found.at === undefined ? [] : [{ record: 'settings' as const, newest: found.at }];
      for (const one of [...changed, ...early])
        enqueue.sendTo(scope, { type: 'record.changed', ...one });
    }),
  },
}).createMachine({
  id: 'settingsWatch',
  context: ({ input }) => ({ ...input, proof: undefined, known: undefined }),
  initial: 'arriving',
  on: { 'account.wakeChanged': [{ guard: 'isAwake', target: '.arriving' }, { target: '.asleep' }] },
  states: {
    arriving: { after: { startDelay: 'signing' } },
    signing: {
      entry: 'askSign',
      exit: 'cancelSign',
      on: {
        'sign.settled': [
          { guard: 'isSigned', target: 'watching', actions: 'keepProof' },
          { target: 'resting' },
        ],
      },
      after: { again: 'resting' },
    },
    watching: {
      entry: 'open',
      exit: 'close',
      on: {
        'answer.partReceived': { actions: 'learn' },
        'answer.failed': [
          { guard: 'isProofUsed', target: 'reopening' },
          { guard: 'isUnknown', target: 'unsupported' },
          { target: 'resting' },
        ],
      },
    },
    reopening: { after: { soon: 'signing' } },
    resting: { after: { again: 'signing' } },
    unsupported: { after: { unsupported: 'signing' } },
    asleep: {},
  },
});

export type SettingsWatchActor = ActorRefFrom<typeof settingsWatchMachine>;
