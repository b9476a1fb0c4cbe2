const EXTENSIONS: readonly (readonly [mime: string, extension: string])[] = [
  ['image/png', 'png'],
  ['image/apng', 'apng'],
  ['image/jpeg', 'jpg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['image/svg+xml', 'svg'],
  ['image/avif', 'avif'],
  ['image/heic', 'heic'],
  ['image/heif', 'heif'],
  ['image/jxl', 'jxl'],
  ['image/bmp', 'bmp'],
  ['image/tiff', 'tiff'],
  ['video/mp4', 'mp4'],
  ['video/webm', 'webm'],
  ['video/ogg', 'ogv'],
  ['video/quicktime', 'mov'],
  ['video/x-m4v', 'm4v'],
  ['video/x-matroska', 'mkv'],
  ['video/x-msvideo', 'avi'],
  ['video/mpeg', 'mpeg'],
  ['video/3gpp', '3gp'],
  ['audio/mpeg', 'mp3'],
  ['audio/mp4', 'm4a'],
  ['audio/x-m4a', 'm4a'],
  ['audio/aac', 'aac'],
  ['audio/ogg', 'ogg'],
  ['audio/opus', 'opus'],
  ['audio/flac', 'flac'],
  ['audio/wav', 'wav'],
  ['audio/webm', 'weba'],
];

const BY_TYPE: ReadonlyMap<string, string> = new Map(EXTENSIONS);
// If two types have the same extension, the first counts.
const BY_EXTENSION: ReadonlyMap<string, string> = new Map(
  EXTENSIONS.toReversed().map(([mime, extension]) => [extension, mime]),
);

/**
 * Return the extension of a picture, video or sound, without the dot, or `undefined` for types that
 * users may not upload.
 */
export function extensionOf(mime: string): string | undefined {
  return BY_TYPE.get(mime);
}

/**
 * Return the type in a Content-Type header, in lower case without parameters, if users may upload
 * it: a picture, video or sound (MEDIA-01).
 */
export function keptType(header: string | undefined): string | undefined {
  const mime = (header ?? '').split(';', 1)[0]!.trim().toLowerCase();
  return BY_TYPE.has(mime) ? mime : undefined;
}

/** Return the type of the extension in an address. */
export function typeByPath(path: string): string | undefined {
  const dot = path.lastIndexOf('.');
  const extension = path.slice(dot + 1).toLowerCase();
  return dot < 0 ? undefined : BY_EXTENSION.get(extension === 'jpeg' ? 'jpg' : extension);
}
