import type { CallbackActorLogic } from 'xstate';
import { field, isNumber, isRecord } from '../../../events/core/json.ts';
import {
  type Connection,
  connectionText,
  readConnection,
} from '../../../events/money/wallets/nwc.ts';
import type { Payer } from '../../../events/money/payments/payment.ts';
import { readPayer } from '../../../events/money/payments/payment-read.ts';
import type {
  StoredWallets,
  MoneyLimits,
  WalletStoreCommand,
  WalletStoreSignal,
} from '../../../machines/money/payments/money-protocol.ts';
import type { DeviceSeal } from '../../account/keys/device-seal.ts';
import { sealedRows } from '../../account/keys/sealed-rows-store.ts';
import { walletStoreName } from '../payments/money-databases.ts';
import { callbackAdapter } from '../../../machines/core/ports.ts';

export interface WalletStoreDeps {
  readonly factory: IDBFactory | undefined;
  readonly seal: DeviceSeal | undefined;
  readonly channel: (name: string) => BroadcastChannel;
  readonly hasWebln: () => boolean;
  /** True if this device may have ecash of that account. */
  readonly hasEcash: (account: string) => Promise<boolean>;
}

/**
 * One stored value: a connection as text, the active wallet, the limits, or an accepted host. Of
 * several equal ones the last counts.
 */
type Content =
  | { readonly type: 'wallet'; readonly connection: Connection }
  | { readonly type: 'active'; readonly payer: Payer | undefined }
  | { readonly type: 'limits'; readonly limits: MoneyLimits }
  | { readonly type: 'host'; readonly host: string };

/**
 * The `walletStore` port of an account's money: its wallets, the active one, and its limits. Each
 * value is sealed for this device in its own row (E-36), so two tabs that change different values
 * lose nothing. A value that cannot be stored applies in this page, and that is reported.
 */
export function walletStore(
  deps: WalletStoreDeps,
): CallbackActorLogic<WalletStoreCommand, { readonly account: string }> {
  return callbackAdapter<WalletStoreCommand, { readonly account: string }>(
    ({ input: { account }, sendBack, receive }) => {
      const store = walletStoreName(account);
      const rows = sealedRows(deps, store);
      const { database } = store;
      const channel = deps.channel(database);
      /** Values that this page could not store. */
      let inPage: readonly Content[] = [];
      let isOver = false;
      const report = (signal: WalletStoreSignal): void => {
        if (!isOver) sendBack(signal);
      };
      const read = async () => rows.read(contentOf).catch(() => []);
      const tell = async (): Promise<void> => {
        const [found, hasEcash] = await Promise.all([read(), deps.hasEcash(account)]);
        const kept = keptIn([...found.map(({ value }) => value), ...inPage]);
        report({ type: 'walletStore.found', kept, hasWebln: deps.hasWebln(), hasEcash });
      };
      const change = async (command: WalletStoreCommand): Promise<void> => {
        const found = await read();
        const next = contentFor(command);
        const isReplaced = (content: Content): boolean => replaces(command, content);
        const gone = found.filter(({ value }) => isReplaced(value)).map(({ key }) => key);
        inPage = inPage.filter((content) => !isReplaced(content));
        try {
          await rows.replace(gone, next && plainOf(next));
          channel.postMessage('changed');
        } catch {
          if (next) inPage = [...inPage, next];
          report({ type: 'walletStore.writeFailed' });
        }
        await tell();
      };
      let tail = tell();
      receive((command) => {
        tail = tail.then(() => (isOver ? undefined : change(command)));
      });
      channel.addEventListener('message', () => {
        tail = tail.then(() => (isOver ? undefined : tell()));
      });
      return () => {
        isOver = true;
        channel.close();
        void tail.finally(rows.close);
      };
    },
  );
}

/** Return the stored wallets of an account. */
export async function readWallets(
  deps: Pick<WalletStoreDeps, 'factory' | 'seal'>,
  account: string,
): Promise<readonly Connection[]> {
  const rows = sealedRows(deps, walletStoreName(account));
  try {
    return keptIn((await rows.read(contentOf)).map(({ value }) => value)).connections;
  } finally {
    rows.close();
  }
}

function contentFor(command: WalletStoreCommand): Content | undefined {
  switch (command.type) {
    case 'walletStore.add':
      return { type: 'wallet', connection: command.connection };
    case 'walletStore.remove':
      return undefined;
    case 'walletStore.activate':
      return { type: 'active', payer: command.payer };
    case 'walletStore.limit':
      return { type: 'limits', limits: command.limits };
    case 'walletStore.accept':
      return { type: 'host', host: command.host };
  }
}

function replaces(command: WalletStoreCommand, content: Content): boolean {
  switch (command.type) {
    case 'walletStore.add':
      return content.type === 'wallet' && content.connection.id === command.connection.id;
    case 'walletStore.remove':
      return content.type === 'wallet' && content.connection.id === command.wallet;
    case 'walletStore.activate':
      return content.type === 'active';
    case 'walletStore.limit':
      return content.type === 'limits';
    case 'walletStore.accept':
      return content.type === 'host' && content.host === command.host;
  }
}

function keptIn(contents: readonly Content[]): StoredWallets {
  const wallets = contents.flatMap((one) => (one.type === 'wallet' ? [one.connection] : []));
  const active = contents.findLast((one) => one.type === 'active');
  const limits = contents.findLast((one) => one.type === 'limits');
  return {
    connections: [...new Map(wallets.map((one) => [one.id, one])).values()],
    active: active?.payer,
    limits: limits?.limits ?? {},
    acceptedHosts: contents.flatMap((one) => (one.type === 'host' ? [one.host] : [])),
  };
}

/** Plain JSON for the immediate sealing. */
function plainOf(content: Content): object {
  return content.type === 'wallet'
    ? { type: 'wallet', text: connectionText(content.connection) }
    : content;
}

function contentOf(value: unknown): Content | undefined {
  if (!isRecord(value)) return undefined;
  switch (field(value, 'type')) {
    case 'wallet': {
      const text = field(value, 'text');
      const connection = typeof text === 'string' ? readConnection(text) : undefined;
      return connection && !('fault' in connection) ? { type: 'wallet', connection } : undefined;
    }
    case 'active':
      return { type: 'active', payer: readPayer(field(value, 'payer')) };
    case 'limits':
      return { type: 'limits', limits: limitsIn(field(value, 'limits')) };
    case 'host': {
      const host = field(value, 'host');
      return typeof host === 'string' ? { type: 'host', host } : undefined;
    }
    default:
      return undefined;
  }
}

function limitsIn(value: unknown): MoneyLimits {
  if (!isRecord(value)) return {};
  const of = (key: string): number | undefined => {
    const limit = field(value, key);
    return isNumber(limit) && limit >= 0 ? limit : undefined;
  };
  return { perDay: of('perDay'), perWallet: of('perWallet'), askAbove: of('askAbove') };
}
