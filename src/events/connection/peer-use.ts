export const PEER_USES = ['wallet', 'signer', 'pairing', 'device'] as const;

/** The purpose of a peer connection, as Network shows it. */
export type PeerUse = (typeof PEER_USES)[number];
