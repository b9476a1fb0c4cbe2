import type { Areas } from '../areas.ts';
import { fullNumber } from './in-german.ts';

export const gettingStarted: Areas['gettingStarted'] = {
  title: 'Erste Schritte',
  progress: (done, all) =>
    done === all ? 'Alles erledigt' : `${fullNumber(done)} von ${fullNumber(all)} erledigt`,
  done: 'Erledigt',
  steps: {
    profile: {
      title: 'Vervollständige dein Profil',
      text: 'Füge ein Bild hinzu, damit man dich erkennt.',
    },
    follows: { title: 'Folge Personen', text: 'Ihre Notizen füllen deine Startseite.' },
    feed: {
      title: 'Wähle einen Feed',
      text: 'Tippe auf den Titel der Startseite, um zwischen denen, denen du folgst, und allen zu wechseln.',
    },
    backup: {
      title: 'Sichere eine Kopie deines Schlüssels',
      text: 'Niemand kann dir einen neuen geben.',
    },
    note: { title: 'Sag hallo', text: 'Schreib deine erste Notiz.' },
  },
  later: 'Später',
  close: 'Schließen',
  again: 'Du kannst diese Liste in der Hilfe wieder öffnen.',
  help: {
    text: 'Die ersten Schritte mit deinem Konto, und welche davon erledigt sind.',
    open: 'Erste Schritte anzeigen',
    visitor: 'Erstelle ein Konto oder melde dich an; dann zeigen wir dir die ersten Schritte.',
  },
};
