import {
  type ActorRefFrom,
  assign,
  type DoneActorEvent,
  enqueueActions,
  raise,
  sendParent,
  sendTo,
  setup,
} from 'xstate';
import type { Account } from '../../../events/account/account.ts';
import { unsavedIn } from '../../../events/account/unsaved-account.ts';
import { type CreateStepName, SAVE_DRAFT } from '../../../events/account/new-account-draft.ts';
import { FIRST_WORDS, firstDrafts, originOfFirst } from '../../../events/compose/first-notes.ts';
import {
  type FieldProblem,
  NO_FIELDS,
  problemsIn,
  PROFILE_FIELDS,
  type ProfileField,
  type ProfileFields,
  trimmed,
} from '../../../events/account/profile/profile-fields.ts';
import type { SigningFailure } from '../../../events/account/signing/signing-error.ts';
import type { UploadFailure } from '../../../events/media/upload.ts';
import {
  type FollowPack,
  MAX_PACKS,
  readFollowPacks,
} from '../../../events/people/follow-packs.ts';
import { query } from '../../../events/connection/verbs.ts';
import { seconds, type Seconds } from '../../../events/core/time.ts';
import type { Bus, Outcome } from '../../core/bus.ts';
import { requestMachine } from '../../connection/request.machine.ts';
import { whenEvent, withOutcome } from '../../core/event-guards.ts';
import { callbackPort, promisePort } from '../../core/ports.ts';
import { backupMachine } from '../keys/backup.machine.ts';
import { backedUp } from './account-switch.ts';
import { loginMachine, type LoginNews, type LoginOutput } from '../keys/login.machine.ts';
import type { CreateMemoryCommand, CreateMemorySignal, NewPicture } from './create-protocol.ts';
import type { Ours } from '../../../events/nostr/ours.ts';
import type { PublishIntent } from '../../core/outbox-protocol.ts';

/** A file to upload, authorized by the new key. */
export interface NewUpload {
  readonly pubkey: string;
  readonly file: File;
}

/** The address of the uploaded file, or why there is none. */
export type NewUploadResult = { readonly url: string } | { readonly failure: UploadFailure };

/** A chosen picture. `failure`: why it was not uploaded. */
export interface ChosenPicture {
  readonly file: File;
  readonly stand: 'going' | 'there' | 'failed';
  readonly failure?: UploadFailure;
}

export type CreateEvent =
  | CreateMemorySignal
  | { type: 'create.type'; field: ProfileField; text: string }
  /** Adds or removes follows of the new account. */
  | { type: 'create.follow'; pubkeys: readonly string[]; follows: boolean }
  | { type: 'create.next' }
  | { type: 'create.previous' }
  /** Requests suggestions again. */
  | { type: 'create.retry' }
  /**
   * Uploads a picture of the profile, signed by the new key. `isKept`: it was chosen before a
   * reload.
   */
  | { type: 'create.choose'; field: NewPicture; file: File; isKept?: true }
  /** Removes the picture from the profile. */
  | { type: 'create.remove'; field: NewPicture }
  /** Creates the key and publishes the first events. */
  | { type: 'create.finish'; now: Seconds }
  /** Sent by the parent: this account is current now, so orders go out in its name (INV-SCOPE). */
  | { type: 'create.adopted'; pubkey: string }
  | LoginNews
  | DoneActorEvent<LoginOutput, 'login'>;

/** Sent to the parent: the account exists with an open key, and its first intents. */
export type CreateNews =
  | { type: 'create.made'; account: Account }
  | { type: 'create.intent'; intent: PublishIntent };

export interface CreateInput {
  readonly bus: Bus;
  /** Origin of the page and its relay, where a new account writes. */
  readonly home: string;
  readonly homeRelay: Ours<string>;
  /** The current account, if its key was made here and has no confirmed copy. */
  readonly unsaved: Account | undefined;
}

interface Context extends CreateInput {
  readonly fields: ProfileFields;
  readonly problems: Readonly<Partial<Record<ProfileField, FieldProblem>>>;
  readonly packs: readonly FollowPack[];
  readonly pictures: Readonly<Partial<Record<NewPicture, ChosenPicture>>>;
  /** Public key of the new key that is open before the account exists. */
  readonly held: string | undefined;
  readonly follows: ReadonlySet<string>;
  readonly now: Seconds;
  readonly account: Account | undefined;
  readonly isAdopted: boolean;
  /** Why there is no key. */
  readonly problem: SigningFailure | undefined;
  readonly step: CreateStepName;
  /** True after a reload by which chosen pictures were lost. */
  readonly hasLostPictures: boolean;
}

