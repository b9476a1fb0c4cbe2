/**
 * Types of fetched files that a page may show. None of them can contain a script or addresses of
 * other files, as drawings (SVG) and playlists can.
 */
const SHOWN: Readonly<Record<string, 'image' | 'video' | 'audio'>> = {
  'image/jpeg': 'image',
  'image/jpg': 'image',
  'image/png': 'image',
  'image/apng': 'image',
  'image/gif': 'image',
  'image/webp': 'image',
  'image/avif': 'image',
  'image/bmp': 'image',
  'video/mp4': 'video',
  'video/webm': 'video',
  'video/ogg': 'video',
  'video/quicktime': 'video',
  'video/x-m4v': 'video',
  'video/x-matroska': 'video',
  'audio/mpeg': 'audio',
  'audio/mp3': 'audio',
  'audio/mp4': 'audio',
  'audio/x-m4a': 'audio',
  'audio/aac': 'audio',
  'audio/flac': 'audio',
  'audio/ogg': 'audio',
  'audio/opus': 'audio',
  'audio/webm': 'audio',
  'audio/wav': 'audio',
  'audio/wave': 'audio',
  'audio/x-wav': 'audio',
};

/** Return how a file of this type is shown; `download`: it is only offered as a download. */
export function shownAs(type: string): 'image' | 'video' | 'audio' | 'download' {
  return Object.hasOwn(SHOWN, type) ? (SHOWN[type] ?? 'download') : 'download';
}
