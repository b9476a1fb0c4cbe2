export const moneyStrings = {
  topZaps: 'Largest zaps',
  zappedBy: (name: string, amount: string) => `${name} zapped ${amount} sats`,
};
