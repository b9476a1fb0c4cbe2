import type { Areas } from '../areas.ts';
import { plural } from './in-german.ts';

const notes = { one: '# Notiz', other: '# Notizen' };

export const catchUp: Areas['catchUp'] = {
  title: 'Nachlesen',
  here: 'Hier warst du',
  open: 'Nachlesen',
  side: 'Zuletzt gelesen',
  resume: 'Weiterlesen',
  resumeText: 'Zurück zu der Stelle, an der du zuletzt warst.',
  missedText: 'Sieh, was du seitdem verpasst hast, nach Autor und nach Beliebtheit.',
  dismiss: 'Jetzt nicht',
  missed: (count, isAll, since) =>
    `${isAll ? '' : 'Mehr als '}${plural(count, notes)} seit ${since}`,
  from: (authors, minutes) =>
    `${plural(authors, { one: 'Von # Person.', other: 'Von # Personen.' })} ${plural(minutes, {
      one: 'Lesezeit etwa # Minute.',
      other: 'Lesezeit etwa # Minuten.',
    })}`,
  byAuthor: 'Nach Autor',
  notes: 'Notizen',
  more: (authors) => plural(authors, { one: '# weitere Person', other: '# weitere Personen' }),
  byWeight: 'Nach Beliebtheit',
  byWeightNote: 'Zaps, Antworten, Geteiltes und „Gefällt mir“ von allen',
  weighed: (replies, likes, sats) =>
    `${plural(replies, { one: '# Antwort', other: '# Antworten' })}, ${plural(likes, {
      one: '# „Gefällt mir“',
      other: '# „Gefällt mir“',
    })}, ${sats} Sats`,
  markRead: 'Als gelesen markieren',
  marked: 'Als gelesen markiert.',
  undo: 'Rückgängig',
  inOrder: 'Der Reihe nach lesen',
  nothing: 'Du bist auf dem neuesten Stand',
  nothingText: 'Nichts Neues, seit du hier warst.',
  unknown: 'In diesem Feed gibt es noch keine Lesestelle',
  unknownText: 'Lies eine Weile. Beim nächsten Mal erscheinen hier verpasste Notizen.',
  failed: 'Verpasste Notizen wurden nicht geladen',
};
