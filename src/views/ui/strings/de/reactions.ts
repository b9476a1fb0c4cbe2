import type { Areas } from '../areas.ts';

export const reactions: Areas['reactions'] = {
  title: 'Reaktionen',
  tabsLabel: 'Arten von Reaktionen',
  tabs: { likes: 'Gefällt mir', zaps: 'Zaps', reposts: 'Geteilt', quotes: 'Zitate' },
  empty: {
    likes: 'Gefällt noch niemandem',
    zaps: 'Noch keine Zaps',
    reposts: 'Noch nicht geteilt',
    quotes: 'Noch keine Zitate',
  },
  failed: 'Diese Liste hat nicht geladen',
  refused: 'Diese Liste ist gerade nicht verfügbar',
  refusedCause: 'Der Caching-Dienst konnte sie nicht liefern. Versuche es später erneut.',
  moreFailed: 'Die nächsten haben nicht geladen',
  more: 'Mehr anzeigen',
  sats: (amount) => `${amount} Sats`,
};
