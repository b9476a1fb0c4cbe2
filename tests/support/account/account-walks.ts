import { SECRET_KEPT } from '../../../src/events/account/signing/signing-error.ts';
import { JOIN, RESTORED, ends, fails } from '../machines/walk-samples.ts';
import type { Account } from '../../../src/events/account/account.ts';
import type { Device } from '../../../src/events/account/devices/device.ts';
import { NO_PERMITS } from '../../../src/events/account/devices/permits.ts';
import { seconds } from '../../../src/events/core/time.ts';
import { RESULT } from '../../../src/events/nostr/kinds.ts';
import { membershipQuery } from '../../../src/events/account/signing/signed-query.ts';
import { settingsDraft } from '../../../src/events/account/signing/request-drafts.ts';
import { secretOf } from '../../../src/events/account/keys/secret.ts';
import { signingFailure } from '../../../src/events/account/signing/signing-error.ts';
import { DEFAULT_ZAPS } from '../../../src/events/settings/zap-settings.ts';
import { CHANGED_SINCE } from '../../../src/events/settings/settings-versions.ts';
import { fakeAsker, note, request } from './fake-signer.ts';
import type { Walk } from '../machines/app-walks.ts';
import { invoiceOf, secretPair } from '../money/invoices.ts';
import { trusted } from '../events/trusted.ts';
import { pressed } from '../../../src/events/nostr/ours.ts';

const A = 'a'.repeat(64);
const B = 'b'.repeat(64);
const HEX = '67dea2ed018072d675f5415ecfaed7d2597555e202d85b3d65ea4e58d2d92ffa';
const NPUB = 'npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg';
const NSEC = 'nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5';
/** From the vectors of NIP-49. */
const NCRYPTSEC =
  'ncryptsec1qgpc7jmmzmds376r8slazywlagrm5eerlrx7njnjenweggq2atjl0h9vmpk8f9gad0tqy3pwch8e49kyj5qtehp4mjwpzlshx5f5cce8feukst08w52zf4a7gssdqvt3eselup7x4zzezlme3ydxpjaf';
const BUNKER = `bunker://${HEX}?relay=wss://r.example`;
const OFFER = `nostrconnect://${HEX}?relay=wss://r.example&secret=x`;

const SIGNING = {
  do: 'sign',
  template: { kind: 1, content: '', tags: [], created_at: seconds(5) },
};
const WORK = {
  ref: 's',
  device: B,
  call: SIGNING,
  at: seconds(5),
  stage: 'quietly',
  question: undefined,
  locked: false,
};
const DEVICE: Device = {
  id: B,
  client: A,
  name: '',
  url: '',
  relays: [pressed('ws://here.example')],
  asked: NO_PERMITS,
  permits: NO_PERMITS,
  since: seconds(5),
  log: [],
};

const asker = fakeAsker();
const failure = signingFailure('invalid-nsec');
const extension: Account = { pubkey: A, method: 'extension' };
const withPin: Account = { pubkey: B, method: 'key', lock: 'pin' };
const onDevice: Account = { pubkey: B, method: 'key', lock: 'device' };
const inPage: Account = { pubkey: B, method: 'key', lock: 'page' };
const reader: Account = { pubkey: B, method: 'readonly' };

const READING = { do: 'sign', template: settingsDraft() } as const;

