import { fromCallback, fromPromise } from 'xstate';
import type { PeerAnswer } from '../../../src/machines/connection/relay-protocol.ts';
import {
  type GettingStartedCommand,
  gettingStartedMachine,
} from '../../../src/machines/people/getting-started.machine.ts';
import type { Feature } from '../../../src/machines/core/feature.ts';
import { accountFeatures } from '../../../src/machines/app/features.ts';
import { pictureMachine } from '../../../src/machines/media/upload/picture.machine.ts';
import { messagesMachine } from '../../../src/machines/messages/messages.machine.ts';
import { unreadBySenderMachine } from '../../../src/machines/messages/unread-by-sender.machine.ts';
import { giftWrapsMachine } from '../../../src/machines/messages/gift-wraps.machine.ts';
import { nutzapsMachine } from '../../../src/machines/money/nutzaps/nutzaps.machine.ts';
import { ecashMachine } from '../../../src/machines/money/ecash/ecash.machine.ts';
import { archiveMachine } from '../../../src/machines/settings/archive.machine.ts';
import type { ArchiveCommand } from '../../../src/machines/settings/archive-protocol.ts';
import { devicesMachine } from '../../../src/machines/account/devices/devices.machine.ts';
import type {
  DevicesCommand,
  DevicesPortInput,
} from '../../../src/machines/account/devices/devices-protocol.ts';
import {
  type PasskeysFound,
  passkeysMachine,
} from '../../../src/machines/account/keys/passkeys.machine.ts';
import { pinChangeMachine } from '../../../src/machines/account/keys/pin-change.machine.ts';
import {
  type Holdings,
  holdingsMachine,
} from '../../../src/machines/money/payments/holdings.machine.ts';
import { moneyMachine } from '../../../src/machines/money/payments/money.machine.ts';
import {
  type TabsCommand,
  notificationsMachine,
} from '../../../src/machines/notifications/notifications.machine.ts';
import { articleEditMachine } from '../../../src/machines/compose/article/article-edit.machine.ts';
import type { ArticlesCommand } from '../../../src/machines/compose/article/article-protocol.ts';
import { composeMachine } from '../../../src/machines/compose/compose.machine.ts';

type Provided = Omit<
  Parameters<typeof accountFeatures>[0],
  | 'compose'
  | 'articleEdit'
  | 'messages'
  | 'giftWraps'
  | 'unreadBySender'
  | 'money'
  | 'holdings'
  | 'ecash'
  | 'nutzaps'
  | 'passkeys'
  | 'pinChange'
  | 'archive'
  | 'devices'
  | 'picture'
> & {
  readonly compose?: typeof composeMachine;
  readonly articleEdit?: typeof articleEditMachine;
  readonly messages?: typeof messagesMachine;
  readonly giftWraps?: typeof giftWrapsMachine;
  readonly unreadBySender?: typeof unreadBySenderMachine;
  readonly money?: typeof moneyMachine;
  readonly holdings?: typeof holdingsMachine;
  readonly ecash?: typeof ecashMachine;
  readonly nutzaps?: typeof nutzapsMachine;
  readonly passkeys?: typeof passkeysMachine;
  readonly pinChange?: typeof pinChangeMachine;
  readonly archive?: typeof archiveMachine;
  readonly devices?: typeof devicesMachine;
  readonly picture?: typeof pictureMachine;
  /** The composer's code arrives when this promise resolves. `undefined`: it is there. */
  readonly composeLoaded?: Promise<void> | undefined;
};

const tabs = fromCallback<TabsCommand, { readonly account: string }>(() => {});
const memory = fromCallback<GettingStartedCommand, { readonly account: string }>(() => {});

const articles = fromCallback<ArticlesCommand, { account: string }>(() => {});
const files = fromCallback<ArchiveCommand, { account: string }>(() => {});
const connection = fromCallback<DevicesCommand | PeerAnswer, DevicesPortInput>(() => {});
const read = fromPromise<Holdings, { account: string }>(async () => ({
  wallets: [],
  ecash: new Map(),
}));
const found = fromPromise<PasskeysFound, { account: string }>(async () => ({
  passkeys: [],
  lacks: undefined,
}));

/** The registry with all of its code loaded, so that features open at once. */
export function registryOf({
  compose = composeMachine,
  articleEdit = articleEditMachine.provide({ actors: { articles } }),
  messages = messagesMachine,
  giftWraps = giftWrapsMachine,
  unreadBySender = unreadBySenderMachine,
  money = moneyMachine,
  holdings = holdingsMachine.provide({ actors: { read } }),
  ecash = ecashMachine,
  nutzaps = nutzapsMachine,
  archive = archiveMachine.provide({ actors: { files } }),
  devices = devicesMachine.provide({ actors: { connection } }),
  passkeys = passkeysMachine.provide({ actors: { found } }),
  pinChange = pinChangeMachine,
  picture = pictureMachine,
  composeLoaded,
  ...provided
}: Provided = {}): readonly Feature[] {
  const gettingStarted = gettingStartedMachine.provide({ actors: { memory } });
  const notifications = notificationsMachine.provide({ actors: { tabs } });
  const fetched = {
    compose: () => Promise.resolve(composeLoaded).then(() => compose),
    articleEdit: () => Promise.resolve(articleEdit),
    messages: () => Promise.resolve(messages),
    giftWraps: () => Promise.resolve(giftWraps),
    unreadBySender: () => Promise.resolve(unreadBySender),
    money: () => Promise.resolve(money),
    holdings: () => Promise.resolve(holdings),
    ecash: () => Promise.resolve(ecash),
    nutzaps: () => Promise.resolve(nutzaps),
    passkeys: () => Promise.resolve(passkeys),
    pinChange: () => Promise.resolve(pinChange),
    archive: () => Promise.resolve(archive),
    devices: () => Promise.resolve(devices),
    picture: () => Promise.resolve(picture),
  };
  return accountFeatures({ gettingStarted, notifications, ...provided, ...fetched }).map((one) =>
    one.lazy && (one.id !== 'compose' || composeLoaded === undefined)
      ? {
          ...one,
          logic:
            {
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
            }[one.id] ?? one.logic,
          lazy: undefined,
        }
      : one,
  );
}