/** The end of an upload. */
interface UploadEnd {
  readonly field: NewPicture;
  readonly result: NewUploadResult;
}

const USERNAME: readonly ProfileField[] = ['name'];
const UNSIGNED = { failure: { fault: 'unsigned' } } as const;
const BROKEN = { failure: { fault: 'unreachable' } } as const;
const STALLED = { failure: { fault: 'stalled' } } as const;

const account = setup({
  types: {
    context: {} as Context,
    events: {} as CreateEvent,
    input: {} as CreateInput,
    children: {} as {
      login: 'login';
      backup: 'backup';
      people: 'request';
      uploadPicture: 'upload';
      uploadBanner: 'upload';
      memory: 'memory';
    },
    tags: {} as 'steps' | 'making' | 'made' | 'late' | 'resumed',
  },
  actors: {
    request: requestMachine,
    login: loginMachine,
    backup: backupMachine,
    upload: promisePort<NewUploadResult, NewUpload>('upload'),
    memory: callbackPort<CreateMemoryCommand, undefined>('createMemory'),
  },
  guards: {
    /** True if the page before was left at that step, and nothing was typed on this one. */
    wasAt: ({ context, event }, { step }: { step: CreateStepName }) =>
      event.type === 'createMemory.found' && event.draft.step === step && !holdsSomething(context),
    /** True if the page before was left before the key of the current account was saved. */
    wasSaving: ({ context, event }) =>
      context.unsaved !== undefined &&
      event.type === 'createMemory.found' &&
      event.draft.step === 'save',
    hasName: ({ context }) => Object.keys(problemsOf(context, USERNAME)).length === 0,
    isSound: ({ context }) => Object.keys(problemsOf(context)).length === 0,
    hasAccount: (_, { account }: { account: Account | undefined }) => account !== undefined,
    isMine: ({ context, event }) =>
      event.type === 'create.adopted' && event.pubkey === context.account?.pubkey,
    isAdopted: ({ context }) => context.isAdopted,
    isHeard: (_, { outcome }: { outcome: Outcome }) => outcome.ok,
    hasPacks: (_, { outcome }: { outcome: Outcome }) => packsIn(outcome).length > 0,
    isUploading: ({ context }) => isUploading(context.pictures),
    isHeld: ({ context }) => context.held !== undefined,
    isFor: ({ event }, { field }: { field: NewPicture }) =>
      'field' in event && event.field === field,
  },
  delays: { timeout: 15_000, uploadTimeout: 2 * 60_000 },
  actions: {
    write: assign(({ context, event }) => {
      if (event.type !== 'create.type') return {};
      const { [event.field]: _, ...problems } = context.problems;
      return { fields: { ...context.fields, [event.field]: event.text }, problems };
    }),
    restore: assign(
      whenEvent('createMemory.found', ({ event: { draft } }) => ({
        fields: draft.fields,
        follows: new Set(draft.follows),
        hasLostPictures: draft.hadPictures,
      })),
    ),
    reach: assign((_, { step }: { step: CreateStepName }) => ({ step })),
    remember: sendTo('memory', ({ context }) => ({
      type: 'createMemory.keep' as const,
      draft: {
        step: context.step,
        fields: context.fields,
        follows: [...context.follows],
        hadPictures: context.hasLostPictures || Object.keys(context.pictures).length > 0,
      },
    })),
    rememberSaving: sendTo('memory', { type: 'createMemory.keep' as const, draft: SAVE_DRAFT }),
    resume: assign(({ context: { unsaved } }) => ({ account: unsaved, isAdopted: true })),
    leavePictures: assign({ hasLostPictures: false }),
    trim: assign(({ context: { fields } }) => ({ fields: trimmed(fields) })),
    complain: assign(({ context }) => ({ problems: problemsOf(context) })),
    complainName: assign(({ context }) => ({ problems: problemsOf(context, USERNAME) })),
    follow: assign(({ context, event }) => {
      if (event.type !== 'create.follow') return {};
      const follows = new Set(context.follows);
      for (const pubkey of event.pubkeys) {
        if (event.follows) follows.add(pubkey);
        else follows.delete(pubkey);
      }
      return { follows };
    }),
    receivePeople: assign((_, { outcome }: { outcome: Outcome }) => ({ packs: packsIn(outcome) })),
    /** Create the key for uploads. It waits for the rest of the account. */
    openKey: enqueueActions(({ enqueue }) =>
      enqueue.spawnChild('login', { id: 'login', input: { creates: true, holds: true } }),
    ),
    hold: assign(whenEvent('login.held', ({ event }) => ({ held: event.pubkey }))),
    drop: enqueueActions(({ enqueue }) => {
      enqueue.stopChild('login');
      enqueue.assign({ held: undefined });
    }),
    choose: assign(
      whenEvent('create.choose', ({ context, event: { field, file, isKept = false } }) => ({
        pictures: { ...context.pictures, [field]: { file, stand: 'going' as const } },
        hasLostPictures: isKept && context.hasLostPictures,
      })),
    ),
    /** The key of the first upload is lost with its page, so it is uploaded again. */
    chooseKept: raise(({ event }) => {
      if (event.type !== 'createMemory.fileFound') throw new Error(`${event.type} has no file`);
      const { field, file } = event;
      return { type: 'create.choose' as const, field, file, isKept: true as const };
    }),
    rememberFile: sendTo('memory', ({ event }) => {
      if (!('field' in event) || event.type === 'create.type')
        throw new Error(`${event.type} names no picture`);
      const file = 'file' in event ? event.file : undefined;
      return { type: 'createMemory.keepFile' as const, field: event.field, file };
    }),
    remove: assign(
      whenEvent('create.remove', ({ context: { pictures, fields }, event: { field } }) => {
        const { [field]: _, ...rest } = pictures;
        return { pictures: rest, fields: { ...fields, [field]: '' } };
      }),
    ),
    arrive: assign(({ context: { pictures, fields } }, { field, result }: UploadEnd) => {
      const picture = pictures[field];
      if (!picture) return {};
      const { file } = picture;
      return 'url' in result
        ? {
            pictures: { ...pictures, [field]: { file, stand: 'there' as const } },
            fields: { ...fields, [field]: result.url },
          }
        : { pictures: { ...pictures, [field]: { file, stand: 'failed' as const, ...result } } };
    }),
    /** Continue with the key that is held, or create one. */
    proceed: enqueueActions(({ context: { held }, enqueue }) => {
      if (held !== undefined) enqueue.sendTo('login', { type: 'login.proceed' });
      else enqueue.spawnChild('login', { id: 'login', input: { creates: true } });
    }),
    begin: assign(
      whenEvent('create.finish', ({ event }) => ({ now: event.now, problem: undefined })),
    ),
    blame: assign((_, { problem }: { problem: SigningFailure | undefined }) => ({ problem })),
    adopt: assign({ isAdopted: true }),
    name: assign((_, { account }: { account: Account | undefined }) => ({
      account: account?.method === 'key' ? { ...account, unsaved: true as const } : account,
    })),
    notifyMade: sendParent(({ context: { account } }): CreateNews => {
      if (account) return { type: 'create.made', account };
      throw new Error('no account was made');
    }),
    notifyOrders: enqueueActions(({ context: { fields, homeRelay, follows, now }, enqueue }) => {
      const drafts = firstDrafts({ fields, homeRelay, follows: [...follows] });
      for (const word of FIRST_WORDS) {
        const intent = {
          type: 'intents.publish',
          draft: drafts[word],
          now,
          origin: originOfFirst(word),
          also: [homeRelay],
        } as const;
        enqueue.sendParent({ type: 'create.intent', intent } satisfies CreateNews);
      }
    }),
  },
});

