import type { CallbackActorLogic } from 'xstate';
import type {
  DraftListStoreCommand,
  DraftListStoreSignal,
} from '../../machines/compose/draft-list.machine.ts';
import { tabNames } from '../core/tab-names.ts';
import type { Millis } from '../../events/core/time.ts';
import { draftLock } from './draft-choice.ts';
import { type DraftDeps, draftsName, keptDrafts, replaceDraft, tellTabs } from './draft-store.ts';
import { callbackAdapter } from '../../machines/core/ports.ts';

type DraftListStoreDeps = Pick<
  DraftDeps,
  'factory' | 'storage' | 'now' | 'channel' | 'locks' | 'parts'
>;

/**
 * The `store` port of the drafts list: all drafts of an account, from the database and from local
 * storage, one command after the other. Drops and puts of another tab are reported, too.
 */
export function draftListStore(
  deps: DraftListStoreDeps,
): CallbackActorLogic<DraftListStoreCommand, { account: string }> {
  const { factory, storage, now, parts, channel, locks } = deps;
  const claims = tabNames(locks);
  return callbackAdapter<DraftListStoreCommand, { account: string }>(
    ({ input: { account }, sendBack, receive }) => {
      const local = storage(account);
      let isOver = false;
      let tail: Promise<unknown> = Promise.resolve();
      const look = async (): Promise<void> => {
        const [drafts, held] = await Promise.all([
          keptDrafts(factory, account, local, parts(account)),
          claims.held(),
        ]);
        const open = drafts.flatMap(({ target }) =>
          held.has(draftLock(account, target)) ? [target] : [],
        );
        if (!isOver)
          sendBack({ type: 'draftListStore.found', drafts, open } satisfies DraftListStoreSignal);
      };
      const replace = (change: Parameters<typeof replaceDraft>[3]) =>
        replaceDraft(factory, account, local, change).catch(() => undefined);
      const drop = async (target: string, at: Millis): Promise<void> => {
        // a tab may have opened the text after the list was read, and reports it as saved
        // (COMPOSE-12)
        if (!(await claims.held()).has(draftLock(account, target)))
          await replace({ target, writing: undefined, at });
      };
      /** A put text is in local storage before anything else happens on this page. */
      const done = (command: DraftListStoreCommand): Promise<void> | undefined => {
        if (command.type === 'draftListStore.load') return undefined;
        const { target } = command;
        return command.type === 'draftListStore.put'
          ? replace({ target, writing: command.writing, at: now() })
          : drop(target, command.at);
      };
      receive((command) => {
        tail = Promise.all([tail, done(command)]).then(() => {
          if (command.type !== 'draftListStore.load') tellTabs({ channel }, account);
          return look();
        });
      });
      const line = channel(draftsName(account));
      line?.addEventListener('message', () => {
        tail = tail.then(look);
      });
      return () => {
        isOver = true;
        line?.close();
      };
    },
  );
}