const here = { bus: asker.ref, home: 'http://here.example', homeRelay: 'ws://here.example' };
const heard = { ok: true, answer: { events: [], referenced: [], claims: [] } };
const PACKS = {
  ok: true,
  answer: {
    events: [
      trusted({
        kind: 39_089,
        pubkey: A,
        tags: [
          ['title', 'Boats'],
          ['p', B],
        ],
      }),
    ],
    referenced: [],
    claims: [],
  },
};
const SETTINGS = {
  ok: true,
  answer: {
    events: [trusted({ kind: 30_078, pubkey: A, content: '{}' })],
    referenced: [],
    claims: [],
  },
};
const UNSIGNED = { ok: false, reason: 'unsigned', text: '' };
const QUOTED = {
  ok: true,
  answer: {
    events: [],
    referenced: [],
    claims: [
      {
        claim: 'other',
        kind: RESULT.MembershipProducts,
        content: {
          qr_code: invoiceOf(secretPair(1).hash, { amountMsats: 7_000_000 }),
          membership_quote_id: 'q',
          amount_usd: '7',
          amount_btc: '0.00007',
        },
      },
    ],
  },
};
const UNHEARD = { ok: false, reason: 'notice', text: '' };
const OVERTAKEN = { ok: false, reason: 'notice', text: CHANGED_SINCE };

const typed = (pin: string) => ({
  type: 'pin.submit',
  pin: secretOf(pin),
  repeated: secretOf(pin),
});

/** Walks of the machines of keys and sessions, in the form of `walks`. */
export const accountWalks: Record<
  | 'signer'
  | 'pin'
  | 'idle'
  | 'passkeys'
  | 'pinChange'
  | 'archive'
  | 'devices'
  | 'login'
  | 'session'
  | 'backup'
  | 'create'
  | 'erase'
  | 'signedRequest'
  | 'settingsSync'
  | 'settingsWatch'
  | 'silentSigner'
  | 'membership'
  | 'gettingStarted',
  Walk
