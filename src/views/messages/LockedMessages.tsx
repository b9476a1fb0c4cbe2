import { Button } from '../ui/controls/Button.tsx';
import { EmptyState } from '../ui/display/EmptyState.tsx';
import { useDirectMessageStrings } from '../ui/strings/direct-messages.ts';
import { type MessagesHandle, messagesIntents } from './use-messages.ts';

/** Replaces messages whose decryption needs a prompt. Viewing alone never prompts (BEYOND-03). */
export function Asked({ messages }: { readonly messages: MessagesHandle }) {
  const words = useDirectMessageStrings();
  return (
    <EmptyState
      title={words.lockedTitle}
      action={<Button onClick={() => messagesIntents.allow(messages)}>{words.show}</Button>}
    >
      {words.lockedText}
    </EmptyState>
  );
}
