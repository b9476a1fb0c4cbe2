import type { Areas } from '../areas.ts';

export const qr: Areas['qr'] = {
  tooLong: 'Das ist zu lang für einen QR-Code. Kopiere es stattdessen.',
  share: 'Als QR-Code teilen',
  shareOf: (name) => `${name} als QR-Code teilen`,
  purpose: 'Mit einem Telefon scannen oder kopieren',
  tabs: 'Inhalt des Codes',
  link: 'Link',
  nostr: 'Nostr-Adresse',
  relay: 'Adresse des Relays',
  publicKey: 'Öffentlicher Schlüssel',
  lightning: 'Lightning-Adresse',
  label: (what, name) => `${what} von ${name} als QR-Code`,
  copy: {
    link: 'Link kopieren',
    nostr: 'Nostr-Adresse kopieren',
    relay: 'Adresse kopieren',
    publicKey: 'Kopieren',
    lightning: 'Kopieren',
  },
};
