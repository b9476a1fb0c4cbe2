import { words } from '../strings.ts';

export const signerEnglish = {
  title: 'Waiting for your signer',
  where: {
    extension: 'allow it in your extension',
    remote: 'open your signer',
    key: 'signing',
    readonly: '',
  },
  asked: (seconds: number, where: string) => {
    const since = seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`;
    return seconds === 0 ? `Just asked, ${where}` : `Asked ${since} ago, ${where}`;
  },
  next: 'next',
  afterwards: 'then',
  cancel: 'Cancel',
  cancelOf: (reason: string) => `Cancel: ${reason}`,
  again: 'Ask again',
  challenge: (host: string) => `Allow it at ${host}`,
};

/** Words of the signer's queue, loaded with its chunk (ACCESS-05). */
export const useSignerStrings = words('signer', signerEnglish);