/** The upload of one picture. A failed one keeps its file, and nothing else of the form is lost. */
const uploadOf = (field: NewPicture, id: 'uploadPicture' | 'uploadBanner') =>
  account.createStateConfig({
    initial: 'idle',
    on: {
      'create.choose': {
        guard: { type: 'isFor', params: { field } },
        target: '.chosen',
        actions: ['choose', 'remember', 'rememberFile'],
      },
      'create.remove': {
        guard: { type: 'isFor', params: { field } },
        target: '.idle',
        actions: ['remove', 'remember', 'rememberFile'],
      },
    },
    states: {
      /** No upload. `pictures` has the result of the last one. */
      idle: {},
      /** Wait for the key. */
      chosen: {
        always: { guard: 'isHeld', target: 'uploading' },
        on: {
          'xstate.done.actor.login': {
            target: 'idle',
            actions: { type: 'arrive', params: { field, result: UNSIGNED } },
          },
        },
      },
      uploading: {
        invoke: {
          id,
          src: 'upload',
          input: ({ context }) => uploadInput(context, field),
          onDone: {
            target: 'idle',
            actions: {
              type: 'arrive',
              params: ({ event }) => ({ field, result: event.output }),
            },
          },
          onError: {
            target: 'idle',
            actions: { type: 'arrive', params: { field, result: BROKEN } },
          },
        },
        after: {
          uploadTimeout: {
            target: 'idle',
            actions: { type: 'arrive', params: { field, result: STALLED } },
          },
        },
      },
    },
  });

