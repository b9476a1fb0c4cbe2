import { type CallbackActorLogic, fromCallback } from 'xstate';
import type { ShelfCommand, ShelfSignal } from '../../machines/publish/draft-box.machine.ts';
import { type DraftDeps, draftsName, keptDrafts, replaceDraft, tellTabs } from './draft-store.ts';

interface ShelfDeps extends Pick<DraftDeps, 'factory' | 'storage' | 'now' | 'channel'> {
  /** Names under which local storage keeps texts of an account. */
  readonly parts: (account: string) => readonly string[];
}

/**
 * The box's `shelf` port: all texts in the making of an account, from the database and from local storage, one command after the other. What another tab
 * drops or puts there is reported, too.
 */
export function draftShelf({ factory, storage, now, parts, channel }: ShelfDeps): CallbackActorLogic<ShelfCommand, { account: string }> {
  return fromCallback<ShelfCommand, { account: string }>(({ input: { account }, sendBack, receive }) => {
    const local = storage(account);
    let isOver = false;
    let tail: Promise<unknown> = Promise.resolve();
    const look = async (): Promise<void> => {
      const drafts = await keptDrafts(factory, account, local, parts(account));
      if (!isOver) sendBack({ type: 'shelf.found', drafts } satisfies ShelfSignal);
    };
    const replace = (change: Parameters<typeof replaceDraft>[3]) => replaceDraft(factory, account, local, change).catch(() => undefined);
    /** Local storage has it before anything else happens on this page. */
    const done = (command: ShelfCommand): Promise<void> | undefined => {
      if (command.type === 'shelf.look') return undefined;
      const { target } = command;
      return replace(
        command.type === 'shelf.put' ? { target, writing: command.writing, at: now() } : { target, writing: undefined, at: command.at },
      );
    };
    receive((command) => {
      tail = Promise.all([tail, done(command)]).then(() => {
        if (command.type !== 'shelf.look') tellTabs({ channel }, account);
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
  });
}
