import type { Areas } from '../areas.ts';

export const accountMenu: Areas['accountMenu'] = {
  status: { readsOnly: 'Nur Lesen', locked: 'Schlüssel gesperrt', ready: 'Angemeldet' },
  menu: 'Konto',
  signOut: 'Abmelden',
  you: 'Dein Profil',
  lock: 'Schlüssel sperren',
  unlock: 'Schlüssel entsperren',
  sealedMutes: 'Private Stummschaltungen gelten noch nicht.',
  openIt: 'Öffnen',
  addAccount: 'Konto hinzufügen',
  membership: 'Mitgliedschaft',
  unconfirmedLists: 'Deine Listen sind noch nicht bestätigt',
  unconfirmedWhy:
    'Bis das Netz antwortet, siehst du den Stand dieses Geräts: wem du folgst, was stumm ist und deine Lesezeichen',
  openMutes: 'Private Stummschaltungen öffnen',
  switchTo: (name) => `Zu ${name} wechseln`,
};
