import type { CallbackActorLogic } from 'xstate';
import { field, isRecord } from '../../../events/core/json.ts';
import {
  type ArticleRow,
  type ArticleVersions,
  readArticleRow,
  keptVersions,
  NO_VERSIONS,
  reaches,
  readSeen,
  withoutVersions,
  withVersions,
} from '../../../events/compose/article/article-versions.ts';
import { inMillis } from '../../../events/core/time.ts';
import type {
  ArticlesCommand,
  ArticlesSignal,
  Until,
} from '../../../machines/compose/article/article-protocol.ts';
import type { DeviceSeal } from '../../account/keys/device-seal.ts';
import { pageSeal } from '../../account/keys/page-encryption.ts';
import { type Left, readLeft } from '../../account/keys/unsaved-parts.ts';
import { eraseSealedRows, sealedRows } from '../../account/keys/sealed-rows-store.ts';
import { onPageUnload, type PageEnd } from '../../core/page-unload.ts';
import type { Scope } from '../../core/storage.ts';
import type { AccountKey } from '../../core/storage-keys.ts';
import { partsIn, tabParts, type TabPartsDeps } from '../../core/tab-part-store.ts';
import { callbackAdapter } from '../../../machines/core/ports.ts';

export interface ArticleStoreDeps extends PageEnd, TabPartsDeps {
  /** `undefined` if the platform has no database: then nothing is stored. */
  readonly factory: IDBFactory | undefined;
  readonly seal: DeviceSeal | undefined;
  readonly storage: (account: string) => Scope<AccountKey>;
  readonly channel: (name: string) => BroadcastChannel;
}

const keyOf = (account: string): string => `articles ${account}`;
/** The place for versions that are not on disk yet. */
const unwrittenOf = ({ storage }: Pick<ArticleStoreDeps, 'storage'>, account: string) =>
  ({ local: storage(account), account, key: 'articles' }) as const;
/** Returns the options to open them again. */
const leftOf = ({ seal }: Pick<ArticleStoreDeps, 'seal'>, account: string) => ({
  seal,
  keyName: keyOf(account),
  read: readArticleRow,
});
/** The database of an account's article drafts. */
const placeOf = (account: string) => ({
  database: `starling-articles-${account}`,
  store: 'articles',
  keyName: keyOf(account),
});

/**
 * Stores article drafts, each version in a row that is sealed for this device. A version that is
 * reported as stored is on disk, and survives a crash of the browser at any moment (INV-NO-LOSS).
 * Urgent versions are also stored, sealed, in local storage, which is immediate, in case the page
 * closes before the disk write. Each tab has its own part there. Tabs announce their writes and
 * drops. The newest versions of a draft are kept, and all versions that no newer one continues.
 */
