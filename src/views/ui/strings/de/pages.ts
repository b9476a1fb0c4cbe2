import type { Areas } from '../areas.ts';

const downloads: Areas['pages']['downloads'] = {
  title: 'Downloads',
  text: 'Starling läuft in deinem Browser. Du musst nichts installieren, kannst es aber.',
  install: {
    install: 'Starling installieren',
    installed: 'Du nutzt gerade die installierte App.',
  },
  ways: {
    web: {
      title: 'Als App installieren',
      text: 'Die App hat ein eigenes Symbol und ein eigenes Fenster. Chrome und Edge können sie installieren:',
      steps: [
        'Öffne das Menü des Browsers; in Chrome „Streamen, Speichern und Teilen“, in Edge „Apps“.',
        'Wähle „Installieren“.',
      ],
    },
    ios: {
      title: 'iPhone und iPad',
      text: 'Safari kann Starling auf deinen Home-Bildschirm legen:',
      steps: ['Tippe auf „Teilen“.', 'Wähle „Zum Home-Bildschirm“.'],
    },
    android: {
      title: 'Android-Telefone',
      text: 'Dein Browser kann Starling auf deinen Startbildschirm legen:',
      steps: [
        'Öffne das Menü des Browsers.',
        'Wähle „Zum Startbildschirm hinzufügen“ oder „App installieren“.',
      ],
    },
    apk: {
      title: 'APK',
      text: 'Starling selbst hat kein Android-Paket. Nur Apps, die diese Seite nennt, kommen von denen, die diesen Server betreiben.',
      steps: [],
    },
  },
  announced: {
    title: 'Versionen für Telefone',
    text: 'Der Caching-Dienst kündigt diese Apps für Telefone an.',
    failed: 'Der Caching-Dienst hat nicht geantwortet.',
    since: (date) => `Verfügbar seit ${date}`,
    from: (date) => `Erscheint am ${date}`,
    fresh: 'Neu',
  },
  qr: {
    title: 'Auf deinem Telefon öffnen',
    text: 'Richte die Kamera auf diesen Code. Er enthält die Adresse dieses Servers und sonst nichts.',
    label: 'QR-Code mit der Adresse',
  },
  source: {
    title: 'Quellcode',
    text: 'Starling ist quelloffen unter der MIT-Lizenz. Du kannst es lesen, ändern und selbst betreiben: Der Client und sein Caching-Dienst sind ein Programm, das nur Node braucht.',
    link: 'Zum Quellcode',
    none: 'Wer diesen Server betreibt, hat nicht gesagt, wo sein Quellcode veröffentlicht ist.',
  },
};

