import type { Areas } from '../areas.ts';

export const welcome: Areas['welcome'] = {
  title: 'Willkommen bei Starling',
  text: 'Notizen, Artikel und Nachrichten auf Nostr, dem offenen Netzwerk, das niemandem gehört.',
};
