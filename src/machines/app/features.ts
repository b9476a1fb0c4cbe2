import type { RecordName } from '../../events/settings/saved-record.ts';
import type { Seconds } from '../../events/core/time.ts';
import { type RelayPoolActor, relayPoolMachine } from '../connection/relay-pool.machine.ts';
import type {
  ArticleEditActor,
  ArticleEditEvent,
  articleEditMachine,
} from '../compose/article/article-edit.machine.ts';
import type { ComposeActor, composeMachine } from '../compose/compose.machine.ts';
import type { MessagesActor, messagesMachine } from '../messages/messages.machine.ts';
import type {
  UnreadBySenderActor,
  unreadBySenderMachine,
} from '../messages/unread-by-sender.machine.ts';
import type { GiftWrapsActor, giftWrapsMachine } from '../messages/gift-wraps.machine.ts';
import { type UnreadActor, unreadMachine } from '../messages/unread.machine.ts';
import type { EcashActor, ecashMachine } from '../money/ecash/ecash.machine.ts';
import type { EcashOrder } from '../money/ecash/ecash-protocol.ts';
import type { HoldingsActor, holdingsMachine } from '../money/payments/holdings.machine.ts';
import type { MoneyActor, moneyMachine } from '../money/payments/money.machine.ts';
import type { MoneyCommand } from '../money/payments/money-protocol.ts';
import type {
  NutzapsActor,
  nutzapsMachine,
  NutzapsOrder,
} from '../money/nutzaps/nutzaps.machine.ts';
import { resumeMachine } from '../account/session/resume.machine.ts';
import {
  type SubscriptionsActor,
  subscriptionsMachine,
} from '../money/zaps/subscriptions.machine.ts';
import {
  type NotificationsActor,
  notificationsMachine,
} from '../notifications/notifications.machine.ts';
import { type FindEventActor, findEventMachine } from '../reading/thread/find-event.machine.ts';
import {
  type FindRepliesActor,
  findRepliesMachine,
} from '../reading/thread/find-replies.machine.ts';
import {
  type ReadArticlesActor,
  readArticlesMachine,
} from '../reading/article/read-articles.machine.ts';
import { type InboxesActor, inboxesMachine } from '../publish/outbox/inboxes.machine.ts';
import {
  type BroadcastIntent,
  type IntentsActor,
  intentsMachine,
  type RetractIntent,
} from '../publish/outbox/intents.machine.ts';
import { type OutboxActor, outboxMachine } from '../publish/outbox/outbox.machine.ts';
import { type ScheduleActor, scheduleMachine } from '../publish/outbox/schedule.machine.ts';
import {
  type MediaServersActor,
  mediaServersMachine,
} from '../media/upload/media-servers.machine.ts';
import { type NetworkActor, networkMachine } from '../settings/network.machine.ts';
import {
  type SettingsSyncActor,
  type SettingsSyncInput,
  settingsSyncMachine,
} from '../settings/settings-sync.machine.ts';
import {
  type SettingsWatchActor,
  settingsWatchMachine,
} from '../settings/settings-watch.machine.ts';
import type { DevicesActor, devicesMachine } from '../account/devices/devices.machine.ts';
import type { DevicesIntent } from '../account/devices/devices-protocol.ts';
import { type DraftsActor, draftsMachine } from '../compose/foreign-drafts.machine.ts';
import { type Feature, feature, lazyFeature, type OpeningOf, type Scope } from '../core/feature.ts';
import {
  type GettingStartedActor,
  gettingStartedMachine,
} from '../people/getting-started.machine.ts';
import { type ListsActor, listsMachine } from '../account/lists/lists.machine.ts';
import type { ListEditOrder } from '../account/lists/lists-context.ts';
import type {
  PictureActor,
  pictureMachine,
  PictureOrder,
} from '../media/upload/picture.machine.ts';
import { type MutualsActor, mutualsMachine } from '../account/profile/mutuals.machine.ts';
import type { ArchiveActor, archiveMachine } from '../settings/archive.machine.ts';
import type { PasskeysActor, passkeysMachine } from '../account/keys/passkeys.machine.ts';
import type { PinChangeActor, pinChangeMachine } from '../account/keys/pin-change.machine.ts';
import { type RelayListActor, relayListMachine } from '../account/lists/relay-list.machine.ts';
import type { PublishIntent } from '../core/outbox-protocol.ts';
import {
  type PendingZapsActor,
  type PendingZapsIntent,
  pendingZapsMachine,
} from '../money/zaps/pending-zaps.machine.ts';

