import type { Areas } from '../areas.ts';
import { plural } from './in-german.ts';

export const profile: Areas['profile'] = {
  noProfileYet: 'Melde dich an, um dein Profil zu sehen',
  openBanner: 'Banner in voller Größe öffnen',
  openPicture: (name) => `Bild von ${name}, in voller Größe öffnen`,
  copyKey: 'Öffentlichen Schlüssel kopieren',
  message: 'Nachricht senden',
  copyLink: 'Link zum Profil kopieren',
  addFeed: 'Diesen Feed auf die Startseite',
  removeFeed: 'Diesen Feed von der Startseite entfernen',
  feedOf: (name) => `Feed von ${name}`,
  profileFailed: 'Die Zahlen dieses Profils haben nicht geladen.',
  rejections: {
    noPubkey: 'Der öffentliche Schlüssel fehlt',
    notFound: 'Der Caching-Dienst kennt dieses Konto nicht.',
  },
  loadAgain: 'Erneut versuchen',
  tabsLabel: 'Beiträge dieses Kontos',
  followedBy: (names, others) =>
    others > 0
      ? plural(others, {
          one: `Follower: ${names} und # weitere Person`,
          other: `Follower: ${names} und # weitere`,
        })
      : `Follower: ${names}`,
  nothing: {
    notes: 'Noch keine Notizen',
    replies: 'Noch keine Antworten',
    reads: 'Noch keine Artikel',
    media: 'Noch keine Bilder',
    zaps: 'Noch keine Zaps',
    relays: 'Keine Relays bekannt',
  },
  drafts: {
    none: 'Noch keine Entwürfe',
    noneText:
      'Notizen, die du auf diesem Gerät speicherst, findest du in einer neuen Notiz unter „Entwürfe“.',
    failed: 'Deine Entwürfe haben nicht geladen',
    newArticle: 'Neuer Artikel',
    edit: 'Weiterschreiben',
    article: 'Artikel',
    note: 'Notiz',
    empty: 'Noch nichts geschrieben',
    sealed: (count) =>
      plural(count, {
        one: '# Entwurf ist verschlüsselt. Nur dein Schlüssel öffnet ihn.',
        other: '# Entwürfe sind verschlüsselt. Nur dein Schlüssel öffnet sie.',
      }),
    sealedOne: 'Verschlüsselt',
    read: 'Lesen',
    readAll: 'Lesen',
    closed: 'Signiere einmal mit deinem Schlüssel, um Entwürfe von deinen Relays zu sehen.',
    list: 'Zeigen',
    unreadable: (count) =>
      plural(count, {
        one: '# Entwurf ist hier nicht lesbar.',
        other: '# Entwürfe sind hier nicht lesbar.',
      }),
    unreadableOne:
      'Dieser Entwurf ist hier nicht lesbar. Vielleicht entstand er mit einem anderen Schlüssel oder in einer App, die Entwürfe auf ihre eigene Weise speichert.',
    more: 'Mehr anzeigen',
  },
  relays: { both: 'Lesen und schreiben', read: 'Lesen', write: 'Schreiben' },
  muted: (name) => `${name} ist stummgeschaltet`,
  mutedText: 'Du hast dieses Konto stummgeschaltet; deshalb sind seine Notizen nicht zu sehen.',
  filteredText: 'Eine Filterliste, die du nutzt, nennt dieses Konto.',
  look: 'Trotzdem anzeigen',
  tile: { picture: 'Bild', video: 'Video', covered: 'Sensibler Inhalt' },
  tileNamed: (what, said) => (said === '' ? what : `${what}: ${said}`),
  edit: 'Profil bearbeiten',
  follow: 'Folgen',
  unfollow: 'Entfolgen',
  followAll: (count) =>
    plural(count, { one: 'Allen folgen (# Person)', other: 'Allen folgen (# Personen)' }),
  unfollowAll: (count) =>
    plural(count, {
      one: 'Rückgängig (# Person entfolgen)',
      other: 'Rückgängig (# Personen entfolgen)',
    }),
  followUnknown: 'Prüft, ob du folgst',
  following: 'Gefolgt',
  followsYou: 'Folgt dir',
  joined: (date) => `Dabei seit ${date}`,
  filtered: 'Dieses Konto ist durch deine Filter verborgen.',
  profileTitle: (name) => `${name} - Nostr-Profil`,
  tabs: {
    notes: 'Notizen',
    replies: 'Antworten',
    reads: 'Artikel',
    drafts: 'Entwürfe',
    media: 'Medien',
    zaps: 'Zaps',
    sats: 'Sats',
    satsReceived: 'Sats erhalten',
    total: 'Gesamt',
    followers: 'Follower',
    following: 'Folgt',
    relays: 'Relays',
  },
  followersOf: () => 'Follower',
  zaps: {
    label: 'Welche Zaps',
    received: 'Erhalten',
    sent: 'Gesendet',
    noneSent: 'Noch keine Zaps gesendet',
  },
  side: { latestReads: 'Neueste Artikel', popularNotes: 'Beliebte Notizen' },
  qr: {
    open: 'QR-Code anzeigen',
    noLightning: 'Dieses Konto hat keine Lightning-Adresse.',
  },
};
