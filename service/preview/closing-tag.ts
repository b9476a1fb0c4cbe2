const CLOSINGS = { script: /<\/script/gi, style: /<\/style/gi, noscript: /<\/noscript/gi };

/** Return where an element ends whose content is no markup. */
export function closingOf(
  html: string,
  name: keyof typeof CLOSINGS,
  from: number,
): number | undefined {
  const closing = CLOSINGS[name];
  closing.lastIndex = from;
  return closing.exec(html)?.index;
}