/** Intents of the user for the account's features. Times in seconds. */
export type Intent =
  | PublishIntent
  | RetractIntent
  | BroadcastIntent
  | { readonly type: 'intents.undo'; readonly job: string }
  | { readonly type: 'schedule.send'; readonly job: string; readonly now: Seconds }
  | ListEditOrder
  | MoneyCommand
  | PendingZapsIntent
  | EcashOrder
  /** Shows and redeems the account's ecash on relays. */
  | NutzapsOrder
  | OpeningOf<
      | 'compose'
      | 'articleEdit'
      | 'archive'
      | 'passkeys'
      | 'pinChange'
      | 'holdings'
      | 'messages'
      | 'unreadBySender'
    >
  | Extract<ArticleEditEvent, { type: 'articleEdit.remove' }>
  | { readonly type: 'passkeys.remove'; readonly id: string }
  | DevicesIntent
  | PictureOrder;

/** Actor types by feature id. */
export interface FeatureActors {
  readonly relays: RelayPoolActor;
  readonly relayList: RelayListActor;
  readonly network: NetworkActor;
  readonly media: MediaServersActor;
  readonly inboxes: InboxesActor;
  readonly mutuals: MutualsActor;
  readonly drafts: DraftsActor;
  readonly findReplies: FindRepliesActor;
  readonly findEvent: FindEventActor;
  readonly subscriptions: SubscriptionsActor;
  readonly readArticles: ReadArticlesActor;
  readonly settings: SettingsSyncActor;
  readonly homeFeeds: SettingsSyncActor;
  readonly readsFeeds: SettingsSyncActor;
  readonly settingsWatch: SettingsWatchActor;
  readonly outbox: OutboxActor;
  readonly lists: ListsActor;
  readonly intents: IntentsActor;
  readonly schedule: ScheduleActor;
  readonly gettingStarted: GettingStartedActor;
  readonly pendingZaps: PendingZapsActor;
  readonly unread: UnreadActor;
  readonly notifications: NotificationsActor;
  readonly compose: ComposeActor;
  readonly articleEdit: ArticleEditActor;
  readonly messages: MessagesActor;
  readonly giftWraps: GiftWrapsActor;
  readonly unreadBySender: UnreadBySenderActor;
  readonly money: MoneyActor;
  readonly holdings: HoldingsActor;
  readonly ecash: EcashActor;
  readonly nutzaps: NutzapsActor;
  readonly passkeys: PasskeysActor;
  readonly pinChange: PinChangeActor;
  readonly archive: ArchiveActor;
  readonly devices: DevicesActor;
  readonly picture: PictureActor;
}

const LOGICS = {
  relays: relayPoolMachine,
  relayList: relayListMachine,
  network: networkMachine,
  media: mediaServersMachine,
  inboxes: inboxesMachine,
  mutuals: mutualsMachine,
  drafts: draftsMachine,
  findReplies: findRepliesMachine,
  findEvent: findEventMachine,
  subscriptions: subscriptionsMachine,
  resumePayments: resumeMachine,
  resumeDevices: resumeMachine,
  resumeRedeeming: resumeMachine,
  readArticles: readArticlesMachine,
  settings: settingsSyncMachine,
  homeFeeds: settingsSyncMachine,
  readsFeeds: settingsSyncMachine,
  settingsWatch: settingsWatchMachine,
  outbox: outboxMachine,
  lists: listsMachine,
  intents: intentsMachine,
  schedule: scheduleMachine,
  gettingStarted: gettingStartedMachine,
  pendingZaps: pendingZapsMachine,
  unread: unreadMachine,
  notifications: notificationsMachine,
};

/** Loads the logic of lazily opened features, with its ports. */
interface Loaders {
  readonly compose: () => Promise<typeof composeMachine>;
  readonly articleEdit: () => Promise<typeof articleEditMachine>;
  readonly messages: () => Promise<typeof messagesMachine>;
  readonly giftWraps: () => Promise<typeof giftWrapsMachine>;
  readonly unreadBySender: () => Promise<typeof unreadBySenderMachine>;
  readonly money: () => Promise<typeof moneyMachine>;
  readonly holdings: () => Promise<typeof holdingsMachine>;
  readonly ecash: () => Promise<typeof ecashMachine>;
  readonly nutzaps: () => Promise<typeof nutzapsMachine>;
  readonly passkeys: () => Promise<typeof passkeysMachine>;
  readonly pinChange: () => Promise<typeof pinChangeMachine>;
  readonly archive: () => Promise<typeof archiveMachine>;
  readonly devices: () => Promise<typeof devicesMachine>;
  readonly picture: () => Promise<typeof pictureMachine>;
}

/** Wiring of the features that sync a record of the account. */
const SYNCED = { replays: ['network.offline'], receives: ['record.changed'] } as const;

/** Return the input of the feature that syncs a record of the account with its service. */
const recordOf =
  (record: RecordName) =>
  ({ account, isLocal, bus, signer }: Scope): SettingsSyncInput => ({
    account,
    isLocal,
    bus,
    signer,
    record,
  });

