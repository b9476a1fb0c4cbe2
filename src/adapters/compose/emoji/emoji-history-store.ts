import type { CallbackActorLogic } from 'xstate';
import { readHistory, withUsed } from '../../../events/compose/emoji/emoji.ts';
import type { EmojiCommand, EmojiSignal } from '../../../machines/compose/compose-protocol.ts';
import type { Scope } from '../../core/storage.ts';
import type { AccountKey } from '../../core/storage-keys.ts';
import { callbackAdapter } from '../../../machines/core/ports.ts';

/**
 * The composer's `emojis` port: the emojis that an account picked lately, stored on this device
 * (COMPOSE-05). Picks of another tab are not lost.
 */
export function emojiHistory(
  storage: (account: string) => Scope<AccountKey>,
): CallbackActorLogic<EmojiCommand, { account: string }> {
  return callbackAdapter<EmojiCommand, { account: string }>(({ input, sendBack, receive }) => {
    const local = storage(input.account);
    const tell = (history: readonly string[]): void =>
      sendBack({ type: 'emoji.history', history } satisfies EmojiSignal);
    const read = (): readonly string[] => readHistory(local.read('emojiHistory'));
    receive(({ sign }) => {
      const history = withUsed(read(), sign);
      local.write('emojiHistory', history);
      tell(history);
    });
    tell(read());
  });
}
