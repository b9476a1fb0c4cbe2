import { act, fireEvent, render } from '@testing-library/react';
import type { Account } from '../../../src/events/account/account.ts';
import type { ListName } from '../../../src/events/account/lists/list-definitions.ts';
import type { FetchedAccount } from '../../../src/machines/account/session/account-code.ts';
import type { FeatureActors } from '../../../src/machines/app/features.ts';
import { scopeOf } from '../../../src/machines/account/session/scope.machine.ts';
import { listEditMachine } from '../../../src/machines/account/lists/list-edit.machine.ts';
import { listsMachine } from '../../../src/machines/account/lists/lists.machine.ts';
import type {
  VersionsCommand,
  VersionsSignal,
} from '../../../src/machines/account/lists/lists-context.ts';
import { sessionMachine } from '../../../src/machines/account/session/session.machine.ts';
import { signerMachine } from '../../../src/machines/account/signing/signer.machine.ts';
import type { ecashMachine } from '../../../src/machines/money/ecash/ecash.machine.ts';
import type { unreadMachine } from '../../../src/machines/messages/unread.machine.ts';
import type { holdingsMachine } from '../../../src/machines/money/payments/holdings.machine.ts';
import type { articleEditMachine } from '../../../src/machines/compose/article/article-edit.machine.ts';
import type { moneyMachine } from '../../../src/machines/money/payments/money.machine.ts';
import type { notificationsMachine } from '../../../src/machines/notifications/notifications.machine.ts';
import { relayMachine } from '../../../src/machines/connection/relay.machine.ts';
import { relayPoolMachine } from '../../../src/machines/connection/relay-pool.machine.ts';
import { composeMachine } from '../../../src/machines/compose/compose.machine.ts';
import type {
  DraftCommand,
  DraftInput,
  DraftSignal,
  EmojiCommand,
  EmojiSignal,
  MiningInput,
  MiningSignal,
} from '../../../src/machines/compose/compose-protocol.ts';
import { outboxMachine } from '../../../src/machines/publish/outbox/outbox.machine.ts';
import type {
  OutboxLogCommand,
  OutboxLogSignal,
} from '../../../src/machines/core/outbox-protocol.ts';
import type { scheduleMachine } from '../../../src/machines/publish/outbox/schedule.machine.ts';
import { publishMachine } from '../../../src/machines/publish/outbox/publish.machine.ts';
import {
  readArticlesMachine,
  type ReadArticlesStoreCommand,
  type ReadArticlesStoreSignal,
} from '../../../src/machines/reading/article/read-articles.machine.ts';
import { App } from '../../../src/views/app/App.tsx';
import { preload } from '../../../src/views/ui/navigation/screen-code.ts';
import { type Language, LanguageContext } from '../../../src/views/ui/strings.ts';
import { elapse } from '../machines/clock.ts';
import { fakeApp, withAccount } from './fake-app.ts';
import { fakePort } from '../machines/fake-port.ts';
import { fakeRelaySockets } from '../connection/fake-relays.ts';
import { openPage, settle } from './rendered-app.tsx';
import { A, fakeSession, HERE } from '../account/session-world.ts';
import { registryOf } from '../account/feature-registry.ts';

const EXTENSION: Account = { pubkey: A, method: 'extension' };

/** Machines that a test replaces. */
interface Machines {
  readonly session?: typeof sessionMachine;
  readonly signer?: typeof signerMachine;
  readonly compose?: typeof composeMachine;
  readonly articleEdit?: typeof articleEditMachine;
  readonly publish?: typeof publishMachine;
  readonly listEdit?: typeof listEditMachine;
  readonly money?: typeof moneyMachine;
  readonly ecash?: typeof ecashMachine;
  readonly holdings?: typeof holdingsMachine;
  readonly unread?: typeof unreadMachine;
  readonly notifications?: typeof notificationsMachine;
  readonly schedule?: typeof scheduleMachine;
}

interface Household {
  readonly accounts?: readonly Account[];
  /** The current account; none if it is not among `accounts`. */
  readonly current?: string;
  readonly machines?: Machines;
  readonly language?: Language;
  /** The composer's code arrives when this promise resolves. `undefined`: it is there. */
  readonly composeLoaded?: Promise<void>;
}

/** Longer than the delay before the session starts. Milliseconds. */
const CALM = 1_600;
/** Time for the views to render a change without delay. Milliseconds. */
const SOON = 100;

