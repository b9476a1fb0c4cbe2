import type { Areas } from '../areas.ts';
import { plural } from './in-german.ts';

const topics: Areas['help']['topics'] = {
  nostr: {
    question: 'Was ist Nostr?',
    answer: [
      'Nostr ist ein offener Weg, öffentlich etwas zu sagen. Was du schreibst, ist mit deinem Schlüssel signiert und liegt auf Servern, die Relays heißen. Viele Apps lesen dieselben Relays; deine Notizen und Follower sind in allen dieselben.',
      'Keiner Firma gehört es, und keiner App gehört dein Konto.',
    ],
  },
  starling: {
    question: 'Was ist Starling?',
    answer: [
      'Starling ist eine dieser Apps. Es läuft in deinem Browser. Der Server, von dem es kommt, hat einen Caching-Dienst, der Notizen von vielen Relays sammelt, damit Seiten schnell öffnen.',
      'Dein Browser prüft jede Signatur und zeigt nichts, was die Prüfung nicht besteht.',
    ],
  },
  begin: {
    question: 'Wie fange ich an?',
    answer: [
      'Ohne Konto kannst du alles lesen: Öffne Start oder Entdecken. Um zu schreiben, „Gefällt mir“ zu sagen oder jemandem zu folgen, brauchst du eines. Es braucht einen Namen und etwa eine Minute; keine E-Mail und keine Telefonnummer.',
      'Sichere dann eine Kopie deines Schlüssels, folge ein paar Personen und sag hallo.',
    ],
  },
  words: {
    question: 'Was bedeuten die Wörter?',
    answer: [
      'Eine Notiz ist ein kurzer Text, ein Artikel ein langer. Wer eine Notiz teilt, zeigt sie den eigenen Followern. Ein Zap ist eine Zahlung über das Lightning-Netz mit öffentlichem Beleg. Ein Feed ist eine Liste von Notizen, die jemand oder etwas ausgewählt hat.',
      'npub ist ein öffentlicher Schlüssel, nsec ein privater. note, nevent und naddr sind Adressen einzelner Notizen und Artikel.',
    ],
  },
  key: {
    question: 'Was sind die zwei Schlüssel?',
    answer: [
      'Der öffentliche Schlüssel (npub) ist dein Name für andere; gib ihn allen. Der private Schlüssel (nsec) signiert, was du tust. Wer ihn hat, ist du; gib ihn also niemandem, auch nicht denen, die Hilfe anbieten.',
      'Niemand kann den privaten Schlüssel nachsehen oder dir einen neuen machen. Schreib ihn auf, oder sichere ihn in einem Passwortmanager: als nsec, als zwölf Wörter, wenn er hier entstand, oder mit einem Passwort gesperrt.',
    ],
  },
  'lost-key': {
    question: 'Was, wenn ich meinen privaten Schlüssel verliere?',
    answer: [
      'Dann kann mit diesem Konto niemand mehr schreiben, auch du nicht. Was du geschrieben hast, bleibt, wo es ist. Wenn dieses oder ein anderes Gerät noch angemeldet ist, sichere dort jetzt eine Kopie.',
      'Sonst erstelle ein neues Konto, und sag den anderen auf einem anderen Weg, dass du es bist.',
    ],
  },
  'stolen-key': {
    question: 'Was, wenn ihn jemand anderes hat?',
    answer: [
      'Dann kann er für immer in deinem Namen handeln: Ein Schlüssel lässt sich nicht ändern oder sperren. Erstelle ein neues Konto, sag es anderen auf einem Weg, dem sie trauen, und nutze das alte nicht mehr.',
    ],
  },
  'signing-in': {
    question: 'Welche Wege gibt es, mich anzumelden?',
    answer: [
      'Mit einer Browser-Erweiterung, die deinen Schlüssel verwahrt und für dich signiert: Starling sieht den Schlüssel nie. Mit einem Signer auf deinem Telefon, über einen QR-Code oder Bunker-Link: ebenso. Mit dem privaten Schlüssel selbst oder seinen Sicherungswörtern: Dann bleibt er in diesem Browser.',
      'Mit einem npub liest du als dieses Konto und kannst nicht handeln. Mehrere Konten können angemeldet sein; wechsle im Kontomenü.',
    ],
  },
  pin: {
    question: 'Wofür ist die PIN, und was, wenn ich sie vergesse?',
    answer: [
      'Sie sperrt den Schlüssel, den dieser Browser verwahrt. Du gibst sie ein, wenn du nach dem Öffnen von Starling zum ersten Mal etwas tust. Sie wird nirgendwohin gesendet und ist auf jedem Gerät eine andere.',
      'Eine vergessene PIN lässt sich nicht wiederherstellen. Wähle „Ich habe meine PIN vergessen“: Der Schlüssel wird aus diesem Browser gelöscht, und du meldest dich mit deiner Kopie an.',
      'Gelöscht werden der Schlüssel und das, womit dieses Gerät ihn versiegelt, auch aus den Dateien des Browsers. Frühere Kopien des Browserordners erreicht das nicht, auch nicht, was der Datenträger von gelöschten Dateien behält. Beides schützt nur deine PIN, eine längere besser. Ein Schlüssel, den ein älteres Starling aufbewahrt hat, kann länger Spuren hinterlassen.',
    ],
  },
  'other-device': {
    question: 'Wie nutze ich mein Konto auf einem anderen Gerät?',
    answer: [
      'Öffne Starling dort und melde dich mit demselben Schlüssel an. Dein Profil, wem du folgst, was stummgeschaltet ist, deine Lesezeichen, Notizen und Entwürfe von Artikeln kommen aus dem Netz. Entwürfe von Notizen bleiben auf dem Gerät, auf dem sie entstanden sind, ebenso Wallets und Ecash.',
    ],
  },
  relays: {
    question: 'Was ist ein Relay?',
    answer: [
      'Ein Server, der Notizen aufbewahrt und herausgibt. Jeder kann einen betreiben, und jeder hat eigene Regeln. Was du veröffentlichst, geht an deine Relays zum Schreiben; wer dir antwortet, sucht deine Relays zum Lesen.',
      'Du musst keines wählen: Bis deine Liste eines nennt, dient das Relay dieser Website.',
    ],
  },
  'caching-service': {
    question: 'Was ist der Caching-Dienst?',
    answer: [
      'Dutzende Relays zu fragen, dauert. Der Caching-Dienst hat sie schon gelesen und antwortet auf einmal, mit Feeds, Suche und Zahlen.',
      'Er kann etwas weglassen, aber nichts fälschen: Dein Browser prüft die Signaturen. Du kannst jederzeit einen anderen nutzen.',
    ],
  },
  outage: {
    question: 'Was, wenn ein Relay oder der Dienst ausfällt?',
    answer: [
      'Ein Relay: nicht viel, die anderen haben deine Notizen. Wenn keines deiner Relays eine Notiz annimmt, versucht der Caching-Dienst, sie weiterzugeben. Du kannst sie unter Veröffentlichung auch erneut senden.',
      'Der Caching-Dienst: Seiten laden nicht mehr. Starling versucht die anderen in deiner Liste und macht weiter, wenn einer antwortet.',
    ],
  },
  'not-shown': {
    question: 'Warum sehe ich etwas nicht?',
    answer: [
      'Du hast den Autor, den Thread oder eines der Wörter oder Hashtags stummgeschaltet. Oder eine Stummschaltliste, die du als Filter nutzt, nennt den Autor. Eine Unterhaltung sagt, wie viele Antworten deine Filter verbergen, und warum.',
      'Der Autor hat um Löschung gebeten, oder es hatte ein Ablaufdatum. Der Autor hat eine Warnung gesetzt: Dann ist es verdeckt, bis du es öffnest. Sein Datum liegt in der Zukunft. Seine Signatur stimmt nicht.',
      'Oder der Caching-Dienst kennt es nicht. Unter einer Unterhaltung fragt „Weiter suchen“ auch die Relays, auf denen Antworten liegen können.',
    ],
  },
  counts: {
    question: 'Kann ich den Zahlen trauen?',
    answer: [
      '„Gefällt mir“, Antworten, Zaps und Follower zählt der Caching-Dienst. Niemand signiert sie; Starling kann sie nicht prüfen. Wer reagiert hat, steht im Menü einer Notiz unter „Reaktionen“.',
    ],
  },
  unwanted: {
    question: 'Wie werde ich etwas los?',
    answer: [
      'Schalte die Person oder den Thread im Menü der Notiz stumm, oder Wörter und Hashtags in den Einstellungen. Was du stummschaltest, ist eine öffentliche Liste, außer du hältst es privat; dann ist es verschlüsselt.',
      'Du kannst auch Stummschaltlisten anderer als Filter nutzen. Melde, was Gesetze bricht: Meldungen sind öffentlich.',
    ],
  },
  'reading-size': {
    question: 'Kann ich den Text vergrößern?',
    answer: [
      'Ja, in fünf Stufen, für Notizen und Artikel. Design und Animation wählst du am selben Ort, und Bilder können warten, bis du sie antippst.',
    ],
  },
  translation: {
    question: 'Lassen sich Notizen übersetzen?',
    answer: [
      'Wo dein Browser einen eigenen Übersetzer hat, bietet das Menü einer Notiz „Übersetzen“. Das macht der Browser; Starling sendet den Text nirgendwohin. Beim ersten Mal holt der Browser vielleicht ein Sprachpaket. Das Original bleibt einen Klick entfernt.',
      'Wo das Menü keinen solchen Eintrag hat, hat dein Browser keinen Übersetzer.',
    ],
  },
  publish: {
    question: 'Was geschieht, wenn ich veröffentliche?',
    answer: [
      'Deine Notiz wird signiert und an deine Relays gesendet und an die der Personen, die du erwähnst. Sie ist öffentlich, überall und für immer: Jeder kann sie lesen, kopieren und behalten.',
      'Veröffentlichung, in den Einstellungen, zeigt die Antwort jedes Relays. Eine Notiz, die kein Relay angenommen hat, bleibt auf diesem Gerät, und du kannst sie erneut senden.',
    ],
  },
  delete: {
    question: 'Kann ich eine Notiz ändern oder löschen?',
    answer: [
      'Ändern lässt sich eine Notiz nicht. In ihrem Menü kannst du ihre Löschung anfragen: Relays werden gebeten, sie zu entfernen, und viele tun es. Alle dazu bringen kann niemand.',
      '„Gefällt mir“ und Geteiltes nimmst du auf dieselbe Weise zurück. Mit einem Schlüssel, der hier liegt, gibt es vier Sekunden lang „Rückgängig“, bevor etwas signiert wird.',
    ],
  },
  media: {
    question: 'Wohin gehen meine Bilder und Videos?',
    answer: [
      'Auf deinen Medienserver, und auf Spiegel, wenn du welche wählst. Sie sind öffentlich. Starling entfernt vorher Kamera- und Ortsdaten aus Bildern. Wenn das nicht geht, steht es beim Hochladen.',
    ],
  },
  'verified-name': {
    question: 'Was ist das Zeichen neben einem Namen?',
    answer: [
      'Ein bestätigter Name sieht aus wie eine E-Mail-Adresse. Wem die Domain gehört, der sagt, dass dieser Schlüssel zu diesem Namen gehört; der Caching-Dienst hat die Domain für dich gefragt. Kann er es nicht, bietet ein Profil „Diesen Namen prüfen“ an: Dann fragt dein Browser. Sonst sagt das Zeichen nichts über die Person.',
    ],
  },
  zaps: {
    question: 'Was sind Zaps, und kann ich welche senden?',
    answer: [
      'Ein Zap ist eine Zahlung in Sats, dem Kleingeld von Bitcoin, von einer Wallet an eine andere, mit öffentlichem Beleg.',
      'Ja. Drücke den Blitz unter einer Notiz, um zu geben, was du unter Einstellungen, Zaps festgelegt hast; halte ihn gedrückt, um Betrag und Nachricht zu wählen. Verbinde eine Wallet unter Einstellungen, Verbundene Wallets, oder zahle jeden Zap per QR-Code mit irgendeiner Wallet. Du kannst auch mit Ecash zahlen (Einstellungen, Ecash). Es liegt auf diesem Gerät, und die Sats dahinter liegen bei seiner Mint.',
    ],
  },
  'who-sees': {
    question: 'Wer sieht, was ich tue?',
    answer: [
      'Alle sehen deine Notizen, „Gefällt mir“, was du teilst, deine Zaps, wem du folgst, deine Relays und Lesezeichen. Eine private Nachricht können nur du und die andere Person lesen. Deine privaten Stummschaltungen und Entwürfe von Artikeln kannst nur du lesen.',
      'Der Caching-Dienst sieht deine Netzadresse und was du öffnest und suchst. Er sagt jedem, der fragt, wie viele ungelesene Nachrichten und Benachrichtigungen ein Konto hat, aber nicht, von wem. Auch Relays sehen deine Adresse, außer wenn alles über den Caching-Dienst läuft. Starling verbindet sich mit Relays anderer Personen, wenn du ihnen etwas sendest oder dort suchst, nicht weil du liest. Lightning-Dienste und Mints sehen deine Adresse nur, wenn du zahlst oder Ecash verwendest. Mit „Bilder und Videos über diesen Dienst“ kommen Bilder, Videos und Ton über den Dienst dieser Website, und die Server ihrer Autoren sehen deine Adresse nicht. Ohne diese Einstellung kommen sie von Servern, die ihre Autoren gewählt haben, oder von Kopien, die der Caching-Dienst nennt. Alle diese Server sehen deine Adresse. Mit „Daten sparen“ werden nur Gesichter und Emojis geladen, bevor du etwas verlangst.',
    ],
  },
  device: {
    question: 'Was wird auf diesem Gerät gespeichert?',
    answer: [
      'Deine Einstellungen, Entwürfe, Suchen, frühere Versionen deiner Listen und alles, was du in der letzten Woche veröffentlicht hast. Wallets, Zahlungen, Ecash, Nachrichten und unfertige Artikel sind mit einem Schlüssel dieses Geräts verschlüsselt. Wenn du dich mit deinem Schlüssel angemeldet hast, auch er.',
      'Abmelden entfernt den Schlüssel und, wenn du willst, auch das Übrige. Nur Ecash bleibt, denn es ist Geld.',
    ],
  },
  'move-in': {
    question: 'Ich habe ein Nostr-Konto. Kann ich es mitbringen?',
    answer: [
      'Es gibt nichts mitzubringen: Melde dich mit demselben Schlüssel an. Dein Profil, wem du folgst und deine Notizen sind da, sobald der Caching-Dienst sie kennt.',
    ],
  },
  'move-out': {
    question: 'Wie wechsle ich zu einer anderen App?',
    answer: [
      'Kopiere deinen privaten Schlüssel in den Kontoeinstellungen und melde dich dort damit an. Alles, was du veröffentlicht hast, und deine öffentlichen Listen liegen auf den Relays und kommen mit. Entwürfe von Notizen, Wallets und Einstellungen von Starling nicht. Ecash kommt mit seinen Wörtern mit (Einstellungen, Ecash).',
      'Du kannst beide Apps zugleich nutzen.',
    ],
  },
  install: {
    question: 'Gibt es eine App?',
    answer: [
      'Du kannst Starling aus deinem Browser installieren: mit Chrome und Edge auf einem Computer, oder auf dem Startbildschirm eines Telefons. Es öffnet sich dann in einem eigenen Fenster.',
    ],
  },
  missing: {
    question: 'Was kann Starling nicht?',
    answer: [
      'Es sendet keine Dateien in privaten Nachrichten, schreibt nicht an mehrere Personen in einer Unterhaltung und startet keine Livestreams. Nutze dafür eine andere App mit demselben Schlüssel.',
    ],
  },
};

