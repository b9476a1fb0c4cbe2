import { words } from '../strings.ts';

export const qrEnglish = {
  tooLong: 'This is too long for a QR code. Copy it instead.',
  share: 'Share by QR code',
  shareOf: (name: string) => `Share ${name} by QR code`,
  purpose: 'Scan with a phone, or copy',
  tabs: 'Content of the code',
  link: 'Link',
  nostr: 'Nostr address',
  relay: 'Relay address',
  publicKey: 'Public key',
  lightning: 'Lightning address',
  label: (what: string, name: string) => `${what} of ${name} as a QR code`,
  copy: {
    link: 'Copy the link',
    nostr: 'Copy the Nostr address',
    relay: 'Copy the address',
    publicKey: 'Copy',
    lightning: 'Copy',
  },
};

/** The words of QR codes, loaded with the code that draws them (ACCESS-05). */
export const useQrStrings = words('qr', qrEnglish);
