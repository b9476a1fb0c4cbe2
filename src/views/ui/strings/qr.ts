import { words } from '../strings.ts';

export const qrEnglish = {
  tooLong: 'This is too long for a QR code. Copy it instead.',
};

/** The words of QR codes, loaded with the code that draws them (ACCESS-05). */
export const useQrStrings = words('qr', qrEnglish);