/**
 * A new account in three steps (ACCOUNT-07): a username, further profile fields, and follows. Then
 * its key is created and stored as at a sign-in, the account is adopted, and its first events are
 * ordered. The outbox reports their acceptance. A backup here needs no PIN, because it was just
 * set. The first chosen picture creates the key earlier, because it authorizes the upload. An
 * account that is not finished leaves no key. A reload before the key was saved returns to it.
 */
export const createAccountMachine = account.createMachine({
  id: 'create',
  type: 'parallel',
  context: ({ input }) => ({
    ...input,
    fields: NO_FIELDS,
    problems: {},
    packs: [],
    pictures: {},
    held: undefined,
    follows: new Set(),
    now: seconds(0),
    account: undefined,
    isAdopted: false,
    problem: undefined,
    step: 'username',
    hasLostPictures: false,
  }),
  invoke: { id: 'memory', src: 'memory', onError: {} },
  on: { 'createMemory.fileFound': { actions: 'chooseKept' } },
  states: {
    people: {
      initial: 'asking',
      states: {
        asking: {
          invoke: {
            id: 'people',
            src: 'request',
            input: ({ context: { bus } }) => ({
              bus,
              query: query('follow_lists', { limit: MAX_PACKS }),
            }),
            onDone: [
              {
                guard: { type: 'hasPacks', params: withOutcome },
                target: 'listed',
                actions: { type: 'receivePeople', params: withOutcome },
              },
              { target: 'suggesting' },
            ],
            onError: 'suggesting',
          },
        },
        /** Not every service knows follow packs. */
        suggesting: {
          invoke: {
            id: 'people',
            src: 'request',
            input: ({ context: { bus } }) => ({ bus, query: query('get_suggested_users', {}) }),
            onDone: [
              {
                guard: { type: 'isHeard', params: withOutcome },
                target: 'listed',
                actions: { type: 'receivePeople', params: withOutcome },
              },
              { target: 'failed' },
            ],
            onError: 'failed',
          },
        },
        listed: {},
        failed: { on: { 'create.retry': 'asking' } },
      },
    },
    key: {
      initial: 'none',
      states: {
        none: { on: { 'create.choose': { target: 'opening', actions: 'openKey' } } },
        opening: { on: { 'login.held': { target: 'held', actions: 'hold' } } },
        held: {},
      },
      on: {
        'xstate.done.actor.login': { target: '.none', actions: 'drop' },
        'xstate.error.actor.login': { target: '.none', actions: 'drop' },
      },
    },
    picture: uploadOf('picture', 'uploadPicture'),
    banner: uploadOf('banner', 'uploadBanner'),
    main: {
      initial: 'username',
      states: {
        username: {
          tags: 'steps',
          entry: { type: 'reach', params: { step: 'username' } },
          on: {
            'createMemory.found': [
              { guard: 'wasSaving', target: 'resumed', actions: 'resume' },
              {
                guard: { type: 'wasAt', params: { step: 'details' } },
                target: 'details',
                actions: 'restore',
              },
              {
                guard: { type: 'wasAt', params: { step: 'follows' } },
                target: 'follows',
                actions: 'restore',
              },
              { guard: { type: 'wasAt', params: { step: 'username' } }, actions: 'restore' },
            ],
            'create.type': { actions: ['write', 'remember'] },
            'create.next': [
              { guard: 'hasName', target: 'details', actions: 'trim' },
              { actions: 'complainName' },
            ],
          },
        },
        details: {
          tags: 'steps',
          entry: [{ type: 'reach', params: { step: 'details' } }, 'remember'],
          exit: 'leavePictures',
          on: {
            'create.type': { actions: ['write', 'remember'] },
            'create.previous': {
              target: 'username',
              actions: [{ type: 'reach', params: { step: 'username' } }, 'remember'],
            },
            'create.next': [
              { guard: 'isSound', target: 'follows', actions: 'trim' },
              { actions: 'complain' },
            ],
          },
        },
        follows: {
          tags: 'steps',
          entry: [{ type: 'reach', params: { step: 'follows' } }, 'remember'],
          on: {
            'create.follow': { actions: ['follow', 'remember'] },
            'create.previous': 'details',
            'create.finish': [{ guard: 'isUploading' }, { target: 'making', actions: 'begin' }],
          },
        },
        making: {
          tags: 'making',
          entry: 'proceed',
          on: {
            'xstate.done.actor.login': [
              {
                guard: {
                  type: 'hasAccount',
                  params: ({ event }) => ({ account: event.output.account }),
                },
                target: 'made',
                actions: {
                  type: 'name',
                  params: ({ event }) => ({ account: event.output.account }),
                },
              },
              {
                target: 'follows',
                actions: {
                  type: 'blame',
                  params: ({ event }) => ({ problem: event.output.problem }),
                },
              },
            ],
            'xstate.error.actor.login': 'follows',
          },
        },
        made: {
          tags: 'made',
          entry: ['rememberSaving', 'notifyMade'],
          initial: 'waiting',
          invoke: {
            id: 'backup',
            src: 'backup',
            input: ({ context }) => ({
              pubkey: context.account?.pubkey ?? '',
              by: 'open' as const,
            }),
            onDone: {},
            onError: {},
          },
          on: { 'create.adopted': { guard: 'isMine', actions: 'adopt' } },
          states: {
            /** Wait until the account is current. */
            waiting: {
              always: { guard: 'isAdopted', target: 'ordered' },
              after: { timeout: 'late' },
            },
            late: { tags: 'late', always: { guard: 'isAdopted', target: 'ordered' } },
            ordered: { entry: 'notifyOrders' },
          },
        },
        /** After a reload: the account exists, its words are gone, and its key can be saved. */
        resumed: {
          tags: ['made', 'resumed'],
          invoke: {
            id: 'backup',
            src: 'backup',
            input: ({ context }) => backedUp(context.account),
            onDone: {},
            onError: {},
          },
        },
      },
    },
  },
});

