import type { Areas } from '../areas.ts';
import { relativeTime } from './in-german.ts';

export const signer: Areas['signer'] = {
  title: 'Wartet auf deinen Signer',
  where: {
    extension: 'erlaube es in deiner Erweiterung',
    remote: 'öffne deinen Signer',
    key: 'wird signiert',
    readonly: '',
  },
  asked: (seconds, where) =>
    seconds === 0 ? `Eben gefragt, ${where}` : `Gefragt ${relativeTime(-seconds)}, ${where}`,
  next: 'als Nächstes',
  afterwards: 'danach',
  cancel: 'Abbrechen',
  cancelOf: (reason) => `Abbrechen: ${reason}`,
  again: 'Noch einmal fragen',
  challenge: (host) => `Bei ${host} erlauben`,
};
