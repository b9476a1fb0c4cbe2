export const moneyStrings = {
  signInNeeded: 'You must be logged-in to perform a zap',
  zapped: (name: string) => `${name} zapped successfully`,
  topZaps: 'Largest zaps',
  zappedBy: (name: string, amount: string) => `${name} zapped ${amount} sats`,
};