export type CreateActor = ActorRefFrom<typeof createAccountMachine>;

/** Return the input of a creation in that session. */
export function creationIn({
  bus,
  home,
  homeRelay,
  accounts,
  account,
}: Omit<CreateInput, 'unsaved'> & {
  readonly accounts: readonly Account[];
  readonly account: Account | undefined;
}): CreateInput {
  return { bus, home, homeRelay, unsaved: unsavedIn(accounts, account?.pubkey) };
}

/** True if a chosen picture is still being uploaded. */
export function isUploading(pictures: Context['pictures']): boolean {
  return Object.values(pictures).some(({ stand }) => stand === 'going');
}

/** True if the user has typed or chosen something. */
export function holdsSomething({ fields, follows, pictures }: Context): boolean {
  if (Object.keys(pictures).length > 0) return true;
  return follows.size > 0 || PROFILE_FIELDS.some((name) => fields[name] !== '');
}

function uploadInput({ held, pictures }: Context, field: NewPicture): NewUpload {
  const picture = pictures[field];
  if (held === undefined || !picture) throw new Error('nothing is ready to be sent');
  return { pubkey: held, file: picture.file };
}

function packsIn(outcome: Outcome): readonly FollowPack[] {
  return outcome.ok ? readFollowPacks(outcome.answer) : [];
}

function problemsOf(
  { fields, home }: Context,
  only?: readonly ProfileField[],
): Context['problems'] {
  const problems = problemsIn(NO_FIELDS, trimmed(fields), home);
  if (!only) return problems;
  return Object.fromEntries(
    Object.entries(problems).filter(([name]) => only.some((one) => one === name)),
  );
}
