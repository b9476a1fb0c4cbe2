import type { Areas } from '../areas.ts';
import { plural } from './in-german.ts';

export const signIn: Areas['signIn'] = {
  title: 'Anmelden',
  purpose: 'Dein Schlüssel verlässt diesen Browser nie.',
  extension: 'Mit einer Browser-Erweiterung',
  offer: 'Mit einem Signer auf deinem Telefon',
  passkey: 'Mit einem Passkey',
  archive: 'Sicherungsdatei öffnen',
  archiveText:
    'Eine Datei mit deinen Wörtern oder deinem Schlüssel, oder eine Sicherung mit dem privaten Schlüssel. Die Passphrase einer Sicherung ist von da an deine PIN. Nach dem Anmelden wirst du nach dem Rest der Sicherung gefragt.',
  archiveChoose: 'Datei auswählen',
  archiveSubmit: 'Mit der Datei anmelden',
  archivePhrase: 'Passphrase der Datei',
  or: 'oder',
  known: 'Konten auf diesem Gerät',
  key: 'Schlüssel oder Adresse',
  keyHint:
    'Privater Schlüssel (nsec), Sicherungswörter oder Bunker-Link. Mit einem npub kannst du nur lesen.',
  show: 'Eingabe anzeigen',
  hide: 'Eingabe verbergen',
  submit: 'Weiter',
  cancel: 'Abbrechen',
  back: 'Zurück',
  waiting: {
    extension: 'Erlaube es in deiner Erweiterung',
    key: 'Der Schlüssel wird geöffnet',
    passkey: 'Wartet auf deinen Passkey',
    pairing: 'Wartet auf den Signer',
  },
  relays: {
    title: 'Relays des Signers',
    connecting: 'Wird verbunden',
    online: 'Verbunden',
    unreachable: 'Nicht erreichbar, wird erneut versucht',
    hint: 'Der Signer antwortet noch nicht. Prüfe, ob er läuft, eines dieser Relays benutzt und nicht auf deine Zustimmung wartet.',
  },
  scan: 'Scanne ihn mit deinem Signer, oder in Starling auf dem Gerät, das deinen Schlüssel hat: Einstellungen, Andere Geräte.',
  scanLabel: 'Adresse für deinen Signer als QR-Code',
  openSigner: 'In einem Signer hier öffnen',
  challenge: 'Dein Signer möchte, dass du es erlaubst',
  challengeOpen: 'Seine Seite öffnen',
  hex: {
    title: 'Welcher Schlüssel ist das?',
    text: 'Diese 64 Zeichen können ein privater Schlüssel sein, der signiert, oder ein öffentlicher, der nur liest.',
    secret: 'Ein privater Schlüssel',
    public: 'Ein öffentlicher Schlüssel',
  },
  password: {
    title: 'Passwort des Schlüssels',
    label: 'Passwort',
    hint: 'Das, mit dem dieses ncryptsec erstellt wurde. Auf diesem Gerät ist es ab jetzt deine PIN.',
  },
  pin: {
    problems: {
      short: 'Die PIN braucht mindestens 4 Zeichen',
      long: 'Die PIN darf höchstens 1024 Zeichen haben',
      different: 'Die PINs stimmen nicht überein',
      wrong: 'Das ist nicht die PIN dieses Kontos',
      lost: 'Dieser Browser hat einen Teil deines Schlüssels verloren. Keine PIN öffnet ihn mehr. Melde dich mit deinem Schlüssel neu an. Gelöscht wurde nichts.',
      failed: 'Die PIN ließ sich nicht benutzen. Bitte versuche es erneut.',
      passkeyCancelled:
        'Kein Passkey wurde benutzt. Versuche es noch einmal, oder gib deine PIN ein.',
      passkeyWrong: 'Dieser Passkey öffnet dieses Konto nicht. Gib deine PIN ein.',
      passkeyFailed: 'Der Passkey hat nicht funktioniert. Gib deine PIN ein.',
    },
    create: 'PIN festlegen',
    createText:
      'Sie sperrt deinen Schlüssel. Du gibst sie ein, sobald du nach dem Öffnen von Starling etwas schreibst oder „Gefällt mir“ drückst.',
    hint: 'Mindestens 4 Zeichen. Mit Buchstaben ist sie viel schwerer zu erraten.',
    label: 'PIN',
    repeat: 'PIN wiederholen',
    keep: 'PIN übernehmen',
    skip: 'Ohne PIN weiter',
    skipTitle: 'Ohne PIN?',
    skipText:
      'Wer diesen Browser öffnen oder seinen Profilordner kopieren kann, kann dann in deinem Namen handeln.',
    skipConfirm: 'PIN überspringen',
    enter: 'Gib deine PIN ein',
    enterText: 'Sie entsperrt deinen Schlüssel; dann geht es weiter, wo du warst.',
    enterFor: (reason) => `Dafür: ${reason}`,
    enterToSend: 'Um deine geplante Notiz zu senden:',
    unlock: 'Entsperren',
    passkey: 'Mit einem Passkey',
    forgot: 'Ich habe meine PIN vergessen',
    forgetTitle: 'Schlüssel löschen?',
    forgetText:
      'Ohne die PIN lässt sich der Schlüssel auf diesem Gerät nicht öffnen. Er wird gelöscht. Ohne Sicherung kann niemand dieses Konto wieder öffnen. Lesen kannst du weiter. Frühere Kopien des Browserordners werden nicht gelöscht.',
    forgetConfirm: 'Schlüssel löschen',
    forgetStops: 'Ohne den Schlüssel wird das nicht veröffentlicht:',
    forgetScheduled: (count) =>
      plural(count, { one: '# geplante Notiz', other: '# geplante Notizen' }),
    forgetWaiting: (count) =>
      plural(count, {
        one: '# Beitrag oder Änderung ohne Signatur',
        other: '# Beiträge oder Änderungen ohne Signatur',
      }),
    lostTitle: 'Dein Schlüssel lässt sich hier nicht öffnen',
    lostSignIn: 'Neu anmelden',
  },
  leave: {
    title: 'Abmelden?',
    kept: 'Dein Schlüssel wird von diesem Gerät entfernt. Um wieder in dieses Konto zu kommen, brauchst du deine eigene Kopie davon.',
    elsewhere: 'Dein Schlüssel liegt nicht hier; du kannst dich jederzeit wieder anmelden.',
    erase: 'Auch die Daten dieses Kontos in diesem Browser löschen',
    confirm: 'Abmelden',
    unsaved:
      'Du hast deinen Schlüssel nicht gesichert. Er wird von diesem Gerät entfernt, und dann kann niemand mehr dieses Konto öffnen.',
    save: 'Erst den Schlüssel sichern',
    stays: 'Das bleibt in diesem Browser, bis du dich wieder anmeldest:',
    goes: 'Das wird gelöscht:',
    ecash: (amount) => `Ecash: ${amount}`,
    ecashStays:
      'Ecash ist Geld und wird deshalb nie gelöscht. Du kannst es wieder ausgeben, wenn du dich mit demselben Schlüssel anmeldest.',
    wallet: (name) => `Verbundene Wallet: ${name}`,
    scheduled: (count) =>
      plural(count, {
        one: 'Geplant, und nicht gesendet, solange du abgemeldet bist: # Notiz',
        other: 'Geplant, und nicht gesendet, solange du abgemeldet bist: # Notizen',
      }),
    unfinished: (count) =>
      plural(count, {
        one: 'Noch nicht veröffentlicht: # Beitrag oder Änderung',
        other: 'Noch nicht veröffentlicht: # Beiträge oder Änderungen',
      }),
    drafts: 'Entwürfe und Einstellungen',
  },
  unerased: {
    title: 'Nicht alles wurde entfernt',
    key: 'Du bist abgemeldet, aber dein Schlüssel ist vielleicht noch auf diesem Gerät.',
    all: 'Du bist abgemeldet, aber dein Schlüssel und deine Daten sind vielleicht noch auf diesem Gerät.',
    close: 'Schließen',
    again: 'Erneut versuchen',
  },
};
