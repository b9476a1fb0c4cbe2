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
            'Was du schreibst, ist von dir signiert und gehört dir. Mit dem Veröffentlichen gibst du es an die Relays, die du gewählt hast; sie und andere können Kopien behalten und weitergeben. Löschen bittet sie, es zu vergessen; zwingen kann sie niemand.',
          ],
        },
        {
          title: 'Was von dir erwartet wird',
          paragraphs: [
            'Nutze es im Rahmen der Gesetze, die für dich gelten. Wer diesen Server betreibt, kann ablehnen, etwas zu speichern oder weiterzugeben, das Gesetze bricht oder dem Server schadet. Starling zeigt Zahlungen, die andere getätigt haben; es tätigt selbst keine und verwahrt niemandes Geld.',
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
            'Deine Einstellungen, deine Entwürfe, wonach du gesucht und wie weit du gelesen hast, liegen in diesem Browser; mit einem Konto auch frühere Versionen deiner Listen und, eine Woche lang, was du veröffentlicht hast. Wenn du angemeldet bist, speichert auch der Caching-Dienst Design, Animation und deine Feed-Listen, damit sie auf deinen anderen Geräten gleich sind.',
            'Ein privater Schlüssel, mit dem du dich anmeldest, liegt in diesem Browser: mit deiner PIN gesperrt, oder ohne; dann kann ihn benutzen, wer diesen Browser öffnen oder seinen Profilordner kopieren kann. Er wird nirgendwohin gesendet.',
          ],
        },
        {
          title: 'Was andere sehen können',
          paragraphs: [
            'Deine Notizen, „Gefällt mir“, was du teilst und meldest, dein Profil und deine Listen sind öffentlich, ebenso deine Bilder und Videos. Nur was du privat stummschaltest, ist verschlüsselt.',
            'Der Caching-Dienst sieht deine Netzadresse, was du öffnest und wonach du suchst. Er sagt jedem, der fragt, wie viele ungelesene Nachrichten und Benachrichtigungen ein Konto hat, aber nicht, von wem. Die Relays, die du nutzt, sehen deine Adresse und was du veröffentlichst, außer wenn du alles über den Caching-Dienst sendest. Relays anderer Personen werden kontaktiert, wenn du ihnen etwas sendest, sie erwähnst, bezahlst oder weiter nach Antworten suchst, nie weil du liest. Ein Relay, das nicht deines ist, erfährt nur, wer du bist, wenn du zugestimmt hast.',
            'Bilder und Videos in Notizen kommen von Servern, die ihre Autoren gewählt haben, Bilder auch von Kopien, die der Caching-Dienst nennt; alle diese Server sehen deine Adresse. Bestätigte Namen und Zap-Belege prüft der Caching-Dienst, damit die Domains, die andere dafür gewählt haben, nicht erfahren, dass du liest. Kann er es nicht, fragt dein Browser die Domain eines Namens, wenn du „Diesen Namen prüfen“ drückst, und den Lightning-Dienst einer Person, wenn du ihr einen Zap sendest. Ein Player einer anderen Website wird von dort erst geladen, wenn du es verlangst.',
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
