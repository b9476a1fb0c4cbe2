import type { Areas } from '../areas.ts';

export const qr: Areas['qr'] = {
  tooLong: 'هذا أطول من أن يتسع له رمز QR. انسخه بدلًا من ذلك.',
};
