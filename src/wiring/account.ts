import { accountPorts } from '../adapters/account/session/account-ports.ts';
import { openAuthenticator } from '../adapters/account/keys/passkey-authenticator.ts';
import {
  readArticleStore,
  eraseReadArticles,
} from '../adapters/reading/article/read-article-store.ts';
import { deviceSeal, type DeviceSeal } from '../adapters/account/keys/device-seal.ts';
import { idleWatch } from '../adapters/app/idle-watch.ts';
import { listLock, settingsLock } from '../adapters/account/lists/list-lock.ts';
import { eraseDevices, pairedDevices } from '../adapters/account/devices/paired-device-store.ts';
import { eraseVersions, listVersions } from '../adapters/account/lists/list-version-store.ts';
import { startKeyWorker } from '../adapters/account/keys/start-key-worker.ts';
import { sealKeyStore } from '../adapters/account/keys/seal-key-store.ts';
import { newAccountMemory } from '../adapters/people/new-account-memory.ts';
import { createdHere, gettingStartedMemory } from '../adapters/people/getting-started-store.ts';
import { membershipReminder } from '../adapters/account/membership/membership-reminder-store.ts';
import { eraseOutgoing, type MessageDraftsDeps } from '../adapters/messages/message-draft-store.ts';
import { clockAhead } from '../adapters/app/clock-offset.ts';
import { logLines } from '../adapters/core/log.ts';
import { nowSeconds } from '../adapters/core/now.ts';
import { onlineWatch } from '../adapters/app/online.ts';
import { ownFeeds } from '../adapters/app/own-feeds-store.ts';
import { localSettings } from '../adapters/app/local-settings-port.ts';
import type { Storages } from '../adapters/core/storage.ts';
import { pageFetch } from '../adapters/connection/http.ts';
import { startRelayWorker } from '../adapters/connection/relays/start-relay-worker.ts';
import { proxyChoice } from '../adapters/connection/relays/proxy-store.ts';
import { relayPermits } from '../adapters/connection/relays/relay-permits-store.ts';
import { relayInfoPort } from '../adapters/connection/relays/relay-info.ts';
import { relaySocket } from '../adapters/connection/relays/relay-socket.ts';
import { scriptUrlPolicy } from '../adapters/connection/script-url.ts';
import { hasUnfinishedPayments } from '../adapters/money/payments/unfinished-payments.ts';
import { chosenNutzaps } from '../adapters/money/nutzaps/nutzaps-store.ts';
import { eraseMoney } from '../adapters/money/payments/money-databases.ts';
import { eraseArticles } from '../adapters/compose/article/article-store.ts';
import { eraseDrafts } from '../adapters/compose/draft-store.ts';
import { eraseOutbox } from '../adapters/publish/outbox/outbox-store.ts';
import { notificationTabs } from '../adapters/notifications/notification-tabs.ts';
import { alarm } from '../adapters/publish/outbox/alarm.ts';
import { mirrorsChoice } from '../adapters/media/upload/mirrors-store.ts';
import { serverCheck } from '../adapters/media/upload/server-check.ts';
import { eraseRequests } from '../adapters/publish/outbox/sealed-outbox-log.ts';
import { newPicture } from './new-picture.ts';
import { restoredAccounts } from './restored-accounts.ts';
import { type Journal, outboxOf } from './outbox.ts';
import type { Account } from '../events/account/account.ts';
import { homeRelayOf } from '../events/connection/home-relay.ts';
import { type Verify, verifyWith } from '../events/nostr/verify.ts';
import type { FetchedAccount } from '../machines/account/session/account-code.ts';
import { backupMachine } from '../machines/account/keys/backup.machine.ts';
import { createAccountMachine } from '../machines/account/session/create-account.machine.ts';
import { listEditMachine } from '../machines/account/lists/list-edit.machine.ts';
import { listsMachine } from '../machines/account/lists/lists.machine.ts';
import { eraseMachine } from '../machines/account/keys/erase.machine.ts';
import { idleMachine } from '../machines/account/keys/idle.machine.ts';
import { gettingStartedMachine } from '../machines/people/getting-started.machine.ts';
import { accountFeatures } from '../machines/app/features.ts';
import { loginMachine } from '../machines/account/keys/login.machine.ts';
import { membershipMachine } from '../machines/account/membership/membership.machine.ts';
import { pinMachine } from '../machines/account/keys/pin.machine.ts';
import { scopeOf } from '../machines/account/session/scope.machine.ts';
import { sessionMachine } from '../machines/account/session/session.machine.ts';
import { silentSignerMachine } from '../machines/account/signing/silent-signer.machine.ts';
import { signerMachine } from '../machines/account/signing/signer.machine.ts';
import { dialogsMachine } from '../machines/core/dialogs.machine.ts';
import { dialogs } from '../machines/app/screen-logic.ts';
import { relayMachine } from '../machines/connection/relay.machine.ts';
import { peerConnectionsMachine } from '../machines/connection/peer-connections.machine.ts';
import { relayPoolMachine } from '../machines/connection/relay-pool.machine.ts';
import { resumeMachine } from '../machines/account/session/resume.machine.ts';
import { notificationsMachine } from '../machines/notifications/notifications.machine.ts';
import { intentsMachine } from '../machines/publish/outbox/intents.machine.ts';
import { scheduleMachine } from '../machines/publish/outbox/schedule.machine.ts';
import { serverCheckMachine } from '../machines/media/upload/server-check.machine.ts';
import { readArticlesMachine } from '../machines/reading/article/read-articles.machine.ts';
import { mediaServersMachine } from '../machines/media/upload/media-servers.machine.ts';
import { networkMachine } from '../machines/settings/network.machine.ts';
import type { LocalSettings, SettingsActor } from '../machines/settings/settings.machine.ts';
import { settingsSyncMachine } from '../machines/settings/settings-sync.machine.ts';

