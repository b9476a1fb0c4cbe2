import type { Areas } from '../areas.ts';
import { plural } from './in-german.ts';

export const why: Areas['why'] = {
  ask: 'Warum sehe ich das?',
  title: 'Warum sehe ich das?',
  own: 'Du hast es geschrieben.',
  muted: {
    user: (name) => `Du hast ${name} stummgeschaltet.`,
    thread: () => 'Du hast diesen Thread stummgeschaltet.',
    hashtag: (hashtag) => `Du hast den Hashtag #${hashtag} stummgeschaltet.`,
    word: (word) => `Du hast das Wort „${word}“ stummgeschaltet.`,
  },
  listed: (owner) =>
    `Der Autor steht in der Stummschaltliste von ${owner}, die du als Filter nutzt.`,
  grouped: {
    spam: 'Dein Spamfilter erkennt es: Es nennt zu viele Personen oder trägt zu viele Hashtags.',
    nsfw: 'Der Autor hat es als nicht jugendfrei (NSFW) markiert; dein NSFW-Filter verhindert, dass es empfohlen wird.',
  },
  allowed: 'Der Autor steht in deinen Ausnahmen; deshalb verbirgt ihn kein Filter.',
  warned: (why) =>
    why === ''
      ? 'Der Autor hat eine Inhaltswarnung gesetzt.'
      : `Der Autor hat eine Inhaltswarnung gesetzt: ${why}`,
  followed: (name) => `Du folgst ${name}.`,
  reposted: (name, others) =>
    others === 0
      ? `${name} hat es geteilt.`
      : plural(others, {
          one: `${name} und # weitere Person haben es geteilt.`,
          other: `${name} und # weitere haben es geteilt.`,
        }),
  scored:
    'Heute wurde darauf reagiert. Das zählt der Caching-Dienst; hier lässt es sich nicht prüfen.',
  served: 'Der Caching-Dienst hat es geliefert. Dein Browser hat die Signatur geprüft.',
  unhidden: 'Keiner deiner Filter verbirgt es.',
  hidden: (count) =>
    plural(count, {
      one: 'Deine Filter verbergen # Antwort.',
      other: 'Deine Filter verbergen # Antworten.',
    }),
  showHidden: 'Grund anzeigen',
  hideHidden: 'Schließen',
  anyway: 'Trotzdem anzeigen',
  unmute: 'Stummschaltung aufheben',
  page: { muted: 'Das ist stummgeschaltet', filtered: 'Deine Filter verbergen das' },
  list: 'Verborgene Antworten',
};
