import type { AnyActorLogic, AnyStateMachine } from 'xstate';
import { devicesMachine } from '../../account/devices/devices.machine.ts';
import { passkeysMachine } from '../../account/keys/passkeys.machine.ts';
import { pinChangeMachine } from '../../account/keys/pin-change.machine.ts';
import { profileMachine } from '../../account/profile/profile.machine.ts';
import { verifiedNamesMachine } from '../../account/profile/verified-names.machine.ts';
import { accountMachine } from '../../account/session/account.machine.ts';
import { scopeOf } from '../../account/session/scope.machine.ts';
import { sessionMachine } from '../../account/session/session.machine.ts';
import { articleEditMachine } from '../../compose/article/article-edit.machine.ts';
import { composeMachine } from '../../compose/compose.machine.ts';
import { lookupMachine } from '../../connection/lookup.machine.ts';
import { dialogsMachine } from '../../core/dialogs.machine.ts';
import { blobMachine } from '../../media/blob.machine.ts';
import { pictureMachine } from '../../media/upload/picture.machine.ts';
import { giftWrapsMachine } from '../../messages/gift-wraps.machine.ts';
import { messagesMachine } from '../../messages/messages.machine.ts';
import { unreadBySenderMachine } from '../../messages/unread-by-sender.machine.ts';
import { ecashMachine } from '../../money/ecash/ecash.machine.ts';
import { nutzapsMachine } from '../../money/nutzaps/nutzaps.machine.ts';
import { holdingsMachine } from '../../money/payments/holdings.machine.ts';
import { moneyMachine } from '../../money/payments/money.machine.ts';
import { notificationListMachine } from '../../notifications/notification-list.machine.ts';
import { linkPreviewsMachine } from '../../reading/content/link-previews.machine.ts';
import { translationMachine } from '../../reading/content/translation.machine.ts';
import { provideExploreReaders } from '../../reading/explore/explore-readers.ts';
import { netStatsMachine } from '../../reading/explore/net-stats.machine.ts';
import { searchMachine } from '../../reading/search/search.machine.ts';
import { provideActReader } from '../../reading/thread/act-reader.ts';
import { threadMachine } from '../../reading/thread/thread.machine.ts';
import { archiveMachine } from '../../settings/archive.machine.ts';
import { appMachine } from '../app.machine.ts';
import { accountFeatures } from '../features.ts';
import * as screens from '../screen-logic.ts';

/** Features that a page loads on first use. */
const LAZY = {
  compose: composeMachine,
  articleEdit: articleEditMachine,
  messages: messagesMachine,
  giftWraps: giftWrapsMachine,
  unreadBySender: unreadBySenderMachine,
  money: moneyMachine,
  holdings: holdingsMachine,
  ecash: ecashMachine,
  nutzaps: nutzapsMachine,
  passkeys: passkeysMachine,
  pinChange: pinChangeMachine,
  archive: archiveMachine,
  devices: devicesMachine,
  picture: pictureMachine,
};

/** Load the features as a page does. */
export const LOADERS = {
  compose: async () => LAZY.compose,
  articleEdit: async () => LAZY.articleEdit,
  messages: async () => LAZY.messages,
  giftWraps: async () => LAZY.giftWraps,
  unreadBySender: async () => LAZY.unreadBySender,
  money: async () => LAZY.money,
  holdings: async () => LAZY.holdings,
  ecash: async () => LAZY.ecash,
  nutzaps: async () => LAZY.nutzaps,
  passkeys: async () => LAZY.passkeys,
  pinChange: async () => LAZY.pinChange,
  archive: async () => LAZY.archive,
  devices: async () => LAZY.devices,
  picture: async () => LAZY.picture,
};

/**
 * Return the whole app without adapters, and with the code of all screens and features: a recording
 * can be replayed into it (TOOL-02).
 */
export function replayedApp(): AnyStateMachine {
  provideActReader();
  provideExploreReaders();
  screens.blob.register(blobMachine);
  screens.dialogs.register(dialogsMachine);
  screens.linkPreviews.register(linkPreviewsMachine);
  screens.lookup.register(lookupMachine);
  screens.names.register(verifiedNamesMachine);
  screens.notifications.register(notificationListMachine);
  screens.profile.register(profileMachine);
  screens.search.register(searchMachine);
  screens.stats.register(netStatsMachine);
  screens.thread.register(threadMachine);
  screens.translation.register(translationMachine);
  const logics: Readonly<Record<string, AnyActorLogic | undefined>> = LAZY;
  const features = accountFeatures(LOADERS).map((one) => ({
    ...one,
    logic: logics[one.id] ?? one.logic,
  }));
  return appMachine.provide({
    actors: {
      account: accountMachine.provide({
        actors: { session: sessionMachine, scope: scopeOf(features) },
      }),
    },
  });
}
