type Draw = (svg: SVGSVGElement | null) => void;

const drawings = new Map<string, Draw>();

/**
 * Stores the drawings of the sprite, by id. Each icon gets a copy of its shapes from here. A
 * `<use>` that refers to a file costs a request and a separate tree. That is more than all other
 * work for the icons of a note.
 */
export function storeIconShapes(sprite: Document): void {
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

/**
 * Returns the function that draws a shape into an icon, the same function each time. `undefined`
 * before the sprite is loaded.
 */
export function iconShape(name: string): Draw | undefined {
  return drawings.get(name);
}