/** The account of this tab and its stored settings when the page was opened. */
interface Opened {
  readonly account: Account | undefined;
  readonly settings: LocalSettings;
}

/**
 * Return the session with its ports, in a chunk of its own: only users with an account, or who want
 * one, fetch it. `preloadComposer`: loads the composer's view.
 */
export async function accountCode(
  storages: Storages,
  page: Window,
  actor: SettingsActor | undefined,
  { account, settings }: Opened,
  preloadComposer: () => Promise<void>,
): Promise<FetchedAccount> {
  const store = await restoredAccounts(storages, page);
  const { origin } = page.location;
  const homeRelay = homeRelayOf(origin);
  const scriptUrl = scriptUrlPolicy(page, origin);
  const keys = startKeyWorker(scriptUrl);
  const authenticator = openAuthenticator(page, chance);
  const ports = accountPorts({
    keys,
    store,
    authenticator,
    archivedKey: async (file, passphrase) =>
      (await import('./passkeys-and-backup.ts')).archivedKey(
        file,
        passphrase,
        pureVerify,
        scriptUrl,
      ),
    page: {
      get nostr(): unknown {
        return Reflect.get(page, 'nostr');
      },
    },
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    log,
    channel,
    eraseMore: async (pubkey) => {
      if (page.indexedDB)
        await Promise.all([
          eraseOutbox(page.indexedDB, pubkey),
          eraseDrafts(page.indexedDB, pubkey),
          eraseArticles(page.indexedDB, sealOf(page), pubkey),
          eraseVersions(page.indexedDB, pubkey),
          eraseRequests(sealOf(page), pubkey),
          eraseReadArticles(page.indexedDB, sealOf(page), pubkey),
          eraseOutgoing(page.indexedDB, sealOf(page), pubkey),
          eraseMoney(page.indexedDB, sealOf(page), pubkey),
          eraseDevices(page.indexedDB, sealOf(page), pubkey),
        ]);
    },
    now: nowSeconds,
    newId,
    offer: { relays: [homeRelay], name: 'Starling', url: origin },
  });
  const pin = pinMachine.provide({ actors: ports.pin });
  const login = loginMachine.provide({ actors: { ...ports.login, pin } });
  const backup = backupMachine.provide({ actors: ports.backup });
  const upload = newPicture(page, keys);
  const relay = relayMachine.provide({ actors: { socket: relaySocket(startRelayWorker()) } });
  const peers = peerConnectionsMachine.provide({ actors: { relay } });
  const session = sessionMachine.provide({
    actors: {
      ...ports.session,
      peers,
      erase: eraseMachine.provide({ actors: { leave: ports.session.leave } }),
      signer: signerMachine.provide({ actors: ports.signer }),
      reader: silentSignerMachine.provide({ actors: ports.reader }),
      membership: membershipMachine.provide({
        actors: { reminder: membershipReminder(storages, nowSeconds) },
      }),
      login,
      pin,
      backup,
      idle: idleMachine.provide({ actors: { watch: idleWatch({ page, now: Date.now, every }) } }),
      create: createAccountMachine.provide({
        actors: { login, backup, upload, memory: newAccountMemory(() => page.sessionStorage) },
      }),
    },
  });
  const { parts } = store;
  const early = account && { account: account.pubkey, settings };
  const own = { settings: actor, storages, early, channel, parts, newId };
  const lock = settingsLock(page.navigator.locks);
  const web = { fetch: pageFetch(page), home: origin };
  const seen = { factory: page.indexedDB, now: nowSeconds, verify: pureVerify };
  // a relay or a device may need a prompt before any screen has opened one
  dialogs.register(dialogsMachine);
  const features = accountFeatures({
    intents: intentsMachine.provide({ actors: { clock: clockAhead(web) } }),
    relays: relayPoolMachine.provide({
      actors: { relay, peers, permits: relayPermits(storages, page) },
    }),
    outbox: outboxOf(journalOf(page), storages, (pubkey) => parts(pubkey, 'noteDraft')),
    schedule: scheduleMachine.provide({
      actors: {
        alarm: alarm({ locks: page.navigator.locks, now: nowSeconds, after }),
      },
    }),
    lists: listsMachine.provide({
      actors: {
        versions: listVersions({ ...seen, isMadeHere: createdHere(storages) }),
        edit: listEditMachine.provide({ actors: { lock: listLock(page.navigator.locks) } }),
      },
    }),
    network: networkMachine.provide({
      actors: {
        info: relayInfoPort(web),
        proxy: proxyChoice(storages, actor),
        online: onlineWatch(page),
      },
    }),
    settings: settingsSyncMachine.provide({
      actors: { local: localSettings(own), log: logLines(log), lock },
    }),
    homeFeeds: settingsSyncMachine.provide({
      actors: { local: ownFeeds('homeFeeds', own), log: logLines(log), lock },
    }),
    readsFeeds: settingsSyncMachine.provide({
      actors: { local: ownFeeds('readsFeeds', own), log: logLines(log), lock },
    }),
    media: mediaServersMachine.provide({
      actors: {
        mirrors: mirrorsChoice(storages),
        check: serverCheckMachine.provide({ actors: { get: serverCheck(web) } }),
      },
    }),
    readArticles: readArticlesMachine.provide({
      actors: {
        store: readArticleStore({
          factory: page.indexedDB,
          seal: page.indexedDB ? sealOf(page) : undefined,
          verify: pureVerify,
        }),
      },
    }),
    gettingStarted: gettingStartedMachine.provide({
      actors: { memory: gettingStartedMemory(storages) },
    }),
    notifications: notificationsMachine.provide({
      actors: {
        tabs: notificationTabs({
          locks: page.navigator.locks,
          channel,
          page,
          account: storages.account,
        }),
      },
    }),
    compose: async () => {
      // Loads both at once. The composer's view reports its own load failure.
      const view = preloadComposer().catch(() => undefined);
      const { composeCode } = await import('./compose.ts');
      await view;
      return composeCode(storages, page, {
        parts: (account) => parts(account, 'noteDraft'),
        newId,
      });
    },
    articleEdit: async () => {
      const { articleEditCode } = await import('./compose.ts');
      return articleEditCode(storages, page, {
        seal: page.indexedDB ? sealOf(page) : undefined,
        parts,
        newId,
      });
    },
    picture: async () => (await import('./compose.ts')).pictureCode(storages, page),
    messages: async () => (await messagesOf(page, storages, parts)).messages,
    archive: async () => {
      const { archiveCode } = await import('./passkeys-and-backup.ts');
      const { indexedDB: factory } = page;
      const seal = factory ? sealOf(page) : undefined;
      return archiveCode(
        {
          keys,
          store,
          storages,
          factory,
          seal,
          channel,
          verify: pureVerify,
          now: nowSeconds,
          chance,
        },
        scriptUrl,
      );
    },
    devices: async () => {
      const { devicesCode } = await import('./devices.ts');
      return devicesCode(page, {
        after,
        keys,
        storage: storages.account,
        seal: page.indexedDB ? sealOf(page) : undefined,
      });
    },
    passkeys: async () => {
      const { passkeysCode } = await import('./passkeys-and-backup.ts');
      return passkeysCode({ keys, store, authenticator, now: nowSeconds });
    },
    pinChange: async () =>
      (await import('./passkeys-and-backup.ts')).pinChangeCode({ keys, store, now: nowSeconds }),
    ecash: async () =>
      (await import('./ecash.ts')).ecashCode(page, page.indexedDB ? sealOf(page) : undefined),
    nutzaps: async () => (await import('./ecash.ts')).nutzapsCode(storages),
    giftWraps: async () => (await messagesOf(page, storages, parts)).giftWraps,
    unreadBySender: async () => (await messagesOf(page, storages, parts)).unreadBySender,
    resumePayments: resume(hasUnfinishedPayments(storages, page)),
    resumeDevices: resume(pairedDevices(storages)),
    resumeRedeeming: resume(chosenNutzaps(storages)),
    holdings: async () => (await import('./holdings.ts')).holdingsCode(journalOf(page)),
    money: async () => {
      const { moneyCode } = await import('./money.ts');
      const seal = page.indexedDB ? sealOf(page) : undefined;
      return moneyCode({
        ...journalOf(page),
        seal,
        channel,
        web,
        isOffline: () => !page.navigator.onLine,
        page: weblnOf(page),
        storage: storages.account,
        chance,
      });
    },
  });
  return {
    logic: { session, scope: scopeOf(features) },
    code: {
      session: { ...store.read(), home: origin, homeRelay },
      scope: { home: origin, homeRelay, seed: Math.random() },
    },
  };
}

