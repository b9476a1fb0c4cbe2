const LIKES = [
  '+',
  '❤',
  '♥',
  '💜',
  '💙',
  '💚',
  '💛',
  '🧡',
  '🤎',
  '🖤',
  '🤍',
  '🩷',
  '🩵',
  '🫶',
  '🤙',
  '👍',
  '👏',
  '🙌',
  '🤝',
];

/** True if a reaction counts as a like: empty, `+`, a heart or a hand (NIP-25). */
export function isLikeContent(content: string): boolean {
  return content === '' || LIKES.some((sign) => content.startsWith(sign));
}
