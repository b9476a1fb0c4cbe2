/** Encode bytes as base64 with padding (RFC 4648, 4). */
export function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/**
 * Decode base64 with padding; `undefined` for everything else, including white space and missing
 * padding.
 */
export function base64Bytes(text: string): Uint8Array | undefined {
  const size = base64Size(text);
  if (size === undefined) return undefined;
  const binary = atob(text);
  const bytes = new Uint8Array(size);
  for (let i = 0; i < size; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/**
 * Return the number of bytes in a base64 text without decoding it; `undefined` if the text is not
 * base64.
 */
export function base64Size(text: string): number | undefined {
  if (text.length % 4 !== 0) return undefined;
  let end = text.length;
  while (end > text.length - 2 && text[end - 1] === '=') end--;
  for (let i = 0; i < end; i++) if (!isSign(text.charCodeAt(i))) return undefined;
  return (text.length / 4) * 3 - (text.length - end);
}

function isSign(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 47 && code <= 57) ||
    code === 43
  );
}