/** Return the registry: all features of an account. `provided`: logics with their ports. */
export function accountFeatures({
  compose,
  articleEdit,
  messages,
  giftWraps,
  unreadBySender,
  money,
  holdings,
  ecash,
  nutzaps,
  passkeys,
  pinChange,
  archive,
  devices,
  picture,
  ...provided
}: Partial<typeof LOGICS> & Loaders): readonly Feature[] {
  const logic = { ...LOGICS, ...provided };
  return [
    feature(
      'relays',
      logic.relays,
      ({ account, signer, bus, seed, home, scope }) => ({
        account,
        signer,
        bus,
        seed,
        home,
        listener: scope,
      }),
      {
        // notifications that forbid connections come before those that request them
        replays: [
          'network.proxied',
          'account.wakeChanged',
          'relayList.changed',
          'privateRelays.changed',
        ],
        receives: [
          'network.online',
          'peer.join',
          'peer.ask',
          'peer.forget',
          'peer.leave',
          'peer.proved',
        ],
      },
    ),
    feature(
      'relayList',
      logic.relayList,
      ({ account, bus, scope, home, homeRelay }) => ({ account, bus, scope, home, homeRelay }),
      {
        replays: ['network.offline'],
        receives: ['outbox.accepted'],
      },
    ),
    feature('network', logic.network, ({ account, bus, home }) => ({ account, bus, home })),
    feature('media', logic.media, ({ account, bus, home }) => ({ account, bus, home })),
    feature(
      'inboxes',
      logic.inboxes,
      ({ account, bus, scope, home }) => ({ account, bus, scope, home }),
      { replays: ['relayList.changed'] },
    ),
    feature('mutuals', logic.mutuals, ({ account, bus }) => ({ account, bus })),
    feature(
      'drafts',
      logic.drafts,
      ({ account, isLocal, bus, signer, scope }) => ({
        account,
        isLocal,
        bus,
        signer,
        scope,
      }),
      {
        replays: ['relayList.changed', 'privateRelays.changed'],
      },
    ),
    feature('findReplies', logic.findReplies, ({ bus, scope }) => ({ bus, scope })),
    feature('findEvent', logic.findEvent, ({ bus, scope }) => ({ bus, scope }), {
      replays: ['relayList.changed'],
    }),
    feature('subscriptions', logic.subscriptions, ({ account, scope }) => ({ account, scope }), {
      replays: ['relayList.changed'],
    }),
    feature('resumePayments', logic.resumePayments, ({ account, scope }) => ({
      account,
      scope,
      opens: { type: 'money.open' } satisfies OpeningOf<'money'>,
    })),
    feature('resumeDevices', logic.resumeDevices, ({ account, scope }) => ({
      account,
      scope,
      opens: { type: 'devices.open', unseen: true } satisfies OpeningOf<'devices'>,
    })),
    feature('resumeRedeeming', logic.resumeRedeeming, ({ account, scope }) => ({
      account,
      scope,
      opens: { type: 'nutzaps.open' } satisfies OpeningOf<'nutzaps'>,
    })),
    feature('readArticles', logic.readArticles, ({ account }) => ({ account })),
    feature('settings', logic.settings, recordOf('settings'), SYNCED),
    feature('homeFeeds', logic.homeFeeds, recordOf('homeFeeds'), SYNCED),
    feature('readsFeeds', logic.readsFeeds, recordOf('readsFeeds'), SYNCED),
    feature(
      'settingsWatch',
      logic.settingsWatch,
      ({ account, bus, signer, scope }) => ({ account, bus, signer, scope }),
      { replays: ['account.wakeChanged'] },
    ),
    feature(
      'outbox',
      logic.outbox,
      ({ account, bus, signer, scope }) => ({ account, bus, signer, scope }),
      {
        replays: ['account.wakeChanged', 'relayList.changed'],
        receives: ['relay.opened'],
      },
    ),
    feature(
      'lists',
      logic.lists,
      ({ account, bus, signer, scope, isNew, home, homeRelay }) => ({
        account,
        bus,
        signer,
        scope,
        isMadeHere: isNew,
        home,
        homeRelay,
      }),
      {
        replays: ['network.offline', 'outbox.started', 'relayList.changed'],
        receives: ['account.unlocked'],
        restartsWith: ['outbox'],
      },
    ),
    feature(
      'intents',
      logic.intents,
      ({ account, bus, signer, scope }) => ({ account, bus, signer, scope }),
      {
        replays: ['outbox.started', 'relayList.changed'],
        receives: ['inboxes.started'],
      },
    ),
    feature('schedule', logic.schedule, ({ account, bus, scope }) => ({ account, bus, scope }), {
      replays: ['outbox.started'],
      receives: ['account.unlocked'],
    }),
    feature(
      'gettingStarted',
      logic.gettingStarted,
      ({ account, isNew, bus }) => ({ account, isNew, bus }),
      {
        replays: ['account.creationChanged', 'scope.opened'],
      },
    ),
    feature('pendingZaps', logic.pendingZaps, ({ scope }) => ({ scope })),
    feature('unread', logic.unread, ({ account, bus, scope }) => ({ account, bus, scope }), {
      replays: ['account.wakeChanged'],
    }),
    feature(
      'notifications',
      logic.notifications,
      ({ account, isLocal, bus, signer }) => ({ account, isLocal, bus, signer }),
      {
        replays: ['account.wakeChanged'],
      },
    ),
    lazyFeature(
      'compose',
      compose,
      ({ account, bus, signer, home, scope }, event) => ({
        account,
        bus,
        signer,
        home,
        scope,
        aim: event.aim,
      }),
      {
        replays: ['relayList.changed', 'network.offline', 'account.ending'],
        restartsWith: ['outbox'],
        unavailable: { code: 'compose.unavailable' },
      },
    ),
    lazyFeature(
      'articleEdit',
      articleEdit,
      ({ account, isLocal, bus, signer, scope, home }) => ({
        account,
        isLocal,
        bus,
        signer,
        scope,
        home,
      }),
      {
        replays: ['relayList.changed', 'network.offline', 'outbox.started', 'account.ending'],
        unavailable: { code: 'compose.unavailable' },
      },
    ),
    lazyFeature(
      'messages',
      messages,
      ({ account, isLocal, bus, signer, scope }, event) => ({
        account,
        isLocal,
        bus,
        signer,
        scope,
        service: event.service ?? '',
      }),
      {
        replays: ['unread.changed', 'giftWraps.changed', 'account.ending'],
        receives: ['account.unlocked'],
        unavailable: { code: 'messages.unavailable' },
      },
    ),
    lazyFeature(
      'giftWraps',
      giftWraps,
      ({ account, isLocal, bus, signer, home, homeRelay, scope }) => ({
        account,
        isLocal,
        bus,
        signer,
        home,
        homeRelay,
        scope,
      }),
      {
        replays: ['relayList.changed', 'account.wakeChanged', 'network.proxied', 'outbox.started'],
        receives: ['account.unlocked'],
        unavailable: { code: 'messages.unavailable' },
      },
    ),
    lazyFeature(
      'unreadBySender',
      unreadBySender,
      ({ account, isLocal, bus, signer }, event) => ({
        account,
        isLocal,
        bus,
        signer,
        service: event.service,
        quiet: true,
      }),
      {
        replays: ['unread.changed'],
        receives: ['account.unlocked'],
        unavailable: { code: 'messages.unavailable' },
      },
    ),
    lazyFeature(
      'money',
      money,
      ({ account, bus, signer, home, scope }) => ({ account, bus, signer, home, scope }),
      {
        replays: ['peers.restarted'],
        unavailable: { code: 'money.unavailable' },
      },
    ),
    lazyFeature('holdings', holdings, ({ account }) => ({ account }), {
      unavailable: { code: 'money.unavailable' },
    }),
    lazyFeature(
      'picture',
      picture,
      ({ account, bus, signer, home }) => ({ account, bus, signer, home }),
      {
        replays: ['network.offline'],
        unavailable: { code: 'compose.unavailable' },
      },
    ),
    lazyFeature('ecash', ecash, ({ account, home }) => ({ account, home }), {
      replays: ['account.wakeChanged'],
      unavailable: { code: 'money.unavailable' },
    }),
    lazyFeature(
      'nutzaps',
      nutzaps,
      ({ account, signer, scope, home, homeRelay }) => ({
        account,
        signer,
        scope,
        home,
        homeRelay,
      }),
      {
        // relays are not asked twice at the start
        replays: ['network.proxied', 'relayList.changed'],
        unavailable: { code: 'money.unavailable' },
      },
    ),
    lazyFeature('archive', archive, ({ account }) => ({ account }), {
      unavailable: { code: 'keys.unavailable' },
    }),
    lazyFeature(
      'devices',
      devices,
      ({ account, isLocal, bus, signer, homeRelay, scope }) => ({
        account,
        isLocal,
        bus,
        signer,
        homeRelay,
        scope,
      }),
      {
        replays: ['relayList.changed', 'account.wakeChanged', 'peers.restarted'],
        unavailable: { code: 'keys.unavailable' },
      },
    ),
    lazyFeature('passkeys', passkeys, ({ account }) => ({ account }), {
      unavailable: { code: 'keys.unavailable' },
    }),
    lazyFeature('pinChange', pinChange, ({ account }) => ({ account }), {
      unavailable: { code: 'keys.unavailable' },
    }),
  ];
}
