import type { Areas } from '../areas.ts';

export const notificationSettings: Areas['notificationSettings'] = {
  needs: 'Worüber du benachrichtigt wirst',
  needsText:
    'Melde dich an, um es zu wählen. Es wird bei deinem Konto gespeichert, für alle deine Geräte.',
  types: {
    NEW_USER_FOLLOWED_YOU: 'Jemand folgt dir',
    USER_UNFOLLOWED_YOU: 'Jemand folgt dir nicht mehr',
    YOUR_POST_WAS_ZAPPED: 'Deine Notiz wird gezappt',
    YOUR_POST_WAS_LIKED: 'Deine Notiz gefällt jemandem',
    YOUR_POST_WAS_REPOSTED: 'Deine Notiz wird geteilt',
    YOUR_POST_WAS_REPLIED_TO: 'Jemand antwortet auf deine Notiz',
    YOU_WERE_MENTIONED_IN_POST: 'Du wirst in einer Notiz erwähnt',
    YOUR_POST_WAS_MENTIONED_IN_POST: 'Deine Notiz wird zitiert',
    POST_YOU_WERE_MENTIONED_IN_WAS_ZAPPED: 'Eine Notiz, die dich erwähnt, wird gezappt',
    POST_YOU_WERE_MENTIONED_IN_WAS_LIKED: 'Eine Notiz, die dich erwähnt, gefällt jemandem',
    POST_YOU_WERE_MENTIONED_IN_WAS_REPOSTED: 'Eine Notiz, die dich erwähnt, wird geteilt',
    POST_YOU_WERE_MENTIONED_IN_WAS_REPLIED_TO: 'Jemand antwortet auf eine Notiz, die dich erwähnt',
    POST_YOUR_POST_WAS_MENTIONED_IN_WAS_ZAPPED: 'Eine Notiz, die dich zitiert, wird gezappt',
    POST_YOUR_POST_WAS_MENTIONED_IN_WAS_LIKED: 'Eine Notiz, die dich zitiert, gefällt jemandem',
    POST_YOUR_POST_WAS_MENTIONED_IN_WAS_REPOSTED: 'Eine Notiz, die dich zitiert, wird geteilt',
    POST_YOUR_POST_WAS_MENTIONED_IN_WAS_REPLIED_TO:
      'Jemand antwortet auf eine Notiz, die dich zitiert',
    YOUR_POST_WAS_HIGHLIGHTED: 'Eine Stelle von dir wird markiert',
    YOUR_POST_WAS_BOOKMARKED: 'Jemand setzt ein Lesezeichen für deine Notiz',
    YOUR_POST_HAD_REACTION: 'Deine Notiz bekommt eine andere Reaktion',
    LIVE_EVENT_HAPPENING: 'Jemand, dem du folgst, geht live',
    REPLY_TO_REPLY: 'Eine Unterhaltung, an der du teilnimmst, geht weiter',
  },
  sections: {
    you: 'Du',
    yourNote: 'Deine Notizen und Artikel',
    noteWithYou: 'Notizen, die dich erwähnen',
    noteWithYours: 'Notizen, die dich zitieren',
  },
  sectionHint: 'Bei deinem Konto gespeichert, für alle deine Geräte.',
  more: 'Mehr',
  additional: {
    ignore_events_with_too_many_mentions: {
      title: 'Events mit zu vielen Erwähnungen übergehen',
      hint: 'Notizen, die mehr als zehn Personen nennen',
    },
    include_deep_replies: {
      title: 'Auch Antworten auf Antworten',
      hint: 'In Unterhaltungen, an denen du teilnimmst',
    },
    only_show_reactions_from_users_i_follow: {
      title: 'Nur von denen, denen du folgst',
      hint: '„Gefällt mir“, Zaps, Geteiltes, Antworten und Erwähnungen',
    },
    only_show_dm_notifications_from_users_i_follow: {
      title: 'Nachrichten nur von denen, denen du folgst',
      hint: 'Andere Nachrichten zählen nicht als Mitteilungen',
    },
  },
  alertsTitle: 'Auf diesem Gerät',
  alertsHint:
    'Hinweise erscheinen, solange Starling in einem verdeckten Tab offen ist, den du in den letzten fünf Minuten benutzt hast. Sie nennen die Person und die Handlung, nie den Text. Bei Nachrichten sagen sie nur, dass es welche gibt.',
  alerts: {
    followers: 'Gewonnene und verlorene Follower',
    zaps: 'Zaps',
    replies: 'Antworten',
    mentions: 'Erwähnungen',
    reposts: 'Geteiltes',
    reactions: 'Reaktionen',
    others: 'Markierungen, Lesezeichen und Livestreams',
    messages: 'Nachrichten',
  },
  blocked:
    'Dieser Browser erlaubt dieser Seite keine Mitteilungen. Erlaube sie zuerst in seinen Einstellungen.',
  unsupported: 'Dieser Browser zeigt keine Mitteilungen.',
  quiet: 'Ruhezeit',
  quietHint: 'In diesen Stunden gibt es keine Hinweise.',
  from: 'Von',
  to: 'Bis',
};
