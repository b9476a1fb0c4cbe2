import type { Template } from '../../events/publish/outbox/event-template.ts';

/** A note that a worker is to mine. */
export interface MiningTask {
  readonly template: Template;
  readonly bits: number;
}

export interface MiningReply {
  readonly nonce: string;
}
