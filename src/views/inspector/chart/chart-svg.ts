/** Presentation attributes of SVG that the style sheet sets. */
const LOOK = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
];

/**
 * Return a picture of the page as an SVG file, which looks the same without a style sheet. Its size
 * is that without zoom.
 */
export function svgFile(picture: SVGSVGElement): string {
  const copy = picture.ownerDocument.importNode(picture, true);
  const [shown, copied] = [picture, copy].map((one) => [one, ...one.querySelectorAll('*')]);
  for (const [at, one] of (shown ?? []).entries()) {
    const style = getComputedStyle(one);
    copied?.[at]?.removeAttribute('class');
    for (const name of LOOK) {
      const value = style.getPropertyValue(name);
      if (value !== '') copied?.[at]?.setAttribute(name, value);
    }
  }
  const [, , width = '', height = ''] = picture.getAttribute('viewBox')?.split(' ') ?? [];
  copy.setAttribute('width', width);
  copy.setAttribute('height', height);
  return new XMLSerializer().serializeToString(copy);
}
