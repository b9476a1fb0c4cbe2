import type { Areas } from '../areas.ts';
import { plural } from './in-german.ts';

export const people: Areas['people'] = {
  title: { following: 'Folgt', followers: 'Follower' },
  count: (count) => plural(count, { one: '# Person', other: '# Personen' }),
  followers: (count) => `${count} Follower`,
  of: (what, name) => `${name}: ${what}`,
  empty: {
    following: 'Noch niemand',
    followers: 'Noch niemand',
    suggested: 'Hier gibt es noch keine Vorschläge',
    search: 'Nichts gefunden',
    muted: 'Noch niemand',
  },
  failed: 'Diese Liste hat nicht geladen',
  muteList: {
    title: 'Stummschaltliste',
    hint: 'Nur öffentliche Stummschaltungen. Private stehen nicht hier.',
    people: 'Personen',
    more: 'Mehr anzeigen',
    words: 'Wörter',
    hashtags: 'Hashtags',
    threads: 'Threads',
    nobody: 'Niemand stummgeschaltet',
  },
  home: {
    title: 'Hier erscheinen Notizen von Personen, denen du folgst',
    text: 'Folge ein paar Personen, oder lies, was alle schreiben.',
    unknown: 'Keine Notizen von Personen, denen du folgst',
    unknownText:
      'Der Caching-Dienst, der benutzt wird, hat keine. Vielleicht kennt er dieses Konto nicht.',
    everyone: 'Alle lesen',
    suggested: 'Wem du folgen kannst',
    strangers: 'Du folgst noch niemandem. Bis dahin siehst du Notizen, die andere sehen.',
  },
};
