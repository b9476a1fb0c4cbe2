type Draw = (svg: SVGSVGElement | null) => void;

const drawings = new Map<string, Draw>();

/**
 * Keeps the drawings of the sprite, by id. An icon has its shapes copied into it from here: of a `<use>` that points into a file a browser makes
 * a request and a tree of its own, which costs a row of notes more than all the rest of its icons.
 */
export function keepDrawings(sprite: Document): void {
  for (const symbol of sprite.querySelectorAll('symbol')) {
    const { id } = symbol;
    const viewBox = symbol.getAttribute('viewBox') ?? '';
    const shapes = document.createDocumentFragment();
    shapes.append(...symbol.children);
    drawings.set(id, (svg) => {
      svg?.setAttribute('viewBox', viewBox);
      svg?.replaceChildren(shapes.cloneNode(true));
    });
  }
}

/** What draws one into the icon that refers to it, the same one each time; undefined before the sprite has come. */
export function drawing(name: string): Draw | undefined {
  return drawings.get(name);
}
