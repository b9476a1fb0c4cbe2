/** Return the words of `failed` for code or data that did not load. */
export function loadCause(): 'screenCause' | 'offline' {
  return navigator.onLine ? 'screenCause' : 'offline';
}
