import type { Areas } from '../areas.ts';

export const qr: Areas['qr'] = {
  tooLong: 'Das ist zu lang für einen QR-Code. Kopiere es stattdessen.',
};
