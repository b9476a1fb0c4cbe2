import type { Areas } from '../areas.ts';

export const bookmarks: Areas['bookmarks'] = {
  tabsLabel: 'Arten von Lesezeichen',
  tabs: { notes: 'Notizen', reads: 'Artikel' },
  empty: 'Du hast keine Lesezeichen',
  needs: 'Deine Lesezeichen',
  needsText: 'Melde dich an, um Notizen und Artikel zu speichern und in jeder App wiederzufinden.',
};
