/** The bytes as base64 with padding (RFC 4648, 4). */
export function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** The bytes of base64 with padding; undefined for everything else, also for white space and a missing padding. */
export function base64Bytes(text: string): Uint8Array | undefined {
  const size = base64Size(text);
  if (size === undefined) return undefined;
  const binary = atob(text);
  const bytes = new Uint8Array(size);
  for (let i = 0; i < size; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** How many bytes a base64 text stands for, without decoding it; undefined where it is none. */
export function base64Size(text: string): number | undefined {
  if (text.length % 4 !== 0) return undefined;
  let end = text.length;
  while (end > text.length - 2 && text[end - 1] === '=') end--;
  for (let i = 0; i < end; i++) if (!isSign(text.charCodeAt(i))) return undefined;
  return (text.length / 4) * 3 - (text.length - end);
}

function isSign(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 47 && code <= 57) || code === 43;
}
