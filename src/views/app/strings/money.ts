export const moneyStrings = {
  zapped: (name: string) => `${name} zapped successfully`,
  topZaps: 'Largest zaps',
  zappedBy: (name: string, amount: string) => `${name} zapped ${amount} sats`,
};