export const help: Areas['help'] = {
  title: 'Hilfe',
  contents: 'Fragen',
  search: 'Hilfe durchsuchen',
  found: (count) =>
    count === 0 ? 'Nichts gefunden' : plural(count, { one: '# Antwort', other: '# Antworten' }),
  nothing: 'Keine Antwort enthält diese Wörter',
  nothingText: 'Versuche andere Wörter, oder frage die, die diesen Server betreiben.',
  clear: 'Alle Fragen anzeigen',
  linkTo: (question) => `Link zu: ${question}`,
  sections: {
    first: 'Grundlagen',
    keys: 'Dein Schlüssel',
    network: 'Relays und der Caching-Dienst',
    reading: 'Lesen',
    publishing: 'Veröffentlichen',
    money: 'Zaps',
    privacy: 'Privatsphäre',
    moving: 'Umziehen und installieren',
  },
  topics,
  links: {
    create: 'Konto erstellen',
    account: 'Kontoeinstellungen',
    network: 'Netzwerkeinstellungen',
    muted: 'Stummgeschaltetes',
    filters: 'Inhaltsmoderation',
    publishing: 'Veröffentlichung',
    uploads: 'Medien-Uploads',
    appearance: 'Darstellung',
    downloads: 'Downloads',
    privacy: 'Datenschutz',
    profile: 'Profil bearbeiten',
    explore: 'Entdecken',
    support: 'Support',
  },
  keys: 'Tastenkürzel',
};