> = {
  signer: {
    input: { account: extension, open: true },
    also: [{ account: extension, open: false }],
    samples: {
      'peer.*': [JOIN],
      'sign.request': [request(asker.ref, '1', note('a'), A)],
      'sign.cancel': [{ type: 'sign.cancel', id: '1', from: asker.ref }],
      'signer.cancel': ['1', '2'].map((queued) => ({ type: 'signer.cancel', queued })),
      'signer.retry': [{ type: 'signer.retry', queued: '1' }],
      'signer.denied': [{ type: 'signer.denied', failure }],
      'signer.answered': ['2', '3'].map((id) => ({
        type: 'signer.answered',
        id,
        answer: { text: '' },
      })),
      'signer.failed': [{ type: 'signer.failed', id: '2', failure }],
      'signer.challenged': [{ type: 'signer.challenged', id: '2', url: 'https://x' }],
      'signer.delayed': ['2', '3'].map((prompt) => ({ type: 'signer.delayed', prompt })),
      ...fails('port'),
    },
    key: ({ value, context }) =>
      JSON.stringify([
        value,
        context.queue.length,
        context.queue.some((queued: { prompt?: string }) => queued.prompt),
      ]),
  },
  pin: {
    input: { mode: 'create', pubkey: A },
    also: [{ mode: 'enter', pubkey: A }],
    samples: {
      'pin.submit': [typed('1'), typed('1234')],
      ...ends('lock', [true]),
      ...ends('open', ['right', 'wrong', 'lost']),
      ...ends('erase', [undefined]),
      ...ends('hasPasskey', [true]),
      ...ends('passkey', [{ pubkey: A }, { problem: 'cancelled' }]),
    },
    key: ({ value, context }) => JSON.stringify([value, context.problem === 'lost']),
  },
  idle: { input: undefined, samples: {} },
  archive: {
    input: { account: A },
    samples: {
      'archive.make': ['short', 'a long passphrase'].map((text) => ({
        type: 'archive.make',
        passphrase: secretOf(text),
        repeated: secretOf(text),
        pin: undefined,
      })),
      'archive.read': [{ type: 'archive.read', file: new Blob([]), passphrase: secretOf('x') }],
      'archive.progress': [{ type: 'archive.progress', part: 0.5 }],
      'archive.found': [
        {
          type: 'archive.found',
          plan: {
            made: 1,
            versions: 1,
            drafts: 0,
            scheduled: 0,
            replaced: 0,
            settings: 0,
            key: false,
          },
        },
      ],
      'archive.failed': [{ type: 'archive.failed', why: 'wrong' }],
      ...fails('files'),
    },
  },
  devices: {
    input: {
      account: A,
      isLocal: true,
      bus: asker.ref,
      signer: asker.ref,
      scope: asker.ref,
      homeRelay: 'ws://here.example',
    },
    samples: {
      'peer.*': [JOIN],
      'account.wakeChanged': [{ type: 'account.wakeChanged', on: false }],
      'devicePort.found': [
        { type: 'devicePort.found', devices: [DEVICE] },
        { type: 'devicePort.found', devices: [] },
      ],
      'devicePort.leadershipChanged': [true, false].map((leading) => ({
        type: 'devicePort.leadershipChanged',
        leading,
      })),
      'devicePort.offered': [
        { type: 'devicePort.offered', offer: { uri: secretOf(BUNKER), until: seconds(300) } },
      ],
      'devicePort.paired': [{ type: 'devicePort.paired', device: B }],
      'devicePort.refused': [{ type: 'devicePort.refused', why: 'late' }],
      'devicePort.requested': [
        { type: 'devicePort.requested', ref: 'r', device: B, call: { do: 'ping' }, at: seconds(5) },
        { type: 'devicePort.requested', ref: 's', device: B, call: SIGNING, at: seconds(5) },
      ],
      'sign.settled': [{ type: 'sign.settled', id: 's', outcome: { ok: false, failure } }],
      'relayList.changed': [{ type: 'relayList.changed', relays: [] }],
      'devices.accept': [{ type: 'devices.accept', uri: secretOf(OFFER), permits: NO_PERMITS }],
      'devices.permit': [{ type: 'devices.permit', device: B, permits: NO_PERMITS }],
      'devices.remove': [{ type: 'devices.remove', device: B }],
      'devices.decide': ['once', 'refuse'].map((how) => ({
        type: 'devices.decide',
        ref: 's',
        how,
        now: seconds(5),
      })),
      'devices.lapse': [{ type: 'devices.lapse', ref: 's' }],
      'devices.end': [
        { type: 'devices.end', work: WORK, answer: { error: 'failed' }, came: 'failed' },
      ],
      ...fails('connection'),
    },
    key: ({ value, context }) =>
      JSON.stringify([value, context.devices.length, context.works.length, Boolean(context.offer)]),
  },
  passkeys: {
    input: { account: A },
    samples: {
      'passkeys.add': [{ type: 'passkeys.add', name: '', pin: secretOf('1234') }],
      'passkeys.remove': [{ type: 'passkeys.remove', id: 'a' }],
      ...ends('found', [{ passkeys: [], lacks: undefined }]),
      ...ends('add', [{ passkeys: [] }]),
      ...ends('remove', [{ problem: 'unkept' }]),
    },
  },
  pinChange: {
    input: { account: A },
    samples: {
      'pinChange.begin': [{ type: 'pinChange.begin', act: 'set' }],
      'pinChange.submit': ['1234', '1'].map((pin) => ({
        type: 'pinChange.submit',
        next: secretOf(pin),
        repeated: secretOf(pin),
      })),
      ...ends('change', [{ isDone: true }, { problem: 'pin' }]),
    },
  },
  login: {
    input: undefined,
    also: [{ creates: true }, { creates: true, holds: true }],
    samples: {
      'peer.*': [JOIN],
      'login.submit': [NSEC, NCRYPTSEC, HEX, NPUB, BUNKER, OFFER, 'x'].map((text) => ({
        type: 'login.submit',
        text: secretOf(text),
      })),
      'login.archive': [{ type: 'login.archive', file: new Blob([]), passphrase: secretOf('x') }],
      'login.password': [{ type: 'login.password', pin: secretOf('x') }],
      'key.opened': [{ type: 'key.opened', pubkey: A }],
      'key.refused': [{ type: 'key.refused', failure }],
      'key.kept': [{ type: 'key.kept', lock: 'pin' }],
      'pair.offered': [{ type: 'pair.offered', uri: 'x' }],
      'pair.challenged': [{ type: 'pair.challenged', url: 'x' }],
      'pair.paired': [{ type: 'pair.paired', pubkey: A }],
      'pair.failed': [{ type: 'pair.failed', failure }],
      ...ends('hasPasskey', [true]),
      ...ends('extension', [{ pubkey: A }, { failure }]),
      ...ends('pin', [
        { result: 'skipped' },
        { result: 'locked', kept: true },
        { result: 'cancelled' },
      ]),
      ...fails('pair', 'key'),
    },
    key: ({ value, context }) => JSON.stringify([value, context.typed.type]),
  },
  session: {
    input: { accounts: [], current: undefined, autoLock: 'close', ...here },
    also: [withPin, onDevice, inPage, reader].map((one) => ({
      accounts: [extension, one],
      current: B,
      autoLock: 5,
      ...here,
    })),
    samples: {
      'peer.*': [JOIN],
      ...fails('peers'),
      'sign.request': [
        ...[A, B].map((pubkey) => request(asker.ref, '1', note('a'), pubkey)),
        ...[note('a'), READING].map((act) => ({
          type: 'sign.request',
          request: { id: '2', from: asker.ref, pubkey: B, reason: '', act, quiet: true },
        })),
      ],
      'sign.cancel': [{ type: 'sign.cancel', id: '1', from: asker.ref }],
      'session.adopt': [extension, withPin, onDevice, reader].map((account) => ({
        type: 'session.adopt',
        account,
      })),
      'session.switch': [A, B].map((pubkey) => ({ type: 'session.switch', pubkey })),
      'session.leave': [{ type: 'session.leave', erase: true }],
      'session.autoLock': [{ type: 'session.autoLock', when: 5 }],
      'session.idleReached': [{ type: 'session.idleReached', idle: 5 }],
      'session.saved': [{ type: 'session.saved', pubkey: B }],
      'create.made': [{ type: 'create.made', account: onDevice }],
      'create.intent': [
        {
          type: 'create.intent',
          intent: { type: 'intents.publish', draft: { kind: 0, tags: [], content: '' }, now: 1 },
        },
      ],
      'accounts.locked': [{ type: 'accounts.locked', pubkey: withPin.pubkey }],
      'accounts.changed': [
        [extension],
        [reader],
        [extension, withPin],
        [extension, onDevice],
        [],
      ].flatMap((accounts) =>
        [undefined, 'c'.repeat(64)].map((chosen) => ({
          type: 'accounts.changed',
          accounts,
          autoLock: 'close',
          chosen,
        })),
      ),
      ...ends('signer', [undefined]),
      ...fails('reader', 'membership'),
      ...ends('login', [{ account: extension }, { account: undefined }]),
      ...ends('pin', [
        { result: 'opened' },
        { result: 'lost' },
        { result: 'erased' },
        { result: 'cancelled' },
      ]),
      ...ends('openDevice', [true, false]),
      ...ends('leave', [undefined]),
      'xstate.done.actor.erase': [{ type: 'xstate.done.actor.erase', output: undefined }],
      ...ends('backup', [undefined]),
      ...fails('create', 'idle', 'idleElsewhere', 'keyHolds', 'store'),
    },
    key: ({ value, context }) =>
      JSON.stringify([value, context.account, context.accounts.length > 1]),
  },
  erase: { input: { pubkey: A, erase: true }, samples: ends('leave', [undefined]) },
  backup: {
    input: { pubkey: A, by: 'pin' },
    also: [{ pubkey: A, by: 'open' }],
    samples: {
      'backup.prove': [{ type: 'backup.prove', pin: secretOf('1234') }],
      'backup.lock': ['short', 'long enough'].map((text) => ({
        type: 'backup.lock',
        password: secretOf(text),
        repeated: secretOf(text),
      })),
      'vault.opened': [{ type: 'vault.opened', nsec: secretOf('nsec1abcdefgh'), words: undefined }],
      'backup.check': [{ type: 'backup.check', form: 'nsec', positions: [1, 2] }],
      'backup.answer': ['abcd', 'abce'].map((text) => ({
        type: 'backup.answer',
        typed: [secretOf(text), secretOf('efgh')],
      })),
      'backup.compare': ['nsec1abcdefgh', 'another'].map((text) => ({
        type: 'backup.compare',
        file: secretOf(text),
      })),
      'vault.refused': ['pin', 'failed'].map((why) => ({ type: 'vault.refused', why })),
      'vault.locked': [{ type: 'vault.locked', ncryptsec: secretOf('ncryptsec1') }],
      ...fails('vault'),
    },
  },
  create: {
    input: { ...here, unsaved: onDevice },
    samples: {
      'create.type': ['', 'ann'].map((text) => ({ type: 'create.type', field: 'name', text })),
      'create.follow': [true, false].map((follows) => ({
        type: 'create.follow',
        pubkeys: [A],
        follows,
      })),
      ...RESTORED,
      'createMemory.fileFound': [
        { type: 'createMemory.fileFound', field: 'picture', file: new File([], 'a.png') },
      ],
      'create.choose': ['picture', 'banner'].map((field) => ({
        type: 'create.choose',
        field,
        file: new File([], 'boat.png'),
      })),
      'create.remove': ['picture', 'banner'].map((field) => ({ type: 'create.remove', field })),
      'login.held': [{ type: 'login.held', pubkey: A }],
      ...ends('uploadPicture', [
        { url: 'https://x.example/1.png' },
        { failure: { fault: 'other' } },
      ]),
      ...ends('uploadBanner', [
        { url: 'https://x.example/1.png' },
        { failure: { fault: 'other' } },
      ]),
      'create.finish': [{ type: 'create.finish', now: 1 }],
      'create.adopted': [A, B].map((pubkey) => ({ type: 'create.adopted', pubkey })),
      ...ends('people', [heard, PACKS, { ok: false, reason: 'notice', text: '' }]),
      ...ends('login', [{ account: onDevice }, { account: undefined, problem: failure }]),
      ...ends('backup', [undefined]),
    },
    key: ({ value, context }) => JSON.stringify([value, context.fields.name, context.isAdopted]),
  },
  signedRequest: {
    input: {
      bus: asker.ref,
      account: A,
      signer: asker.ref,
      asked: membershipQuery(A),
      quiet: false,
    },
    samples: {
      'sign.settled': [
        { ok: true, event: trusted({ pubkey: A }) },
        { ok: false, failure },
      ].map((outcome) => ({ type: 'sign.settled', id: 'proof', outcome })),
      ...ends('request', [heard]),
    },
  },
  membership: {
    input: { bus: asker.ref, account: onDevice, signer: asker.ref },
    also: [{ bus: asker.ref, account: extension, signer: asker.ref }],
    samples: {
      ...ends('ask', [heard, UNSIGNED, UNHEARD]),
      ...ends('save', [heard, UNHEARD]),
      ...ends('refresh', [heard]),
      'reminder.found': [true, false].map((isDue) => ({ type: 'reminder.found', isDue })),
      'membership.customize': [
        {
          type: 'membership.customize',
          look: { style: 'GOLD', customBadge: true, avatarGlow: false },
        },
      ],
      'membership.order': [{ product: '1-month-premium', name: '' }, undefined].map((order) => ({
        type: 'membership.order',
        order,
      })),
      ...ends('quote', [QUOTED, UNHEARD]),
      ...fails('reminder'),
    },
    key: ({ value, context }) => JSON.stringify([value, context.isWanted, context.trouble]),
  },
  gettingStarted: {
    input: { bus: asker.ref, account: B, isNew: true },
    also: [{ bus: asker.ref, account: A, isNew: false }],
    samples: {
      'account.creationChanged': [true, false].map((on) => ({
        type: 'account.creationChanged',
        on,
      })),
      'scope.opened': [['compose'], []].map((ids) => ({ type: 'scope.opened', ids })),
      'gettingStarted.found': [true, false].map((isDue) => ({
        type: 'gettingStarted.found',
        isDue,
      })),
      'gettingStarted.claimed': [true, false].map((isDue) => ({
        type: 'gettingStarted.claimed',
        isDue,
      })),
      ...ends('note', [
        {
          ok: true,
          answer: { events: [trusted({ pubkey: B, kind: 1 })], referenced: [], claims: [] },
        },
        UNHEARD,
      ]),
      ...fails('memory'),
    },
    key: ({ value, context }) =>
      JSON.stringify([value, context.isMaking, context.isComposing, context.note !== undefined]),
  },
  silentSigner: {
    input: { account: B },
    samples: {
      'sign.request': [request(asker.ref, '1', READING, B)],
      'sign.cancel': [{ type: 'sign.cancel', id: '1', from: asker.ref }],
      ...ends('sign', [
        trusted({ ...settingsDraft(), pubkey: B }),
        trusted({ kind: 1, pubkey: B }),
      ]),
    },
    key: ({ value, context }) => JSON.stringify([value, context.queue.length]),
  },
  settingsSync: {
    input: {
      bus: asker.ref,
      account: A,
      isLocal: true,
      signer: asker.ref,
      record: 'settings',
    },
    also: [
      {
        bus: asker.ref,
        account: A,
        isLocal: false,
        signer: asker.ref,
        record: 'settings',
      },
    ],
    samples: {
      'local.changed': [{ type: 'local.changed', change: { theme: 'ice' } }],
      'local.kept': [{ type: 'local.kept', zaps: DEFAULT_ZAPS }],
      'local.resumed': [{ type: 'local.resumed', change: { theme: 'ice' } }],
      'local.heard': [{ type: 'local.heard', content: '{}' }],
      'record.changed': ['settings', 'homeFeeds'].map((record) => ({
        type: 'record.changed',
        record,
        newest: undefined,
      })),
      'network.offline': [true, false].map((on) => ({ type: 'network.offline', on })),
      'lock.granted': [{ type: 'lock.granted' }],
      ...fails('lock'),
      ...Object.assign(
        {},
        ...['load', 'refresh'].map((id) => ends(id, [SETTINGS, UNSIGNED, UNHEARD])),
        ends('save', [SETTINGS, UNSIGNED, { ...UNSIGNED, text: SECRET_KEPT }, UNHEARD, OVERTAKEN]),
      ),
      ...fails('local', 'log'),
    },
    key: ({ value, context }) =>
      JSON.stringify([
        value,
        context.base !== undefined,
        context.isStale,
        Object.keys(context.change).length > 0,
      ]),
  },
  settingsWatch: {
    input: { account: A, bus: asker.ref, signer: asker.ref, scope: asker.ref },
    samples: {
      'account.wakeChanged': [true, false].map((on) => ({ type: 'account.wakeChanged', on })),
      'sign.settled': [
        { ok: true, event: trusted({ pubkey: A }) },
        { ok: false, failure },
      ].map((outcome) => ({ type: 'sign.settled', id: 'proof', outcome })),
      'answer.partReceived': [
        {
          type: 'answer.partReceived',
          events: [],
          referenced: [],
          claims: [
            {
              claim: 'other',
              kind: RESULT.SettingsVersions,
              content: { settings: { id: 'x', created_at: 1 }, beside: {} },
            },
          ],
        },
      ],
      'answer.failed': [
        { reason: 'notice', text: 'auth-required: this signature was used before' },
        { reason: 'notice', text: 'unknown api request' },
        { reason: 'no_socket', text: '' },
      ].map((failed) => ({ type: 'answer.failed', ...failed })),
    },
    key: ({ value, context }) => JSON.stringify([value, context.known !== undefined]),
  },
};
