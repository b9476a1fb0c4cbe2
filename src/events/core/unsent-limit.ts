/**
 * UTF-16 units of an unsent text that is read back from this device. It is far beyond what can be sent: a text that is too long to send is kept whole
 * until its writer shortens it (INV-NO-LOSS).
 */
export const LONGEST_KEPT = 10_000_000;
