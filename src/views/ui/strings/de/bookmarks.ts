import type { Areas } from '../areas.ts';
import { plural } from './in-german.ts';

export const bookmarks: Areas['bookmarks'] = {
  tabsLabel: 'Arten von Lesezeichen',
  tabs: { notes: 'Notizen', reads: 'Artikel' },
  empty: 'Du hast keine Lesezeichen',
  hidden: (count) =>
    plural(count, {
      one: 'Deine Filter verbergen # Lesezeichen.',
      other: 'Deine Filter verbergen # Lesezeichen.',
    }),
  showHidden: 'Anzeigen',
  hideHidden: 'Verbergen',
  needs: 'Deine Lesezeichen',
  needsText: 'Melde dich an, um Notizen und Artikel zu speichern und in jeder App wiederzufinden.',
};
