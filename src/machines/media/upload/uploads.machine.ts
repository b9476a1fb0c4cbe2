import {
  type ActorRefFrom,
  assign,
  type DoneActorEvent,
  enqueueActions,
  sendParent,
  setup,
} from 'xstate';
import { editCopy } from '../../../events/nostr/edit-copy.ts';
import { listQuery } from '../../../events/account/lists/list-query.ts';
import { membershipQuery, tierIn } from '../../../events/account/signing/signed-query.ts';
import { hasMirrors } from '../../../events/media/media-servers.ts';
import { newestVersion, type SignedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { serversIn, type Uploaded } from '../../../events/media/upload.ts';
import { millis, type Millis } from '../../../events/core/time.ts';
import { withoutKey } from '../../../events/core/without-key.ts';
import {
  signedRequestMachine,
  type SignedRequestOutcome,
} from '../../account/signing/signed-request.machine.ts';
import type { SignerRef } from '../../core/signer-ref.ts';
import type { Bus, Outcome } from '../../core/bus.ts';
import type { NetworkNews } from '../../connection/relay-protocol.ts';
import { requestMachine } from '../../connection/request.machine.ts';
import { whenEvent, withOutcome } from '../../core/event-guards.ts';
import { mirrorMachine, type MirrorOutput } from './mirror.machine.ts';
import {
  type UploadDescribed,
  type UploadNews,
  uploadMachine,
  type UploadOutput,
} from './upload.machine.ts';
import type { MembershipTier } from '../../../events/account/membership/membership.ts';
import type { Invariants } from '../../core/invariants.ts';

export interface UploadsInput {
  readonly account: string;
  readonly bus: Bus;
  readonly signer: SignerRef;
  readonly home: string;
  /** True if they begin without a network. */
  readonly isOffline?: boolean;
}

/**
 * Files that were chosen, pasted or dropped. `tier` and `servers` (kind 10063): known data of the
 * account. `told`: the membership that the service reported, or `undefined`. `mirrors`: the setting
 * of this device. `pictures`: which of the files are pictures that may need a description, by their
 * places, because a recording has no files.
 */
interface AddedFiles {
  readonly files: readonly File[];
  readonly pictures?: readonly number[];
  readonly tier: MembershipTier;
  readonly told: MembershipTier | undefined;
  readonly servers: Pick<SignedEvent, 'tags'> | undefined;
  readonly mirrors: boolean | undefined;
}

export type UploadsAdd = { type: 'uploads.add' } & AddedFiles;

export type UploadsEvent =
  | UploadNews
  | UploadDescribed
  | UploadsAdd
  | Extract<NetworkNews, { type: 'network.offline' }>
  /** Uploads all failed files again for which a retry can help. */
  | { type: 'uploads.retry'; now: Millis }
  | DoneActorEvent<UploadOutput | MirrorOutput | Outcome | SignedRequestOutcome>
  /** A file was removed from the text, so its picture is not needed any more. */
  | { type: 'uploads.forget'; url: string };

/**
 * Sent to the parent: an uploaded file, or the number of open and failed uploads. `dropped`: true
 * if one was just dropped. `pictures`: the number of open pictures without a description, if any.
 */
export type UploadsNews =
  | ({ type: 'compose.attach'; now: Millis } & Uploaded)
  | {
      type: 'uploads.statusChanged';
      open: number;
      failed: number;
      dropped: boolean;
      pictures?: number;
      now: Millis;
    };

type Stand = UploadNews['stand'] | 'going';

/** True if the upload has ended without a file, for now or for good. */
export const hasFailed = (stand: Stand): boolean => stand === 'failed' || stand === 'unfit';
type Child = `upload ${number}`;
type Copy = `mirror ${string}`;

/** State of the copies of a file on other servers, by origin. */
export type Mirrors = ReadonlyMap<string, 'going' | 'there' | 'failed'>;

interface Stored extends Pick<UploadOutput, 'id' | 'file' | 'stripped'>, Pick<Uploaded, 'tag'> {
  readonly mirrors: Mirrors;
}

interface Context extends UploadsInput {
  /** In the order in which the files were added. */
  readonly stands: ReadonlyMap<Child, Stand>;
  readonly count: number;
  /** Uploads of pictures without a description. */
  readonly pictures: ReadonlySet<Child>;
  /** True if the browser has no network. No upload is started then. */
  readonly isOffline: boolean;
  readonly servers: readonly string[] | undefined;
  /** Membership of the account, as reported by the service. `undefined` if it is unknown. */
  readonly tier: MembershipTier | undefined;
  readonly mirrors: boolean | undefined;
  /** Uploaded files by address. They are shown from the local file instead of being loaded. */
  readonly sent: ReadonlyMap<string, Stored>;
}

const CHILDREN: {
  locate: 'request';
  membership: 'signedRequest';
  [upload: Child]: 'upload';
  [mirror: Copy]: 'mirror';
} = {
  locate: 'request',
  membership: 'signedRequest',
};
/** Limit of parallel uploads. */
const MOST = 3;
/** Limit of files in one text. */
const MOST_FILES = 100;

/**
 * Uploads the files of one text: three at a time, the rest in order (MEDIA-01). They go to the
 * first server of the account's list, or to the page's own server without a list. If mirrors are
 * on, the other servers copy the files from there (MEDIA-02). The membership is requested for the
 * first file above the general limit, unless the service has already reported it (MEMBER-01).
 * Without a response the general limit applies. Files that are added offline wait for the network.
 */
export const uploadsMachine = setup({
  types: {
    context: {} as Context,
    events: {} as UploadsEvent,
    input: {} as UploadsInput,
    children: CHILDREN,
  },
  actors: {
    upload: uploadMachine,
    mirror: mirrorMachine,
    request: requestMachine,
    signedRequest: signedRequestMachine,
  },
  guards: {
    isLocated: ({ context }) => context.servers !== undefined,
    isOffline: ({ context }) => context.isOffline,
    isBack: ({ event }) => event.type === 'network.offline' && !event.on,
    isCutOff: ({ context }, { outcome }: { outcome: Outcome | undefined }) =>
      context.isOffline && outcome?.ok !== true,
    hasServers: ({ event }) => event.type === 'uploads.add' && event.servers !== undefined,
  },
  actions: {
    add: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'uploads.add') return;
      const { account, signer, home, count, stands } = context;
      const files = event.files.slice(0, MOST_FILES - count);
      const added = files.map((file, nth) => ({ file, id: `upload ${count + nth}` as const }));
      enqueue.assign({
        count: count + files.length,
        stands: new Map([...stands, ...added.map(({ id }) => [id, 'waiting'] as const)]),
        pictures: new Set([
          ...context.pictures,
          ...added.flatMap(({ id }, nth) => (event.pictures?.includes(nth) ? [id] : [])),
        ]),
      });
      for (const { file, id } of added)
        enqueue.spawnChild('upload', {
          id,
          input: { id, account, signer, file, tier: event.tier, home },
        });
    }),
    recordOffline: assign(whenEvent('network.offline', ({ event }) => ({ isOffline: event.on }))),
    learn: assign(({ context, event }) =>
      event.type === 'uploads.add' && event.servers
        ? { servers: serversIn(event.servers, context.home) }
        : {},
    ),
    /** Store the mirror setting and the membership that came with the new files. */
    hear: assign(
      whenEvent('uploads.add', ({ context, event }) => ({
        mirrors: event.mirrors,
        tier: event.told ?? context.tier,
      })),
    ),
    locate: assign(
      ({ context: { account, home } }, { outcome }: { outcome: Outcome | undefined }) => ({
        servers: serversIn(newestList(account, outcome), home),
      }),
    ),
    note: assign(({ context: { stands }, event }) => {
      if (event.type !== 'upload.statusChanged' || !isChild(event.id) || !stands.has(event.id))
        return {};
      return { stands: new Map(stands).set(event.id, event.stand) };
    }),
    noteDescribed: assign(
      whenEvent('upload.described', ({ context: { pictures }, event: { id, isDescribed } }) => ({
        pictures: new Set(
          [...pictures, ...(isChild(id) ? [id] : [])].filter((one) => one !== id || !isDescribed),
        ),
      })),
    ),
    /** Request the membership once for all uploads that wait for it. */
    weigh: enqueueActions(
      ({ context: { account, bus, signer, stands, tier }, event, enqueue, self }) => {
        if (
          event.type !== 'upload.statusChanged' ||
          event.stand !== 'weighing' ||
          !isChild(event.id) ||
          !stands.has(event.id)
        )
          return;
        if (tier) enqueue.sendTo(event.id, { type: 'upload.tier', tier });
        else if (!self.getSnapshot().children.membership) {
          const asked = membershipQuery(account);
          enqueue.spawnChild('signedRequest', {
            id: 'membership',
            input: { account, bus, signer, asked, quiet: false },
          });
        }
      },
    ),
    notifyTier: enqueueActions(
      (
        { context: { stands }, enqueue },
        { outcome }: { outcome: SignedRequestOutcome | undefined },
      ) => {
        const known = outcome?.ok ? tierIn(outcome.answer.claims) : undefined;
        enqueue.stopChild('membership');
        enqueue.assign({ tier: known });
        for (const [id, stand] of stands)
          if (stand === 'weighing') enqueue.sendTo(id, { type: 'upload.tier', tier: known });
      },
    ),
    end: enqueueActions(({ context, event, enqueue }) => {
      const ended = endOf(event);
      if (!ended || !isChild(ended.id)) return;
      const { id, uploaded, file, stripped, copies } = ended;
      enqueue.stopChild(id);
      if (uploaded && copies) {
        const { servers, ...more } = copies;
        for (const server of servers) {
          const copy: Copy = `mirror ${id} ${server}`;
          enqueue.spawnChild('mirror', { id: copy, input: { ...more, server, url: uploaded.url } });
        }
      }
      const mirrors = new Map(copies?.servers.map((server) => [server, 'going'] as const));
      enqueue.assign({
        stands: withoutKey(context.stands, id),
        sent: uploaded
          ? new Map(context.sent).set(uploaded.url, {
              id,
              file,
              stripped,
              mirrors,
              tag: uploaded.tag,
            })
          : context.sent,
      });
    }),
    recordCopy: enqueueActions(({ context: { sent }, event, enqueue }) => {
      if (!('output' in event) || !('server' in event.output)) return;
      const { url, server, isThere } = event.output;
      enqueue.stopChild(event.actorId);
      enqueue.assign({
        sent: editCopy(
          sent,
          (files) => void files.get(url)?.mirrors.set(server, isThere ? 'there' : 'failed'),
        ),
      });
    }),
    drop: enqueueActions(({ context: { stands }, event, enqueue }) => {
      const id = 'actorId' in event ? event.actorId : '';
      if (!isChild(id)) return;
      enqueue.stopChild(id);
      enqueue.assign({ stands: withoutKey(stands, id) });
    }),
    /** Start the next uploads in order, while slots are free. */
    advance: enqueueActions(({ context, enqueue }) => {
      const { stands, servers: named, mirrors, isOffline } = context;
      if (!named || isOffline) return;
      const servers = hasMirrors(mirrors, named.length) ? named : named.slice(0, 1);
      const going = [...stands.values()].filter((stand) => stand === 'going').length;
      const next = [...stands]
        .flatMap(([id, stand]) => (stand === 'waiting' ? [id] : []))
        .slice(0, Math.max(0, MOST - going));
      if (next.length === 0) return;
      enqueue.assign({ stands: new Map([...stands, ...next.map((id) => [id, 'going'] as const)]) });
      for (const id of next) enqueue.sendTo(id, { type: 'upload.start', servers });
    }),
    retry: enqueueActions(({ context: { stands }, event, enqueue }) => {
      if (event.type !== 'uploads.retry') return;
      const again = [...stands].flatMap(([id, stand]) => (stand === 'failed' ? [id] : []));
      // all at once, so that the parent never sees only some of them still failed
      enqueue.assign({
        stands: new Map([...stands, ...again.map((id) => [id, 'waiting'] as const)]),
      });
      for (const id of again) enqueue.sendTo(id, { type: 'upload.retry', now: event.now });
    }),
    forget: assign(
      whenEvent('uploads.forget', ({ context: { sent }, event }) => ({
        sent: withoutKey(sent, event.url),
      })),
    ),
    notifyAttached: enqueueActions(({ event, enqueue }) => {
      const ended = endOf(event);
      if (ended?.uploaded)
        enqueue.sendParent({
          type: 'compose.attach',
          ...ended.uploaded,
          now: ended.now,
        } satisfies UploadsNews);
    }),
    notifyStand: sendParent(({ context, event }): UploadsNews => {
      const { stands } = context;
      const pictures = [...stands].filter(
        ([id, stand]) => !hasFailed(stand) && context.pictures.has(id),
      ).length;
      const failed = [...stands.values()].filter(hasFailed).length;
      const ended = endOf(event);
      const dropped = ended !== undefined && !ended.uploaded;
      return {
        type: 'uploads.statusChanged',
        open: stands.size - failed,
        failed,
        dropped,
        ...(pictures > 0 ? { pictures } : {}),
        now: ended?.now ?? millis(0),
      };
    }),
  },
}).createMachine({
  id: 'uploads',
  context: ({ input }) => ({
    ...input,
    stands: new Map(),
    count: 0,
    pictures: new Set(),
    isOffline: input.isOffline === true,
    servers: undefined,
    mirrors: undefined,
    tier: undefined,
    sent: new Map(),
  }),
  initial: 'idle',
  on: {
    'upload.statusChanged': { actions: ['note', 'weigh', 'advance', 'notifyStand'] },
    'upload.described': { actions: ['noteDescribed', 'notifyStand'] },
    'uploads.forget': { actions: 'forget' },
    'network.offline': { actions: ['recordOffline', 'advance'] },
    'uploads.retry': { actions: ['retry', 'notifyStand'] },
    'xstate.done.actor.membership': {
      actions: {
        type: 'notifyTier',
        params: ({ event }) => ({ outcome: outcomeOf(event.output) }),
      },
    },
    'xstate.error.actor.membership': {
      actions: { type: 'notifyTier', params: { outcome: undefined } },
    },
    'xstate.error.actor.*': { actions: ['drop', 'advance', 'notifyStand'] },
    'xstate.done.actor.*': {
      actions: ['end', 'recordCopy', 'notifyAttached', 'advance', 'notifyStand'],
    },
  },
  states: {
    idle: {
      on: {
        'uploads.add': [
          {
            guard: 'hasServers',
            target: 'located',
            actions: ['hear', 'learn', 'add', 'notifyStand'],
          },
          {
            guard: 'isOffline',
            target: 'unlocated',
            actions: ['hear', 'add', 'notifyStand'],
          },
          { target: 'locating', actions: ['hear', 'add', 'notifyStand'] },
        ],
      },
    },
    /** The list of servers is requested once there is a network. */
    unlocated: {
      on: {
        'network.offline': { guard: 'isBack', target: 'locating', actions: 'recordOffline' },
        'uploads.add': [
          {
            guard: 'hasServers',
            target: 'located',
            actions: ['hear', 'learn', 'add', 'notifyStand'],
          },
          { actions: ['hear', 'add', 'notifyStand'] },
        ],
      },
    },
    locating: {
      invoke: {
        id: 'locate',
        src: 'request',
        input: ({ context: { bus, account } }) => ({
          bus,
          query: listQuery('mediaServers', account),
          deadline: 5_000,
        }),
        onDone: [
          { guard: { type: 'isCutOff', params: withOutcome }, target: 'unlocated' },
          { target: 'located', actions: { type: 'locate', params: withOutcome } },
        ],
        onError: { target: 'located', actions: { type: 'locate', params: { outcome: undefined } } },
      },
      on: { 'uploads.add': { actions: ['hear', 'add', 'notifyStand'] } },
    },
    located: {
      entry: 'advance',
      on: { 'uploads.add': { actions: ['hear', 'learn', 'add', 'advance', 'notifyStand'] } },
    },
  },
});

export type UploadsActor = ActorRefFrom<typeof uploadsMachine>;

function endOf(event: UploadsEvent): UploadOutput | undefined {
  return 'output' in event && 'id' in event.output ? event.output : undefined;
}

function outcomeOf(
  output: UploadOutput | MirrorOutput | Outcome | SignedRequestOutcome,
): SignedRequestOutcome | undefined {
  return 'ok' in output ? output : undefined;
}

function isChild(id: string): id is Child {
  return /^upload \d+$/.test(id);
}

/** Return the newest received version of the list (kind 10063). */
function newestList(account: string, outcome: Outcome | undefined): SignedEvent | undefined {
  const events = outcome?.ok ? [...outcome.answer.events, ...outcome.answer.referenced] : [];
  return newestVersion(
    events.filter(({ kind, pubkey }) => kind === KIND.BlossomServers && pubkey === account),
  );
}

/** @internal */
export const uploadsInvariants: Invariants<typeof uploadsMachine> = {
  limitedFiles: ({ context }) => context.stands.size <= MOST_FILES,
};
