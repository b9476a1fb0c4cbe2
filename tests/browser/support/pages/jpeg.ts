import type { Page } from '@playwright/test';

/**
 * A rotated JPEG made by a browser, with a location in its Exif data: stored as 1200 by 900 pixels,
 * upright 900 by 1200.
 */
export async function cameraPicture(page: Page): Promise<Buffer> {
  const encoded = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(1_200, 900);
    const brush = canvas.getContext('2d');
    for (let nth = 0; brush && nth < 600; nth++) {
      brush.fillStyle = `hsl(${nth} 60% 60%)`;
      brush.fillRect((nth * 97) % 1_200, (nth * 61) % 900, 90, 60);
    }
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
    // as text, because Playwright would take seconds for an array of numbers
    return btoa(
      Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) =>
        String.fromCharCode(byte),
      ).join(''),
    );
  });
  const plain = Buffer.from(encoded, 'base64');
  const side = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0];
  const place = [0x88, 0x25, 0, 4, 0, 0, 0, 1, 0, 0, 0, 38];
  const tiff = [
    ...Buffer.from('MM\0*\0\0\0\x08\0\x02', 'latin1'),
    ...side,
    ...place,
    0,
    0,
    0,
    0,
    ...Buffer.from('GPS 48.2N 16.3E'),
  ];
  const exif = [...Buffer.from('Exif\0\0'), ...tiff];
  return Buffer.concat([
    plain.subarray(0, 2),
    Buffer.from([0xff, 0xe1, 0, exif.length + 2, ...exif]),
    plain.subarray(2),
  ]);
}
