/** The form of a message, and the reason for it. Part of the words of direct messages. */
export const messageFormEnglish = {
  label: (name: string) => `How messages to ${name} are sent`,
  names: { nip17: 'Private', nip04: 'Old form', open: 'Not known yet' },
  choices: {
    nip17: 'Private: relays can’t see who writes to whom',
    nip04:
      'Old form, for people without an inbox for private messages: encrypted, but everybody can see who writes to whom',
  },
  reasons: {
    named: () => 'Relays can’t see who writes to whom.',
    proxied: () => 'Waits while everything goes through the caching service.',
    chosen: () => 'You chose it. Everybody can see who writes to whom.',
    unnamed: (name: string) =>
      `${name} has no inbox for private messages yet. The text is encrypted, but everybody can see who writes to whom.`,
    unable: () => 'Your signer can’t send private messages. Everybody can see who writes to whom.',
    asking: (name: string) => `Checking whether ${name} can receive private messages`,
    unknown: (name: string) => `We couldn’t check whether ${name} can receive private messages.`,
  },
};
