export const moneyStrings = {
  signInNeeded: 'You must be logged-in to perform a zap',
  zapped: (name: string) => `${name} zapped successfully`,
  zapFailed: 'We were unable to send this Zap',
  noteAuthorUnzappable: 'Author of this note cannot be zapped',
  feedAuthorUnzappable: 'Author of this feed cannot be zapped',
  sats: 'sats',
  invalidConnection: 'invalid connection string',
};
