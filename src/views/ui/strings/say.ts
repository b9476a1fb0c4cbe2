import type {
  UserMessage,
  UserMessageCode,
  UserMessages,
} from '../../../events/account/user-message.ts';

/**
 * The words for messages: a text, or a function of the message's parameters. A code without words
 * does not compile.
 */
export type MessageWords<C extends UserMessageCode> = {
  readonly [K in C]: UserMessages[K] extends undefined
    ? string
    : (params: UserMessages[K]) => string;
};

/** The words of a message. `undefined` if this table has none for it. */
export function wordsOf(
  table: Partial<MessageWords<UserMessageCode>>,
  { code, params }: UserMessage,
): string | undefined {
  return wordsFor(table, code, params);
}

function wordsFor<C extends UserMessageCode>(
  table: { readonly [K in C]?: string | ((params: UserMessages[K]) => string) },
  code: C,
  params: UserMessages[C],
): string | undefined {
  const words = table[code];
  return typeof words === 'function' ? words(params) : words;
}
