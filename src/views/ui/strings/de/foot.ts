import type { Areas } from '../areas.ts';

export const foot: Areas['foot'] = {
  lock: 'Schlüssel sperren',
  unlock: 'Schlüssel entsperren',
  sealedMutes: 'Deine Stummschaltliste hat einen privaten Teil.',
  openIt: 'Öffnen',
  addAccount: 'Konto hinzufügen',
  membership: 'Mitgliedschaft',
  unconfirmedLists: 'Deine Listen sind noch nicht bestätigt',
  unconfirmedWhy:
    'Wem du folgst, was stumm ist und deine Lesezeichen stehen so da, wie dieses Gerät sie kennt, bis das Netz antwortet',
  openMutes: 'Private Stummschaltungen öffnen',
  switchTo: (name) => `Zu ${name} wechseln`,
};
