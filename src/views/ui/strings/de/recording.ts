import type { Areas } from '../areas.ts';
import { fullNumber, plural } from './in-german.ts';

export const recording: Areas['recording'] = {
  crashed:
    'Etwas in Starling ist kaputtgegangen. Eine Datei des Ablaufs hilft, den Fehler zu beheben.',
  offer: 'Ablauf speichern',
  title: 'Ablauf speichern',
  about:
    'Die Datei bleibt auf diesem Gerät, bis du sie weitergibst. Sie verrät, welche Notizen wann zu sehen waren.',
  content: 'In der Datei',
  entries: 'Einträge',
  entriesHint: (timers) =>
    `Klicks, Antworten und ${plural(timers, { one: '# Zeitgeber', other: '# Zeitgeber' })}, in ihrer Reihenfolge.`,
  dropped: (count) =>
    plural(count, {
      one: 'Der erste Eintrag fehlt (#). Darum lässt sich die Datei nicht abspielen.',
      other: 'Die ersten # Einträge fehlen. Darum lässt sich die Datei nicht abspielen.',
    }),
  events: 'Von anderen oder von dir signiert',
  ofKind: (kind, count) => `${fullNumber(count)} der Art ${kind}`,
  otherKinds: (count) => `${fullNumber(count)} anderer Art`,
  claims: 'Zahlen und Listen des Caching-Dienstes',
  withheld: 'Einträge ohne ihre Texte',
  withheldHint:
    'Was du getippt hast, Nachrichten, Entwürfe und unveröffentlichte Notizen: Nur die Längen sind enthalten.',
  never: 'Nie enthalten: private Schlüssel, PINs, Passwörter und Geheimnisse von Wallets.',
  kinds: (count) =>
    plural(count, { one: 'Alle Arten von Einträgen (#)', other: 'Alle # Arten von Einträgen' }),
  lengths: 'nur Längen',
  ids: 'IDs und Adressen',
  leaveOut: 'Zusätzlich weglassen',
  leaveOutHint: 'Ein Abspielen nimmt dann vielleicht andere Wege als die Sitzung.',
  choice: {
    texts: 'Texte von Notizen, Artikeln und Profilen',
    addresses: 'Adressen von Relays, Servern und Links',
    account: 'Dein öffentlicher Schlüssel und was du signiert hast',
  },
  choiceHint: {
    texts: 'IDs, Arten und Zeiten bleiben. Die IDs öffentlicher Notizen führen zu ihren Texten.',
    addresses: 'Ihre Namen werden ersetzt, auch innerhalb von Texten.',
    account: 'Was du liest und wem du folgst, kann trotzdem verraten, wer du bist.',
  },
  save: 'Datei speichern',
};