/** The account parts with their real machines; the test plays their ports. */
function fakeHouse({
  accounts = [EXTENSION],
  current = A,
  machines = {},
  composeLoaded,
}: Household) {
  const {
    session = sessionMachine,
    signer = signerMachine,
    compose = composeMachine,
    publish = publishMachine,
  } = machines;
  const { listEdit = listEditMachine } = machines;
  const keys = fakeSession(session, signer);
  const drafts = fakePort<DraftCommand, DraftInput, DraftSignal>();
  const emojis = fakePort<EmojiCommand, { account: string }, EmojiSignal>();
  const mining = fakePort<{ type: 'mining.unavailable' }, MiningInput, MiningSignal>();
  const log = fakePort<OutboxLogCommand, { account: string }, OutboxLogSignal>();
  const versions = fakePort<VersionsCommand, { account: string }, VersionsSignal>();
  const shelf = fakePort<ReadArticlesStoreCommand, { account: string }, ReadArticlesStoreSignal>();
  const lock = fakePort<{ type: 'lock.unavailable' }, { account: string; list: ListName }>();
  const relay = relayMachine.provide({ actors: { socket: fakeRelaySockets().logic } });
  const features = registryOf({
    composeLoaded,
    relays: relayPoolMachine.provide({ actors: { relay } }),
    outbox: outboxMachine.provide({ actors: { store: log.logic, publish } }),
    lists: listsMachine.provide({
      actors: {
        versions: versions.logic,
        edit: listEdit.provide({ actors: { lock: lock.logic } }),
      },
    }),
    readArticles: readArticlesMachine.provide({ actors: { store: shelf.logic } }),
    compose: compose.provide({
      actors: { drafts: drafts.logic, emojis: emojis.logic, mining: mining.logic },
    }),
    ...(machines.articleEdit ? { articleEdit: machines.articleEdit } : {}),
    ...(machines.money ? { money: machines.money } : {}),
    ...(machines.ecash ? { ecash: machines.ecash } : {}),
    ...(machines.holdings ? { holdings: machines.holdings } : {}),
    ...(machines.unread ? { unread: machines.unread } : {}),
    ...(machines.schedule ? { schedule: machines.schedule } : {}),
    ...(machines.notifications ? { notifications: machines.notifications } : {}),
  });
  const fetched: FetchedAccount = {
    logic: { session: keys.logic, scope: scopeOf(features) },
    code: {
      session: { accounts, current, autoLock: 'close', ...HERE },
      scope: { ...HERE, seed: 0 },
    },
  };
  return { fetched, keys, drafts, log, versions, lock, shelf };
}

/**
 * The whole app in its frame at that path, with a signed-in account. The test plays every port, the
 * clock and the user.
 */
export async function renderedAccount(path: string, household: Household = {}) {
  const { fetched, ...house } = fakeHouse(household);
  const { session } = fetched.code;
  const closePage = openPage();
  window.history.replaceState(null, '', path);
  const account = session.accounts.find(({ pubkey }) => pubkey === session.current);
  const fake = fakeApp(
    { account },
    withAccount(async () => fetched),
  );
  fake.app.start();
  act(
    () =>
      void render(
        <LanguageContext value={household.language ?? {}}>
          <App app={fake.app} recorder={fake.recorder} />
        </LanguageContext>,
      ),
  );
  const soon = (happens: () => void) => settle(happens, SOON);
  await soon(() => fake.socket.opened());
  await soon(() => elapse(fake.clock, CALM));
  if (fake.isAsked('replaceable_event')) await soon(() => fake.answer('replaceable_event'));
  const owner = () => fake.app.getSnapshot().children.account?.getSnapshot().context;
  return {
    ...fake,
    ...house,
    settle: soon,
    click: (element: Element) => soon(() => void fireEvent.click(element)),
    session: () => known(owner()?.session),
    scope: () => known(owner()?.scope),
    features: (): Partial<FeatureActors> => known(owner()?.scope).getSnapshot().children,
    close() {
      closePage();
      fake.app.stop();
      window.history.replaceState(null, '', '/');
    },
  };
}

function known<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('there is none');
  return found;
}

/** Load the lazy code of the views in advance, as it would arrive too late on a stopped clock. */
export async function fetchViews(...paths: readonly string[]): Promise<void> {
  await Promise.all([
    ...paths.map(preload),
    import('../../../src/views/app/signed-in-views.ts'),
    import('../../../src/views/compose/ComposeDialog.tsx'),
    import('../../../src/views/people/profile/ProfilePanel.tsx'),
    import('../../../src/views/account/session/SessionDialogs.tsx'),
    import('../../../src/views/app/QuestionDialog.tsx'),
    import('../../../src/views/ui/layout/SmallMenu.tsx'),
  ]);
}

/** Return an open dialog by its title. */
export const dialog = (title: string): HTMLDialogElement | undefined =>
  [...document.getElementsByTagName('dialog')].find(
    (one) => one.open && one.getElementsByTagName('h2').item(0)?.textContent === title,
  );

/**
 * Return the region of the toasts. A query by label over all elements would take several times as
 * long.
 */
export const toastRegion = (): HTMLElement =>
  known(
    [...document.getElementsByTagName('section')].find(
      (one) => one.getAttribute('aria-label') === 'App messages',
    ),
  );
export const toasts = (): string[] =>
  [...toastRegion().getElementsByTagName('p')].map(({ textContent }) => textContent);

/** Take the messages of earlier steps away, as if their time was over. */
export async function endToasts({
  app,
  settle: soon,
}: Pick<Awaited<ReturnType<typeof renderedAccount>>, 'app' | 'settle'>): Promise<void> {
  const shown = app.getSnapshot().children.toasts?.getSnapshot().context.toasts ?? [];
  if (shown.length === 0) return;
  await soon(() => {
    for (const { id } of shown)
      app.getSnapshot().children.toasts?.send({ type: 'toast.dismiss', id });
  });
}

/** Return the buttons within an element, in order: their names, and whether they are enabled. */
export const offers = (within: Element): string[] =>
  [...within.getElementsByTagName('button')]
    .filter((one) => one.closest('dialog') === within.closest('dialog'))
    .map(
      (one) =>
        `${one.ariaLabel ?? one.textContent}${one.disabled ? ' (off)' : one.ariaBusy ? ' (busy)' : ''}`,
    );
