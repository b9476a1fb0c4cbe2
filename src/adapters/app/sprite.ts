/**
 * Fetches the icon sprite. Without it each icon is requested separately. `found` receives the
 * document.
 */
export function fetchSprite(url: string, found: (sprite: Document) => void): void {
  const request = new XMLHttpRequest();
  // parsed by the browser while it loads: no text is turned into markup here (E-12)
  request.responseType = 'document';
  request.addEventListener('load', () => {
    if (request.responseXML) found(request.responseXML);
  });
  request.open('GET', url);
  request.send();
}
