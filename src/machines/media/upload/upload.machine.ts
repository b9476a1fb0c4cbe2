import { type ActorRefFrom, assign, enqueueActions, sendParent, sendTo, setup } from 'xstate';
import type { UserMessage } from '../../../events/account/user-message.ts';
import { signingMessage } from '../../../events/account/signing/signing-error.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import type { Size } from '../../../events/media/imeta.ts';
import {
  isAuthorized,
  readDescriptor,
  refusedUpload,
  uploadDraft,
  type Uploaded,
  type UploadFailure,
  uploadFault,
} from '../../../events/media/upload.ts';
import { millis, type Millis, toSeconds } from '../../../events/core/time.ts';
import type { SignerRef } from '../../core/signer-ref.ts';
import { type SignSettled, signedIn } from '../../core/sign-request.ts';
import { whenEvent } from '../../core/event-guards.ts';
import { callbackPort, promisePort } from '../../core/ports.ts';
import type { MembershipTier } from '../../../events/account/membership/membership.ts';

/**
 * A file ready to be sent. `stripped`: the location metadata was removed, where the format allows
 * it.
 */
export interface Prepared {
  readonly bytes: Blob;
  /** SHA-256 of the bytes, in hex. */
  readonly hash: string;
  /** Size in pixels as displayed. `undefined` if this browser cannot tell. */
  readonly dim: Size | undefined;
  readonly stripped: boolean;
  readonly now: Millis;
}

/** One transfer. Stopping the port aborts it. */
export interface PutInput {
  readonly account: string;
  /** Origin of the server. */
  readonly server: string;
  readonly bytes: Blob;
  readonly type: string;
  readonly hash: string;
  readonly permit: VerifiedEvent;
}

/**
 * Events of the transfer. `sent` in bytes, `left`: estimated time to the end (LIMIT-05).
 * `answered`: the server responded with `body`. `reason`: its X-Reason header, or ''. `broken`:
 * there was no response.
 */
export type PutSignal =
  | { type: 'put.progress'; sent: number; left: Millis }
  | {
      type: 'put.answered';
      ok: boolean;
      status: number;
      body: unknown;
      reason: string;
      now: Millis;
    }
  | { type: 'put.broken' };

export interface UploadInput {
  /** Id under which the parent knows this upload. */
  readonly id: string;
  readonly account: string;
  readonly signer: SignerRef;
  readonly file: File;
  readonly tier: MembershipTier;
  /** Origin of the page. */
  readonly home: string;
}

export type UploadEvent =
  | SignSettled
  | PutSignal
  /** From the parent: start. `servers`: origins, of which the first receives the file. */
  | { type: 'upload.start'; servers: readonly string[] }
  /** From the parent: the membership of the account, or `undefined` if it is unknown. */
  | { type: 'upload.tier'; tier: MembershipTier | undefined }
  /** From the user. */
  | { type: 'upload.retry'; now: Millis }
  | { type: 'upload.cancel' }
  | { type: 'upload.describe'; alt: string };

/**
 * Sent to the parent: the upload failed, waits in the queue again, or exceeds the known limit of
 * the account. `unfit`: it failed, and cannot be tried again.
 */
export type UploadNews = {
  type: 'upload.statusChanged';
  id: string;
  stand: 'waiting' | 'failed' | 'unfit' | 'weighing';
};

/** Sent to the parent: the user described the file, or removed its description. */
export type UploadDescribed = { type: 'upload.described'; id: string; isDescribed: boolean };

/** Final result: the uploaded file, or `undefined` if the upload was dropped. */
export interface UploadOutput {
  readonly id: string;
  readonly file: File;
  readonly uploaded: Uploaded | undefined;
  readonly stripped: boolean;
  readonly now: Millis;
  /** Data for copies on other servers. `undefined` if there are none. */
  readonly copies: Copies | undefined;
}

