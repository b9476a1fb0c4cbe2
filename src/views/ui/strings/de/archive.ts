import type { Areas } from '../areas.ts';
import { plural } from './in-german.ts';

export const archive: Areas['archive'] = {
  needs: 'Deine Sicherungsdatei',
  needsText:
    'Melde dich an, um die Daten deines Kontos in einer Datei zu sichern oder daraus zu importieren.',
  make: {
    title: 'In eine Datei sichern',
    text: 'Deine Listen und ihre Versionen, Entwürfe, geplante Notizen, Einstellungen und Lesestellen, verschlüsselt mit einer Passphrase. Wallets und Ecash bleiben hier.',
    phrase: 'Passphrase',
    phraseHint: 'Mehrere Wörter, die nur du kennst. Niemand kann sie zurücksetzen.',
    repeat: 'Passphrase wiederholen',
    withKey: 'Den privaten Schlüssel mitnehmen',
    withKeyHint: 'Mit derselben Passphrase gesperrt. Wer beides hat, kann in deinem Namen handeln.',
    pin: 'Deine PIN',
    pinMissing: 'Gib deine PIN ein',
    submit: 'Datei speichern',
    busy: 'Verschlüsselt',
    done: 'Die Datei ist gespeichert. Bewahre sie und ihre Passphrase an verschiedenen Orten auf.',
  },
  read: {
    title: 'Aus einer Datei importieren',
    text: 'Du siehst zuerst eine Vorschau. Der Import entfernt nichts und ersetzt nichts Neueres.',
    choose: 'Datei auswählen',
    chosen: (name) => `Ausgewählt: ${name}`,
    none: 'Wähle zuerst eine Datei aus.',
    phrase: 'Passphrase der Datei',
    submit: 'Vorschau',
    busy: 'Öffnet',
  },
  plan: {
    title: 'Vorschau des Imports',
    made: (time) => `Erstellt: ${time}`,
    versions: (count) =>
      plural(count, {
        one: '# Version deiner Listen, die dieser Browser noch nicht gesehen hat',
        other: '# Versionen deiner Listen, die dieser Browser noch nicht gesehen hat',
      }),
    drafts: (count) => plural(count, { one: '# Entwurf', other: '# Entwürfe' }),
    scheduled: (count) =>
      plural(count, {
        one: '# geplante Notiz. Sie kommt als Entwurf mit ihrer Zeit an und wird nur veröffentlicht, wenn du sie hier planst.',
        other:
          '# geplante Notizen. Sie kommen als Entwürfe mit ihren Zeiten an und werden nur veröffentlicht, wenn du sie hier planst.',
      }),
    replaced: (count) =>
      plural(count, {
        one: '# Entwurf ersetzt einen älteren',
        other: '# Entwürfe ersetzen ältere',
      }),
    settings: (count) =>
      plural(count, {
        one: '# Einstellung, die du hier nicht geändert hast',
        other: '# Einstellungen, die du hier nicht geändert hast',
      }),
    key: 'Sie enthält auch deinen privaten Schlüssel. Den brauchst du hier nicht: Du bist angemeldet.',
    nothing: 'Alles in dieser Datei ist schon hier.',
    confirm: 'Importieren',
    cancel: 'Abbrechen',
    writing: 'Schreibt',
    done: 'Der Import ist fertig. Lade die Seite neu, um es zu sehen.',
    reload: 'Neu laden',
  },
  problems: {
    short: 'Mindestens 12 Zeichen',
    different: 'Die Passphrasen stimmen nicht überein',
    pin: 'Das ist nicht die PIN dieses Kontos',
    lost: 'Dieser Browser hat einen Teil deines Schlüssels verloren. Keine PIN öffnet ihn mehr. Melde dich mit deinem Schlüssel neu an. Gelöscht wurde nichts.',
    wrong:
      'Die Passphrase stimmt nicht, oder die Datei wurde verändert. Hier hat sich nichts geändert.',
    foreign: 'Das ist keine Sicherungsdatei von Starling. Es hat sich nichts geändert.',
    newer:
      'Diese Datei stammt von einer neueren Version von Starling. Es hat sich nichts geändert.',
    torn: 'Ein Teil dieser Datei fehlt. Es hat sich nichts geändert.',
    huge: 'Diese Datei ist zu groß für eine Sicherungsdatei. Es hat sich nichts geändert.',
    other:
      'Diese Datei gehört zu einem anderen Konto. Melde dich zuerst mit diesem an. Es hat sich nichts geändert.',
    failed: 'Das hat nicht geklappt. Nichts ist verloren. Bitte versuche es erneut.',
  },
};
