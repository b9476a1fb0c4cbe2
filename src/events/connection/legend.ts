/** The colours that a patron of the provider can choose (PROFILE-11). */
export const LEGEND_STYLES = [
  'GOLD',
  'AQUA',
  'SILVER',
  'PURPLE',
  'PURPLEHAZE',
  'TEAL',
  'BROWN',
  'BLUE',
  'SUNFIRE',
] as const;

export type LegendStyle = (typeof LEGEND_STYLES)[number];

/** Return the value if it is exactly one of the styles; otherwise `undefined`. */
export function readLegendStyle(value: unknown): LegendStyle | undefined {
  return LEGEND_STYLES.find((style) => style === value);
}
