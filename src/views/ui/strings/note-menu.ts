import { words } from '../strings.ts';

export const noteMenuEnglish = {
  reactions: 'Reactions',
  copyLink: 'Copy link',
  copyText: 'Copy text',
  copyId: 'Copy id',
  copyRaw: 'Copy raw data',
  copyAuthor: 'Copy author’s public key',
  translate: 'Translate',
  muteUser: 'Mute user',
  report: 'Report',
};

/** The words of a note's menu, loaded with it (ACCESS-05). */
export const useNoteMenuStrings = words('noteMenu', noteMenuEnglish);
