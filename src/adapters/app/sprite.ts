/** Fetches the drawings of the icons. Without them each icon asks for its own. `found` is given the document. */
export function fetchSprite(url: string, found: (sprite: Document) => void): void {
  const request = new XMLHttpRequest();
  // parsed by the browser on its way: no text is made markup here (E-12)
  request.responseType = 'document';
  request.addEventListener('load', () => {
    if (request.responseXML) found(request.responseXML);
  });
  request.open('GET', url);
  request.send();
}
