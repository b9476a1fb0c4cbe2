import type { Areas } from '../areas.ts';
import { fullNumber, plural } from './in-german.ts';

export const reads: Areas['reads'] = {
  topicsLabel: 'Themen',
  all: 'Alle',
  chooseFeed: 'Artikel-Feed auswählen',
  newArticle: 'Neuer Artikel',
  empty: 'Hier sind noch keine Artikel',
  emptyText: 'Versuche ein anderes Thema oder einen anderen Artikel-Feed.',
  emptyTopic: (topic) => `Noch keine Artikel über ${topic}`,
  topPicks: 'Empfehlungen',
  topics: 'Themen',
  featured: 'Autor im Blick',
  about: (articles, followers) =>
    `${plural(articles, { one: '# Artikel', other: '# Artikel' })}, ${fullNumber(followers)} Follower`,
};
