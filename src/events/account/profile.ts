import type { VerifiedEvent } from '../event.ts';

/** What an account says of itself (kind 0). Missing or malformed fields are empty strings (NOTE-17, INV-ISOLATE). */
export interface Profile {
  readonly pubkey: string;
  readonly name: string;
  readonly displayName: string;
  readonly about: string;
  readonly picture: string;
  readonly banner: string;
  readonly nip05: string;
  readonly website: string;
  readonly lud16: string;
  readonly lud06: string;
  readonly location: string;
  readonly source: VerifiedEvent;
}