function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

/** The browser's wallet, which may install itself at any time. */
function weblnOf(page: Window): { readonly webln: unknown } {
  return {
    get webln(): unknown {
      return Reflect.get(page, 'webln');
    },
  };
}

async function messagesOf(page: Window, storages: Storages, parts: MessageDraftsDeps['parts']) {
  const { messagesCode } = await import('./messages.ts');
  const seal = page.indexedDB ? sealOf(page) : undefined;
  const { indexedDB: factory, navigator } = page;
  const { locks } = navigator;
  return messagesCode({
    factory,
    seal,
    storage: storages.account,
    channel,
    locks,
    log,
    verify: pureVerify,
    parts,
    newId,
  });
}

const channel = (name: string): BroadcastChannel => new BroadcastChannel(name);

const resume = (hasUnfinishedWork: ReturnType<typeof pairedDevices>) =>
  resumeMachine.provide({ actors: { hasUnfinishedWork } });

/** Return the store of the outbox's log, and how tabs find each other. */
function journalOf(page: Window): Journal & Pick<MessageDraftsDeps, 'seal'> {
  return {
    factory: page.indexedDB,
    keyRange: IDBKeyRange,
    now: nowSeconds,
    verify: pureVerify,
    newId,
    locks: page.navigator.locks,
    channel,
    seal: page.indexedDB ? sealOf(page) : undefined,
  };
}

/** Encrypts private log entries with this device's key. */
function sealOf(page: Window): DeviceSeal {
  return deviceSeal(sealKeyStore(page.indexedDB, page.navigator.locks), {
    subtle: crypto.subtle,
    getRandomValues: (array) => crypto.getRandomValues(array),
  });
}

function every(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms);
  return () => clearInterval(timer);
}

const newId = (): string => crypto.randomUUID();

function chance(size: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(size));
}

function log(text: string): void {
  console.warn(text);
}

async function pureVerify(): Promise<Verify> {
  return verifyWith((await import('../events/nostr/verify-pure.ts')).checkPure);
}