/** `servers`: origins, without the one that received the upload. */
interface Copies {
  readonly hash: string;
  readonly permit: VerifiedEvent;
  readonly servers: readonly string[];
}

interface Context extends UploadInput {
  /** Description of the picture, written by the user. */
  readonly alt: string;
  readonly servers: readonly string[];
  readonly prepared: Prepared | undefined;
  /** Signed upload authorization (BUD-11), reusable for a retry. */
  readonly permit: VerifiedEvent | undefined;
  /** Identifies the current prompt, so that responses to earlier ones are ignored. */
  readonly attempt: number;
  /** Bytes sent so far. */
  readonly sent: number;
  /** Estimated time to the end. `undefined` if no transfer is running. */
  readonly left: Millis | undefined;
  readonly failure: UploadFailure | undefined;
  readonly uploaded: Uploaded | undefined;
  readonly now: Millis;
}

/**
 * Uploads one file to a media server (MEDIA-01, MEDIA-02, BUD-02): check, read, sign, send. It
 * succeeds only if the returned descriptor names the hash of the sent bytes. The user can cancel at
 * any time and retry after a failure. A retry reuses a signature that is still valid.
 */
export const uploadMachine = setup({
  types: {
    context: {} as Context,
    events: {} as UploadEvent,
    input: {} as UploadInput,
    output: {} as UploadOutput,
    tags: {} as 'waiting' | 'preparing' | 'signing' | 'sending' | 'failed' | 'retriable',
  },
  actors: {
    prepare: promisePort<Prepared | undefined, { file: File }>('prepare'),
    put: callbackPort<{ type: 'put.unavailable' }, PutInput>('put'),
  },
  guards: {
    isFit: ({ context: { file, tier } }) => uploadFault(file, tier) === undefined,
    isTooLarge: ({ context: { file, tier } }) => uploadFault(file, tier) === 'size',
    isPrepared: ({ context }) => context.prepared !== undefined,
    isPermitted: ({ context: { permit, now } }) =>
      permit !== undefined && isAuthorized(permit, toSeconds(now)),
    isReadable: (_, { prepared }: { prepared: Prepared | undefined }) => prepared !== undefined,
    isSigned: ({ context, event }) =>
      isMine(context, event) && event.outcome.ok && 'event' in event.outcome,
    isMine: ({ context, event }) => isMine(context, event),
    isStored: ({ context, event }) =>
      event.type === 'put.answered' && event.ok && uploadedOf(context, event.body) !== undefined,
    isRefused: ({ event }) => event.type === 'put.answered' && !event.ok,
  },
  delays: {
    readTimeout: 2 * 60_000,
    /** Longer than the parent's request, which may need a signature. */
    weighTimeout: 16 * 60_000,
    /** Longer than the signer's own timeout. */
    signTimeout: 15 * 60_000,
    /** Timeout without progress, and for the response after the last byte. */
    silence: 60_000,
  },
  actions: {
    describe: assign(whenEvent('upload.describe', ({ event }) => ({ alt: event.alt }))),
    notifyDescribed: sendParent(
      ({ context: { id, alt } }): UploadDescribed => ({
        type: 'upload.described',
        id,
        isDescribed: alt.trim() !== '',
      }),
    ),
    refuse: assign(({ context: { file, tier } }) => ({
      failure: failed(uploadFault(file, tier) ?? 'kind'),
    })),
    receiveTier: assign(({ event }) =>
      event.type === 'upload.tier' && event.tier ? { tier: event.tier } : {},
    ),
    begin: assign(
      whenEvent('upload.start', ({ event }) => ({
        servers: event.servers,
        failure: undefined,
        sent: 0,
        left: undefined,
      })),
    ),
    restart: assign(whenEvent('upload.retry', ({ event }) => ({ now: event.now }))),
    keepPrepared: assign((_, { prepared }: { prepared: Prepared | undefined }) =>
      prepared ? { prepared, now: prepared.now } : {},
    ),
    fail: assign((_, { fault }: { fault: UploadFailure['fault'] }) => ({ failure: failed(fault) })),
    askSign: enqueueActions(({ context, enqueue, self }) => {
      const { account, signer, file, prepared, servers, now } = context;
      const attempt = context.attempt + 1;
      enqueue.assign({ attempt });
      const template = uploadDraft(prepared?.hash ?? '', toSeconds(now), servers);
      const type = file.type.startsWith('video/') ? 'video' : 'picture';
      const reason = { code: 'sign.upload', params: { type } } as const;
      const request = {
        id: promptOf(context.id, attempt),
        from: self,
        pubkey: account,
        reason,
        act: { do: 'sign', template } as const,
      };
      enqueue.sendTo(signer, { type: 'sign.request', request });
    }),
    cancelSign: sendTo(
      ({ context }) => context.signer,
      ({ context, self }) => ({
        type: 'sign.cancel',
        id: promptOf(context.id, context.attempt),
        from: self,
      }),
    ),
    keepPermit: assign(({ event }) => ({ permit: signedIn(event) })),
    failSign: assign(({ event }) => ({
      failure: failed(
        'unsigned',
        event.type === 'sign.settled' && !event.outcome.ok
          ? signingMessage(event.outcome.failure)
          : undefined,
      ),
    })),
    note: assign(
      whenEvent('put.progress', ({ event }) => ({ sent: event.sent, left: event.left })),
    ),
    keepUploaded: assign(
      whenEvent('put.answered', ({ context, event }) => ({
        uploaded: uploadedOf(context, event.body),
        now: event.now,
        sent: context.file.size,
      })),
    ),
    failPut: assign(({ event }) => {
      if (event.type !== 'put.answered') return {};
      // show the server's reason, because a bare status says little
      return {
        failure: refusedUpload(event.reason, event.status),
        permit: undefined,
      };
    }),
    notify: sendParent(
      ({ context }, { stand }: Pick<UploadNews, 'stand'>): UploadNews => ({
        type: 'upload.statusChanged',
        id: context.id,
        stand,
      }),
    ),
  },
}).createMachine({
  id: 'upload',
  context: ({ input }) => ({
    ...input,
    alt: '',
    servers: [],
    prepared: undefined,
    permit: undefined,
    attempt: 0,
    sent: 0,
    left: undefined,
    failure: undefined,
    uploaded: undefined,
    now: millis(0),
  }),
  initial: 'checking',
  on: {
    'upload.cancel': '.ended',
    'upload.describe': { actions: ['describe', 'notifyDescribed'] },
  },
  states: {
    checking: {
      always: [
        { guard: 'isFit', target: 'waiting' },
        { guard: 'isTooLarge', target: 'weighing' },
        { target: 'unfit', actions: 'refuse' },
      ],
    },
    /** The file exceeds the limit for everybody. Only now request the membership (BEYOND-03). */
    weighing: {
      tags: 'waiting',
      entry: { type: 'notify', params: { stand: 'weighing' } },
      on: { 'upload.tier': { target: 'weighed', actions: 'receiveTier' } },
      after: { weighTimeout: 'weighed' },
    },
    weighed: {
      always: [
        {
          guard: 'isFit',
          target: 'waiting',
          actions: { type: 'notify', params: { stand: 'waiting' } },
        },
        { target: 'unfit', actions: 'refuse' },
      ],
    },
    /** A retry cannot help, because the file stays the same. */
    unfit: { tags: 'failed', entry: { type: 'notify', params: { stand: 'unfit' } } },
    /** Waits in the queue of uploads. */
    waiting: {
      tags: 'waiting',
      on: {
        'upload.start': [
          { guard: 'isPrepared', target: 'permitting', actions: 'begin' },
          { target: 'preparing', actions: 'begin' },
        ],
      },
    },
    preparing: {
      tags: 'preparing',
      invoke: {
        id: 'prepare',
        src: 'prepare',
        input: ({ context }) => ({ file: context.file }),
        onDone: [
          {
            guard: { type: 'isReadable', params: ({ event }) => ({ prepared: event.output }) },
            target: 'permitting',
            actions: { type: 'keepPrepared', params: ({ event }) => ({ prepared: event.output }) },
          },
          { target: 'failed', actions: { type: 'fail', params: { fault: 'damaged' } } },
        ],
        onError: { target: 'failed', actions: { type: 'fail', params: { fault: 'unreadable' } } },
      },
      after: {
        readTimeout: {
          target: 'failed',
          actions: { type: 'fail', params: { fault: 'unreadable' } },
        },
      },
    },
    permitting: { always: [{ guard: 'isPermitted', target: 'sending' }, { target: 'signing' }] },
    signing: {
      tags: 'signing',
      entry: 'askSign',
      exit: 'cancelSign',
      on: {
        'sign.settled': [
          { guard: 'isSigned', target: 'sending', actions: 'keepPermit' },
          { guard: 'isMine', target: 'failed', actions: 'failSign' },
        ],
      },
      after: { signTimeout: { target: 'failed', actions: 'failSign' } },
    },
    sending: {
      tags: 'sending',
      initial: 'moving',
      invoke: {
        id: 'put',
        src: 'put',
        input: ({ context: { account, servers, prepared, permit, file } }) => {
          if (!prepared || !permit) throw new Error('nothing is ready to be sent');
          return {
            account,
            server: servers[0] ?? '',
            bytes: prepared.bytes,
            type: file.type,
            hash: prepared.hash,
            permit,
          };
        },
        onError: { target: 'failed', actions: { type: 'fail', params: { fault: 'unreachable' } } },
      },
      on: {
        'put.answered': [
          { guard: 'isStored', target: 'ended', actions: 'keepUploaded' },
          { guard: 'isRefused', target: 'failed', actions: 'failPut' },
          { target: 'failed', actions: { type: 'fail', params: { fault: 'other' } } },
        ],
        'put.broken': {
          target: 'failed',
          actions: { type: 'fail', params: { fault: 'unreachable' } },
        },
      },
      states: {
        moving: {
          on: { 'put.progress': { target: 'moving', reenter: true, actions: 'note' } },
          after: {
            silence: {
              target: '#upload.failed',
              actions: { type: 'fail', params: { fault: 'stalled' } },
            },
          },
        },
      },
    },
    failed: {
      tags: ['failed', 'retriable'],
      entry: { type: 'notify', params: { stand: 'failed' } },
      on: {
        'upload.retry': {
          target: 'waiting',
          actions: ['restart', { type: 'notify', params: { stand: 'waiting' } }],
        },
      },
    },
    ended: { type: 'final' },
  },
  output: ({ context: { id, file, uploaded, prepared, permit, servers, now } }) => ({
    id,
    file,
    uploaded,
    stripped: prepared?.stripped ?? false,
    now,
    copies: prepared && permit && { hash: prepared.hash, permit, servers: servers.slice(1) },
  }),
});

export type UploadActor = ActorRefFrom<typeof uploadMachine>;

function failed(fault: UploadFailure['fault'], reason?: UserMessage): UploadFailure {
  return { fault, reason };
}

function promptOf(id: string, attempt: number): string {
  return `${id} ${attempt}`;
}

function isMine({ id, attempt }: Context, event: UploadEvent): event is SignSettled {
  return event.type === 'sign.settled' && event.id === promptOf(id, attempt);
}

function uploadedOf({ prepared, file, alt, home }: Context, body: unknown): Uploaded | undefined {
  if (!prepared) return undefined;
  const { hash, dim, bytes } = prepared;
  return readDescriptor(body, { hash, type: file.type, size: bytes.size, dim, alt }, home);
}
