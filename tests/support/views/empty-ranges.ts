/** Give ranges of text empty boxes: jsdom has none, and the rich editor measures them. */
export function emptyRanges(): void {
  Range.prototype.getClientRects = () => Object.assign([], { item: () => null });
  Range.prototype.getBoundingClientRect = () => new DOMRect();
}
