import type { Areas } from '../areas.ts';

export const notFound: Areas['notFound'] = {
  title: 'Seite nicht gefunden',
  text: 'Unter dieser Adresse ist nichts, oder niemand hat diesen Namen.',
};