export const pages: Areas['pages'] = {
  downloads,
  qr: {
    title: 'Öffne Starling auf deinem Telefon',
    text: 'Richte die Kamera deines Telefons auf diesen Code. Er öffnet diese Website; zu installieren ist nichts.',
    here: 'Starling auf deinem Telefon',
    hereText:
      'Du hast es schon geöffnet. Lege es auf den Startbildschirm, um es wie eine App zu öffnen.',
    continue: 'In diesem Browser weiter',
  },
  documents: {
    home: 'Zurück zu Starling',
    operator: 'Kontakt zu denen, die diesen Server betreiben',
    noOperator: 'Wer diesen Server betreibt, hat keinen Kontakt hinterlassen.',
    terms: {
      title: 'Nutzungsbedingungen',
      sections: [
        {
          title: 'Was du bekommst',
          paragraphs: [
            'Starling ist quelloffene Software unter der MIT-Lizenz: Sie kommt, wie sie ist, ohne jede Gewähr. Diese Kopie gehört denen, die diesen Server betreiben. Sie können den Betrieb jederzeit einstellen; deine Schlüssel und was du veröffentlicht hast, hängen nicht davon ab.',
          ],
        },
        {
          title: 'Was dir gehört',
          paragraphs: [
            'Was du schreibst, ist von dir signiert und gehört dir. Mit dem Veröffentlichen gibst du es an die Relays, die du gewählt hast, und an die der Personen, die du erwähnst. Sie und andere können Kopien behalten und weitergeben. Löschen bittet sie, es zu entfernen; zwingen kann sie niemand.',
          ],
        },
        {
          title: 'Zahlungen',
          paragraphs: [
            'Starling zahlt, wenn du drückst: aus einer Wallet, die du verbunden hast, aus der Wallet dieses Browsers oder mit Ecash auf diesem Gerät. Grenzen setzt du unter Einstellungen, Verbundene Wallets. Eine Zahlung lässt sich nicht zurücknehmen.',
            'Wer Starling geschrieben hat und wer diesen Server betreibt, verwahrt dein Geld nicht. Eine Wallet verwahrt ihr eigenes; die Sats hinter Ecash liegen bei dessen Mint. Spiel-Sats dieses Servers sind nichts wert.',
          ],
        },
        {
          title: 'Was von dir erwartet wird',
          paragraphs: [
            'Nutze es im Rahmen der Gesetze, die für dich gelten. Wer diesen Server betreibt, kann Inhalte ablehnen, die Gesetze brechen oder dem Server schaden.',
          ],
        },
      ],
    },
    privacy: {
      title: 'Datenschutz',
      sections: [
        {
          title: 'Was auf deinem Gerät bleibt',
          paragraphs: [
            'Dieser Browser behält deine Einstellungen, Entwürfe von Notizen, Suchen und wie weit du gelesen hast. Mit einem Konto behält er auch frühere Versionen deiner Listen und, eine Woche lang, alles, was du veröffentlicht hast.',
            'Er behält auch deine Wallets, Zahlungen, Ecash, verbundene Geräte, Unterhaltungen sowie unfertige Nachrichten und Artikel. Sie sind mit einem Schlüssel dieses Geräts verschlüsselt.',
            'Ein privater Schlüssel, mit dem du dich anmeldest, bleibt in diesem Browser, gesperrt mit deiner PIN. Ohne PIN kann ihn benutzen, wer diesen Browser öffnen oder seinen Profilordner kopieren kann. Er wird nirgendwohin gesendet.',
          ],
        },
        {
          title: 'Was verschlüsselt ist und was öffentlich',
          paragraphs: [
            'Private Nachrichten sind verschlüsselt: Nur du und die andere Person können sie lesen. Relays sehen, wer eine Nachricht erhält und von welcher Netzadresse sie kam, aber nicht, wer sie schrieb. Bei der alten Form (NIP-04) kann jeder sehen, wer wem wann schreibt.',
            'Auf Relays sind deine Entwürfe von Artikeln, deine privaten Stummschaltungen, deine Liste der Relays für Privates und dein Ecash nur für dich verschlüsselt.',
            'Alles andere, was du veröffentlichst, ist öffentlich: Notizen, Artikel, „Gefällt mir“, Geteiltes, Meldungen, Stimmen in Umfragen, Zaps mit ihren Nachrichten, Nutzaps, dein Profil, deine Listen, Bilder und Videos.',
          ],
        },
        {
          title: 'Was der Caching-Dienst sieht',
          paragraphs: [
            'Der Caching-Dienst sieht deine Netzadresse, was du öffnest und wonach du suchst. Er holt Vorschauen von Links, damit die Websites dahinter dich nicht sehen. Dafür erfährt er, welche Links in dein Blickfeld kommen, bis du „Karten für Links“ ausschaltest.',
            'Wenn du angemeldet bist, speichert er unverschlüsselt Einstellungen für deine anderen Geräte: Design, Animation, Feeds, Beträge von Zaps, Arten von Benachrichtigungen, Regeln zum Ausblenden, ob du alles über ihn sendest, und wann du deine Benachrichtigungen zuletzt gelesen hast.',
            'Er sagt jedem, der fragt, wie viele ungelesene Nachrichten und Benachrichtigungen ein Konto hat, aber nicht, von wem.',
          ],
        },
        {
          title: 'Wer sonst deine Netzadresse sieht',
          paragraphs: [
            'Die Relays, die du nutzt, sehen deine Adresse, was du veröffentlichst, und welche Notizen du öffnest, die dem Caching-Dienst fehlen, außer wenn du alles über den Caching-Dienst sendest. Ein Signierer auf deinem Telefon oder ein Gerät, das du verbunden hast, erhält verschlüsselte Anfragen über das Relay, das seine Verbindung nennt.',
            'Starling kontaktiert Relays anderer Personen, wenn du ihnen schreibst, sie erwähnst, bezahlst oder in ihren Umfragen abstimmst. Ebenso, wenn du „Weiter suchen“ oder „Auf den Relays des Autors suchen“ drückst. Nie, weil du liest. Ein Relay, das nicht deines ist, erfährt nur, wer du bist, wenn du zugestimmt hast.',
            'Bilder, Videos und Ton kommen über den Dienst dieser Website, wenn er das anbietet und „Bilder und Videos über diesen Dienst“ an ist. Dein Browser lädt sie dann von nirgendwo sonst. Streams und lange Videos warten, bis du drückst.',
            'Sonst kommen sie von Servern, die ihre Autoren gewählt haben, oder von Kopien, die der Caching-Dienst nennt. Alle diese Server sehen deine Adresse, ebenso die Medienserver, auf die du hochlädst. Dateien in privaten Nachrichten kommen von ihren Servern, wenn du sie öffnest. Player anderer Websites werden erst geladen, wenn du es verlangst.',
            'Bestätigte Namen und Zap-Belege prüft der Caching-Dienst, damit die Domains dahinter nicht erfahren, dass du liest. Kann er einen Namen nicht prüfen, fragt dein Browser dessen Domain, wenn du „Diesen Namen prüfen“ drückst.',
          ],
        },
        {
          title: 'Zahlungen',
          paragraphs: [
            'Starling fragt einen Lightning-Dienst nur, wenn du über ihn zahlst: für einen Zap oder an eine Lightning-Adresse. Dieser Dienst sieht deine Netzadresse und den Betrag. Bei einem Zap sieht er auch deinen öffentlichen Schlüssel und deine Nachricht, die der öffentliche Beleg wiederholt.',
            'Eine verbundene Wallet erhält verschlüsselte Aufträge über das Relay, das ihre Verbindung nennt. Eine Mint sieht deine Netzadresse und das Ecash, das du dort verwendest. Starling fragt nur Mints, die du erlaubt hast.',
          ],
        },
        {
          title: 'Was dieses Programm nicht tut',
          paragraphs: [
            'Es hat keine Auswertung, keine Werbung und keine Tracker, und es sendet nichts an die, die es geschrieben haben.',
          ],
        },
      ],
    },
    'csae-policy': {
      title: 'Kinderschutz',
      sections: [
        {
          title: 'Keine Toleranz',
          paragraphs: [
            'Sexueller Missbrauch und sexuelle Ausbeutung von Kindern haben hier keinen Platz und nirgendwo, wo diese Software läuft. Solche Inhalte sind fast überall verboten; sie zu veröffentlichen, zu suchen oder zu behalten, ist eine Straftat.',
          ],
        },
        {
          title: 'Was du tun kannst, wenn du so etwas siehst',
          paragraphs: [
            'Teile es nicht, auch nicht, um andere zu warnen. Melde es der Polizei oder der Meldestelle deines Landes (inhope.org nennt sie). Melde dann das Konto in seinem Menü mit dem Grund „Illegal“, und sag es denen, die diesen Server betreiben, und dem Relay, von dem es kam, damit sie es entfernen können.',
          ],
        },
        {
          title: 'Was tun muss, wer einen Server betreibt',
          paragraphs: [
            'Solche Inhalte aus dem Caching-Dienst und vom Medienserver entfernen, sobald man davon weiß, aufbewahren, was das Gesetz verlangt, und sie den Behörden melden.',
          ],
        },
      ],
    },
    support: {
      title: 'Support',
      sections: [
        {
          title: 'Etwas funktioniert nicht',
          paragraphs: [
            'Versuche es noch einmal, nachdem du die Seite neu geladen hast. Bleibt es dabei, schreib auf, was du getan, gesehen und erwartet hast, und sende es denen, die diesen Server betreiben. Sende nie deinen privaten Schlüssel (nsec): Niemand, der dir hilft, braucht ihn.',
          ],
        },
        {
          title: 'Ein verlorener Schlüssel',
          paragraphs: [
            'Niemand kann einen privaten Schlüssel wiederherstellen. Wenn du eine Kopie hast, melde dich damit auf einem anderen Gerät an. Wenn ihn jemand anderes hat, erstelle ein neues Konto und sag es denen, die du kennst, auf einem anderen Weg.',
          ],
        },
        {
          title: 'Das Programm selbst',
          paragraphs: [
            'Fehler des Programms meldest du am besten dort, wo sein Quellcode liegt; eine Aufzeichnung aus den Entwicklerwerkzeugen hilft, sie nachzustellen.',
          ],
        },
      ],
    },
  },
};
