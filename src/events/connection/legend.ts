/** The colours that a patron of the provider can choose (PROFILE-11). */
export const LEGEND_STYLES = ['GOLD', 'AQUA', 'SILVER', 'PURPLE', 'PURPLEHAZE', 'TEAL', 'BROWN', 'BLUE', 'SUNFIRE'] as const;

export type LegendStyle = (typeof LEGEND_STYLES)[number];

/** Exactly one of the styles; anything else is none. */
export function readLegendStyle(value: unknown): LegendStyle | undefined {
  return LEGEND_STYLES.find((style) => style === value);
}