export function articleStore(
  deps: ArticleStoreDeps,
): CallbackActorLogic<ArticlesCommand, { readonly account: string }> {
  return callbackAdapter<ArticlesCommand, { readonly account: string }>(
    ({ input: { account }, sendBack, receive }) => {
      const parts = tabParts(deps, unwrittenOf(deps, account));
      const rows = sealedRows(deps, placeOf(account));
      const tabs = deps.channel(`starling-articles-${account}`);
      const keys = new Map<string, readonly IDBValidKey[]>();
      const kept = new Map<string, ArticleVersions>();
      /** Versions that are not on disk yet, by name. */
      const unwritten = new Map<string, ArticleRow>();
      /** Names of versions that are on disk. */
      const written = new Set<string>();
      let sealNow: ((bytes: Uint8Array) => string) | undefined;
      let isOver = false;
      const report = (signal: ArticlesSignal): void => {
        if (!isOver) sendBack(signal);
      };
      const nameOf = (draft: string, id: string): string => JSON.stringify([draft, id]);
      const keepUnwritten = (): void => {
        if (unwritten.size === 0) parts.put(undefined);
        else if (sealNow && !isOver)
          parts.put(sealNow(new TextEncoder().encode(JSON.stringify([...unwritten.values()]))));
      };
      const write = async (name: string, row: ArticleRow | undefined): Promise<void> => {
        keys.set(name, await rows.replace(keys.get(name) ?? [], row));
      };
      const prune = async (draft: string): Promise<void> => {
        const all = kept.get(draft) ?? NO_VERSIONS;
        const left = keptVersions(all);
        kept.set(draft, left);
        for (const id of all.keys()) if (!left.has(id)) await write(nameOf(draft, id), undefined);
      };
      let tail = Promise.resolve();
      const keep = (row: ArticleRow, hurry = false): void => {
        const name = nameOf(row.draft, row.version.id);
        const isWaiting = unwritten.has(name);
        unwritten.set(name, row);
        if (hurry) keepUnwritten();
        // during a write only the last of the following versions counts
        if (isWaiting) return;
        tail = tail.then(async () => {
          for (let latest = unwritten.get(name); latest; latest = unwritten.get(name)) {
            const { draft, version } = latest;
            const isKept = await write(name, latest).then(
              () => true,
              () => false,
            );
            report(
              isKept
                ? { type: 'articles.kept', draft, until: { [version.id]: inMillis(version.at) } }
                : { type: 'articles.writeFailed', reason: deps.factory ? 'full' : 'blocked' },
            );
            if (isKept) {
              written.add(name);
              kept.set(draft, withVersions(kept.get(draft) ?? NO_VERSIONS, [version]));
              tabs.postMessage({ kept: latest });
              await prune(draft).catch(() => undefined);
            }
            if (unwritten.get(name) !== latest) continue;
            // a failed write is not retried forever: the next change tries again
            unwritten.delete(name);
            if (isKept) keepUnwritten();
          }
        });
      };
      /**
       * Writes versions of another page to disk if that page has not done so. Until then they stay
       * in local storage.
       */
      const bring = ({ part, values: late }: Left<ArticleRow>): void => {
        // its own page has written it by now
        if (!parts.has(part)) return;
        for (const row of late) keep(row);
        tail = tail.then(() => {
          if (late.every(({ draft, version }) => written.has(nameOf(draft, version.id))))
            parts.drop(part);
        });
      };
      const drop = (draft: string, until: Until): void => {
        tail = tail.then(async () => {
          // other tabs have written since this one read
          const there = await rows.read(readArticleRow).catch(() => []);
          const gone = there.filter(
            ({ value }) => value.draft === draft && reaches(until, value.version),
          );
          await rows
            .replace(
              gone.map(({ key }) => key),
              undefined,
            )
            .catch(() => undefined);
          for (const { value } of gone) keys.delete(nameOf(draft, value.version.id));
          kept.set(draft, withoutVersions(kept.get(draft) ?? NO_VERSIONS, until));
          tabs.postMessage({ gone: draft, until });
        });
      };
      const find = async (): Promise<void> => {
        for (const { key, value } of await rows.read(readArticleRow).catch(() => [])) {
          const name = nameOf(value.draft, value.version.id);
          keys.set(name, [...(keys.get(name) ?? []), key]);
          kept.set(
            value.draft,
            withVersions(kept.get(value.draft) ?? NO_VERSIONS, [value.version]),
          );
        }
        const left = await readLeft(parts.all(), leftOf(deps, account)).catch(() => []);
        if (deps.seal) sealNow = await pageSeal(deps.seal, keyOf(account)).catch(() => undefined);
        const drafts = new Map(kept);
        for (const { draft, version } of left.flatMap((one) => one.values))
          drafts.set(draft, withVersions(drafts.get(draft) ?? NO_VERSIONS, [version]));
        report({ type: 'articles.found', drafts });
        if (!isOver) for (const one of left) bring(one);
      };
      tail = find();
      receive((command) => {
        if (command.type === 'articles.keep')
          keep({ draft: command.draft, version: command.version }, command.hurry);
        else drop(command.draft, command.until);
      });
      tabs.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        const row = isRecord(data) ? readArticleRow(field(data, 'kept')) : undefined;
        if (row) report({ type: 'articles.updated', ...row });
        const [gone, until] = isRecord(data)
          ? [field(data, 'gone'), readSeen(field(data, 'until'))]
          : [];
        if (typeof gone === 'string' && until)
          report({ type: 'articles.removed', draft: gone, until });
      });
      const rest = onPageUnload(deps, () => report({ type: 'articles.flush' }));
      return () => {
        isOver = true;
        rest();
        // accepted commands finish although nothing receives the result
        void tail.finally(() => {
          tabs.close();
          rows.close();
        });
      };
    },
  );
}

/**
 * An account's article drafts on this device, for a full copy (BEYOND-16). `read` returns every
 * stored version. `put` stores one more and notifies the tabs. Both reject if the disk is not
 * available.
 */
export function articleRows(
  deps: Omit<ArticleStoreDeps, keyof PageEnd | 'newId'>,
  account: string,
) {
  const rows = sealedRows(deps, placeOf(account));
  const tabs = deps.channel(`starling-articles-${account}`);
  return {
    read: async (): Promise<readonly ArticleRow[]> => {
      const left = await readLeft(partsIn(deps, unwrittenOf(deps, account)), leftOf(deps, account));
      return [
        ...(await rows.read(readArticleRow)).map(({ value }) => value),
        ...left.flatMap((one) => one.values),
      ];
    },
    put: async (row: ArticleRow): Promise<void> => {
      await rows.replace([], row);
      tabs.postMessage({ kept: row });
    },
    close: () => {
      rows.close();
      tabs.close();
    },
  };
}

/** Removes all article drafts of an account from this device (ACCOUNT-06, E-35). */
export function eraseArticles(
  factory: IDBFactory,
  seal: DeviceSeal,
  account: string,
): Promise<void> {
  return eraseSealedRows(factory, seal, placeOf(account));
}
