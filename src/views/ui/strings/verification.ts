import { words } from '../strings.ts';

export const verificationEnglish = {
  zaps: {
    largest: 'Largest zaps',
    by: (name: string, amount: string) => `${name} zapped ${amount} sats`,
    service: {
      text: 'Checked by the caching service',
      hint: 'The caching service says whose key signs this receipt. Your browser did not check it.',
    },
    unconfirmed: {
      text: 'Zaps not confirmed',
      hint: 'No receipt is signed by the key of the recipient’s lightning provider. They may be fake, or from a former provider.',
    },
    nobody: {
      text: 'Not checked',
      hint: 'We couldn’t find out whose key signs this receipt. It may be fake.',
    },
  },
  names: {
    check: 'Check this name',
    hint: (host: string) => `${host} will see your IP address.`,
    noAccount: (name: string) => `No account with the name “${name}” was found.`,
    claimed: (address: string) =>
      `The caching service names this account for ${address}. Its profile does not say so.`,
    unconfirmed: (host: string) => `${host} does not confirm this name.`,
  },
};

/**
 * The words that say who vouches for a zap receipt or a name, loaded with the code that shows them
 * (ACCESS-05).
 */
export const useVerificationStrings = words('verification', verificationEnglish);
