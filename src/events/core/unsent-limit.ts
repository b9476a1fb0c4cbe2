/**
 * Maximum UTF-16 units of an unsent text that is read back from this device. This is far more than
 * can be sent: a text that is too long to send is kept whole until its author shortens it
 * (INV-NO-LOSS).
 */
export const MAX_UNSENT_LENGTH = 10_000_000;
