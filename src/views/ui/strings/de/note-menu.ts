import type { Areas } from '../areas.ts';

export const noteMenu: Areas['noteMenu'] = {
  reactions: 'Reaktionen',
  copyLink: 'Link kopieren',
  copyText: 'Text kopieren',
  copyId: 'ID kopieren',
  copyRaw: 'Rohdaten kopieren',
  copyAuthor: 'Öffentlichen Schlüssel kopieren',
  translate: 'Übersetzen',
  muteUser: 'Stummschalten',
  report: 'Melden',
};
