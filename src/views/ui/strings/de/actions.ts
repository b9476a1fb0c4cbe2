import type { Areas } from '../areas.ts';
import { listSource, plural } from './in-german.ts';

export const actions: Areas['actions'] = {
  quote: 'Zitieren',
  unrepost: 'Nicht mehr teilen',
  whyNot: 'Warum nicht?',
  view: 'Ansehen',
  undo: 'Rückgängig',
  network: 'Netzwerk',
  entry: { note: 'Was gibt’s Neues?', article: 'Artikel schreiben' },
  sending: {
    under: (took, asked) =>
      plural(asked, {
        one: `Wird gesendet, ${took} von # Relay`,
        other: `Wird gesendet, ${took} von # Relays`,
      }),
    failed: (why) => `Nicht veröffentlicht. ${why}`,
  },
  addKey: 'Schlüssel hinzufügen',
  removeBookmark: 'Lesezeichen entfernen',
  broadcast: 'Weiterverbreiten',
  unmuteUser: 'Stummschaltung aufheben',
  muteThread: 'Thread stummschalten',
  unmuteThread: 'Stummschaltung des Threads aufheben',
  muteUnknown: {
    user: 'Person stummschalten oder nicht mehr',
    thread: 'Thread stummschalten oder nicht mehr',
  },
  editArticle: 'Artikel bearbeiten',
  article: {
    leave: {
      title: 'Editor verlassen?',
      text: 'Dein Entwurf bleibt auf diesem Gerät. Du findest ihn unter Meine Artikel.',
      confirm: 'Verlassen',
      cancel: 'Weiterschreiben',
    },
    lose: {
      title: 'Noch nicht gespeichert',
      text: 'Dieses Gerät behält deinen Text nicht. Wenn du jetzt gehst, ist er verloren.',
      confirm: 'Trotzdem verlassen',
      cancel: 'Weiterschreiben',
    },
    removal: {
      title: 'Diesen Entwurf löschen?',
      text: 'Wir löschen ihn von diesem Gerät und bitten deine Relays, ihn zu entfernen. Das lässt sich nicht rückgängig machen.',
      confirm: 'Entwurf löschen',
    },
  },
  requestDelete: 'Löschung anfragen',
  editProfile: 'Profil bearbeiten',
  mute: {
    followMuteList: 'Stummschaltliste nutzen',
    unfollowMuteList: 'Stummschaltliste nicht mehr nutzen',
    muteListUnknown: 'Stummschaltliste nutzen oder nicht mehr',
  },
  delete: {
    title: 'Löschung anfragen?',
    text: 'Relays werden gebeten, es zu entfernen; einige behalten vielleicht Kopien.',
    confirm: 'Löschung anfragen',
  },
  report: {
    title: 'Missbrauch melden?',
    notice: 'Alle Meldungen sind öffentlich sichtbar.',
    user: (name) => `${name} melden?`,
    post: (name) => `Diesen Beitrag von ${name} melden?`,
    reason: 'Was stimmt nicht?',
    choose: 'Wähle einen Grund',
    more: 'Noch etwas? (optional)',
    reasons: {
      spam: 'Spam',
      nudity: 'Nacktheit',
      malware: 'Schadsoftware',
      profanity: 'Hass oder Beleidigung',
      illegal: 'Illegal',
      impersonation: 'Falsche Identität',
      other: 'Etwas anderes',
    },
    confirm: 'Melden',
  },
  list: {
    names: {
      follows: 'Wem du folgst',
      mutes: 'Stummgeschaltet',
      bookmarks: 'Lesezeichen',
      relays: 'Relays',
      messageRelays: 'Relays für private Nachrichten',
      mediaServers: 'Medienserver',
      filterLists: 'Filterlisten',
      allowlist: 'Ausnahmen',
    },
    title: (list) => `„${list}“ ändern?`,
    muted: {
      public:
        'Deine Stummschaltliste ist öffentlich: Alle können sehen, wen und was du stummschaltest.',
      secret: 'Du hältst diesen Eintrag privat: Niemand sonst kann ihn lesen.',
    },
    firstFollow:
      'Wir wissen von niemandem, dem du schon folgst. Wenn es anderswo eine Liste gibt, ersetzt diese sie.',
    reasons: {
      'few-follows': 'Danach folgst du weniger als zwei Personen.',
      'many-follows': 'Du folgst dann allen diesen Personen.',
      'first-bookmark':
        'Deine Lesezeichen sind öffentlich: Alle können sie sehen. Dies ist das erste.',
      'last-bookmark': 'Damit verschwindet das letzte deiner öffentlichen Lesezeichen.',
      'new-list':
        'Wir haben keine frühere Liste gefunden. Wenn es anderswo eine gibt, ersetzt diese sie.',
      'paused-base': 'Deine Relays sind pausiert; nur der Caching-Dienst wurde gefragt.',
    },
    silent: (sources) => `Keine Antwort von: ${sources}. Dort kann es eine neuere Fassung geben.`,
    removeRelay: (relay) => `${relay} entfernen und speichern`,
    removeAlso: (relay) => `Auch ${relay} entfernen`,
    source: listSource,
    looking: 'Die neueste Fassung wird gesucht',
    waits: 'Du bist offline. Das geschieht, sobald du wieder verbunden bist.',
    added: 'Hinzugefügt',
    removed: 'Entfernt',
    changed: 'Geändert',
    set: 'Hinzugefügt oder geändert',
    private: 'privat',
    more: (count) => plural(count, { one: 'und # weiterer', other: 'und # weitere' }),
    kept: (count) =>
      plural(count, {
        one: '# weiterer Eintrag bleibt, wie er ist.',
        other: '# weitere Einträge bleiben, wie sie sind.',
      }),
    confirm: 'Speichern',
    lossTitle: 'Eine andere App hat deine Liste gekürzt',
    loss: (list, count, date) =>
      plural(count, {
        one: `In „${list}“ fehlt seit dem ${date} # Eintrag. Starling hat das nicht geändert.`,
        other: `In „${list}“ fehlen seit dem ${date} # Einträge. Starling hat das nicht geändert.`,
      }),
    restore: 'Zurückholen',
    accept: 'Das war ich',
    versions: 'Alle Versionen ansehen',
    overwrittenTitle: 'Deine Änderung wurde überschrieben',
    overwritten: (list, date) =>
      `Ein anderes Gerät oder eine andere App hat „${list}“ am ${date} ohne diese Änderung gespeichert.`,
    triedAgain: 'Starling hat vergeblich versucht, sie zu wiederholen.',
    remake: 'Wiederholen',
    leave: 'So lassen',
  },
  cancel: 'Abbrechen',
};
