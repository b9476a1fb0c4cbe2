import type { Areas } from '../areas.ts';

const restored = {
  text: 'Feeds, die du hinzugefügt hast, werden entfernt; die vorgegebenen stehen wieder in ihrer ursprünglichen Reihenfolge.',
  confirm: 'Zurücksetzen',
  cancel: 'Meine behalten',
};

export const feeds: Areas['feeds'] = {
  list: { homeFeeds: 'Feeds der Startseite', readsFeeds: 'Artikel-Feeds' },
  hint: {
    homeFeeds:
      'Zieh einen Feed am Griff, oder nutze dort die Pfeiltasten. Eingeschaltete Feeds erscheinen im Menü deiner Startseite.',
    readsFeeds:
      'Zieh einen Feed am Griff, oder nutze dort die Pfeiltasten. Eingeschaltete Feeds erscheinen im Menü deiner Artikelseite.',
  },
  needs: { homeFeeds: 'Deine Feeds der Startseite', readsFeeds: 'Deine Artikel-Feeds' },
  needsText: 'Melde dich an, um zu wählen, welche Feeds du siehst und in welcher Reihenfolge.',
  move: (name) => `${name} verschieben`,
  moved: (name, place, count) => `${name}: Platz ${place} von ${count}`,
  show: (name) => `${name} anzeigen`,
  rename: (name) => `${name} umbenennen`,
  newName: 'Name',
  save: 'Speichern',
  cancel: 'Abbrechen',
  remove: (name) => `${name} entfernen`,
  restore: 'Vorgaben wiederherstellen',
  restored: {
    homeFeeds: { title: 'Feeds der Startseite zurücksetzen?', ...restored },
    readsFeeds: { title: 'Artikel-Feeds zurücksetzen?', ...restored },
  },
  add: {
    title: 'Neuen Feed hinzufügen',
    name: 'Name',
    spec: 'Suchwörter oder Feed-Beschreibung',
    specHint: 'Zum Beispiel: Vögel, oder {"id":"global-trending","kind":"notes","hours":4}',
    submit: 'Feed hinzufügen',
    noName: 'Wähle einen Namen',
    secretName:
      'Das enthält einen privaten Schlüssel oder eine Wallet-Verbindung. Wähle einen anderen Namen.',
    secretSpec:
      'Das enthält einen privaten Schlüssel oder eine Wallet-Verbindung. Gib andere Wörter ein.',
    noSpec: 'Gib Suchwörter oder eine Beschreibung ein',
    sameName: 'Du hast schon einen Feed mit diesem Namen',
    sameFeed: 'Du hast diesen Feed schon',
    explore: 'Feeds entdecken',
  },
  available: {
    title: 'Weitere Feeds',
    hint: 'Sie stehen in den Einstellungen deines Kontos, die auch andere Nostr-Apps lesen und schreiben.',
    add: (name) => `${name} auf die Startseite`,
    submit: 'Hinzufügen',
  },
  toHome: 'Auf die Startseite',
  toReads: 'Zu den Artikeln',
  onHome: 'Auf der Startseite',
  onReads: 'Bei den Artikeln',
  fromHome: 'Von der Startseite entfernen',
  fromReads: 'Von den Artikeln entfernen',
};
