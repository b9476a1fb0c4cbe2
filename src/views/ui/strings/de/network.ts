import type { Areas } from '../areas.ts';
import { plural } from './in-german.ts';

const beside = (who: string) => (name: string) =>
  `Alles geht über den Caching-Dienst, aber ${who} nur bei ${name}. Wenn du verbindest, sieht ${name} deine IP-Adresse. Deine Antwort wird gemerkt und lässt sich unter Einstellungen, Netzwerk ändern.`;

export const network: Areas['network'] = {
  relays: {
    title: 'Meine Relays',
    hint: 'Notizen gehen an deine Relays zum Schreiben. Wer dir antwortet, sucht dich auf denen zum Lesen.',
    none: 'Du hast noch keine Relays. Bis du eines hinzufügst, dient das Relay dieser Website.',
    unknown:
      'Der Caching-Dienst, der benutzt wird, kennt deine Relay-Liste nicht. Solange wird das Relay dieser Seite benutzt.',
    ownOnly: 'Dient, weil deine Liste kein Relay zum Schreiben hat',
    read: 'Lesen',
    write: 'Schreiben',
    readAt: (name) => `Bei ${name} lesen`,
    writeAt: (name) => `An ${name} schreiben`,
    about: (name) => `Über ${name}`,
    remove: (name) => `${name} entfernen`,
    saving: 'Speichert',
    waits: 'Wartet auf das Netz',
    retryOf: (name) => `${name} erneut versuchen`,
    beyond: 'Nicht verbunden: Starling nutzt die ersten 20 Relays einer Liste',
  },
  unsaved: {
    title: 'Deine letzte Änderung ist nicht gespeichert.',
    refused: 'Kein Relay hat sie angenommen.',
    waits: 'Deine letzte Änderung ist noch nicht gespeichert: Sie wartet auf das Netz.',
    log: 'Zur Veröffentlichung',
  },
  states: {
    online: 'Verbunden',
    connecting: 'Verbindet',
    waiting: 'Gleich ein neuer Versuch',
    givenUp: 'Nach 10 Versuchen aufgegeben',
    asleep: 'Pausiert, solange du weg bist',
    proxied: 'Pausiert: Alles läuft über den Caching-Dienst',
  },
  removal: {
    title: 'Dieses Relay entfernen?',
    text: (name) => `An ${name} wird nichts mehr veröffentlicht. Was schon dort ist, bleibt.`,
    confirm: 'Entfernen',
    cancel: 'Behalten',
  },
  proof: {
    question: (name) => `${name} sagen, wer du bist?`,
    text: (name) =>
      `${name} ist keines deiner Relays. Es nimmt an, was du sendest, wenn du dein Konto nachweist. Stimmst du zu, signiert dein Schlüssel das; das Relay weiß dann, wer von deiner Netzadresse sendet. Deine Antwort wird gemerkt und lässt sich unter Einstellungen, Netzwerk ändern.`,
    confirm: 'Sagen',
    cancel: 'Nicht sagen',
    title: 'Relays, die gefragt haben, wer du bist',
    hint: 'Deine eigenen Relays erfahren es ohne Frage. Andere nur, wenn du zugestimmt hast.',
    allowed: 'Es darf wissen, wer du bist',
    refused: 'Es erfährt nicht, wer du bist',
    again: 'Wieder fragen',
    againFor: (name) => `Für ${name} wieder fragen`,
  },
  dial: {
    question: (name) => `Mit ${name} verbinden?`,
    text: {
      wallet: beside('deine Wallet antwortet'),
      signer: beside('dein Signer antwortet'),
      pairing: beside('der neue Signer antwortet'),
      device: beside('deine verbundenen Geräte fragen'),
    },
    confirm: 'Verbinden',
    cancel: 'Nicht verbinden',
    title: 'Verbindungen neben dem Caching-Dienst',
    hint: 'Sie gelten, solange alles über den Caching-Dienst geht.',
    allowed: 'Verbindet sich direkt',
    refused: 'Verbindet sich nicht',
    purpose: (uses) => `Für ${uses}`,
    uses: {
      wallet: (names) => (names === '' ? 'deine Wallet' : `deine Wallet ${names}`),
      signer: 'deinen Signer',
      pairing: 'einen neuen Signer',
      device: 'verbundene Geräte',
    },
  },
  lines: {
    title: 'Weitere Verbindungen',
    hint: (count) =>
      `${plural(count, { one: '# Verbindung', other: '# Verbindungen' })} neben deinen eigenen Relays, jede mit ihrem Grund.`,
    wallet: (names) => `Hier antwortet deine Wallet${names === '' ? '' : ` ${names}`}`,
    signer: 'Hier antwortet dein Signer',
    pairing: 'Wartet auf einen neuen Signer',
    device: (count) =>
      plural(count, {
        one: 'Hier fragt ein verbundenes Gerät',
        other: 'Hier fragen # verbundene Geräte',
      }),
    guest: 'Sendet oder holt etwas für dich, für eine Minute',
    allow: 'Trotzdem verbinden',
    allowIt: (name) => `Trotzdem mit ${name} verbinden`,
  },
  add: {
    title: 'Mit einem Relay verbinden',
    label: 'Adresse eines Relays',
    placeholder: 'wss://relay.example',
    confirm: 'Hinzufügen',
    invalid: 'Ungültige URL',
    known: 'Schon in deiner Liste',
  },
  messages: {
    title: 'Relays für private Nachrichten',
    hint: 'Dorthin sendet man dir private Nachrichten. Eines bis drei genügen; am besten Relays, die Nachrichten nur dir zeigen.',
    asking: 'Sucht deine Liste',
    able: 'Du kannst private Nachrichten empfangen.',
    unable:
      'Du kannst noch keine privaten Nachrichten empfangen. Bis du ein Relay hinzufügst, schreibt man dir in der alten Form: Alle können sehen, wer wem schreibt.',
    use: (names) => `${names} nutzen`,
    why: (count) =>
      count === 1
        ? 'Dort liest und schreibst du schon; sonst muss sich nichts ändern.'
        : 'Auf diesen liest und schreibst du schon; sonst muss sich nichts ändern.',
    saving: 'Speichert',
    waits: 'Wartet auf das Netz',
    remove: (name) => `${name} für private Nachrichten entfernen`,
    label: 'Adresse eines Relays für private Nachrichten',
    confirm: 'Für private Nachrichten hinzufügen',
  },
  recommended: {
    title: 'Empfohlene Relays',
    hint: 'Vom Caching-Dienst vorgeschlagen. Keines davon ist nötig.',
    add: (name) => `${name} hinzufügen`,
    added: 'In deiner Liste',
    none: 'Gerade gibt es keine Empfehlungen.',
    failed: 'Die empfohlenen Relays haben nicht geladen.',
    reset: 'Auf empfohlene Relays zurücksetzen',
    resetTitle: 'Deine Relays ersetzen?',
    resetText: (names) => `Deine Liste enthält dann nur diese: ${names}`,
    resetConfirm: 'Ersetzen',
    cancel: 'Abbrechen',
  },
  info: {
    asking: 'Fragt das Relay',
    none: 'Keine Auskunft: Dieses Relay gibt keine, oder es ist nicht über wss:// erreichbar.',
    nips: (nips) => `Kann NIP ${nips}`,
    limits: {
      max_message_length: (value) =>
        plural(value, { one: 'Nachrichten bis # Byte', other: 'Nachrichten bis # Byte' }),
      max_content_length: (value) =>
        plural(value, { one: 'Texte bis # Zeichen', other: 'Texte bis # Zeichen' }),
      max_event_tags: (value) =>
        plural(value, {
          one: 'Höchstens # Tag in einem Event',
          other: 'Höchstens # Tags in einem Event',
        }),
      max_subscriptions: (value) =>
        plural(value, {
          one: 'Höchstens # Abfrage auf einmal',
          other: 'Höchstens # Abfragen auf einmal',
        }),
      max_limit: (value) =>
        plural(value, {
          one: 'Höchstens # Event in einer Antwort',
          other: 'Höchstens # Events in einer Antwort',
        }),
      min_pow_difficulty: (value) =>
        plural(value, {
          one: 'Verlangt einen Arbeitsnachweis von # Bit',
          other: 'Verlangt einen Arbeitsnachweis von # Bit',
        }),
      auth_required: () => 'Verlangt eine Anmeldung',
      payment_required: () => 'Kostenpflichtiges Relay',
      restricted_writes: () => 'Nur für Mitglieder',
    },
    notices: 'Neueste Hinweise',
    noNotices: 'Keine Hinweise, seit diese Seite geladen wurde.',
  },
  visitor: {
    title: 'Deine Relays',
    text: 'Relays bewahren auf, was du veröffentlichst, und geben es weiter. Melde dich an, um deine zu wählen.',
  },
  cache: {
    title: 'Caching-Dienst',
    hint: 'Was du liest, kommt von dem, der in Gebrauch ist. Dein Browser prüft jede Signatur. Antwortet er nicht, wird zufällig ein anderer gewählt.',
    online: 'In Gebrauch · Verbunden',
    connecting: 'In Gebrauch · Verbindet',
    offline: 'In Gebrauch · Nicht verbunden',
    spare: 'Dient, wenn der jetzige nicht antwortet',
    reconnect: (name) => `Wieder mit ${name} verbinden`,
    disconnect: (name) => `Von ${name} trennen`,
    choose: 'Nutzen',
    chooseIt: (name) => `${name} nutzen`,
    test: 'Testen',
    testIt: (name) => `${name} testen`,
    testing: 'Testet',
    service: (ms) => `Antwort nach ${ms} ms`,
    other: 'Dort antwortet etwas, aber es ist kein Caching-Dienst',
    nothing: 'Antwortet nicht',
    remove: (name) => `${name} entfernen`,
    removal: {
      title: (name) => `${name} entfernen?`,
      text: 'Du liest gerade von diesem Dienst. Starling liest dann vom nächsten in deiner Liste.',
      confirm: 'Entfernen',
      cancel: 'Behalten',
    },
    last: 'Das ist dein letzter Caching-Dienst. Er lässt sich nicht entfernen.',
    label: 'Adresse eines Caching-Dienstes',
    placeholder: 'wss://cache.example/v1',
    addIt: 'Den Caching-Dienst hinzufügen',
    add: 'Hinzufügen',
    invalid: 'Ungültige URL',
    known: 'Schon in deiner Liste',
    reset: 'Auf die Vorgabe zurücksetzen',
    unkept: 'Dein Browser speichert das nicht. Es gilt, bis du die Seite schließt.',
    unloaded: 'Dieser Teil von Starling hat nicht geladen. Bitte versuche es erneut.',
  },
  given: {
    title: 'Vorgegebene Relays',
    relay: 'Vorgegebenes Relay: dient, bis deine Liste eines zum Schreiben nennt',
    proxy:
      'Proxy-Relay: sendet, was du veröffentlichst, wenn keines deiner Relays es annimmt oder wenn alles über den Caching-Dienst läuft',
  },
  privacy: {
    title: 'Mehr Privatsphäre',
    label: 'Alles über den Caching-Dienst senden',
    hint: 'Relays sehen dann deine IP-Adresse nicht. Starling verbindet sich mit keinem Relay; der Caching-Dienst gibt weiter, was du veröffentlichst. Nachrichten in privater Form ruhen: Sie werden weder gesendet noch gelesen, bis du das ausschaltest. Nachrichten in alter Form laufen über den Caching-Dienst, und er sieht, wer wem schreibt. Auch Nutzaps ruhen. Wallets, Signer und Geräte haben eigene Relays: Starling fragt, bevor es sich mit einem verbindet.',
  },
};
