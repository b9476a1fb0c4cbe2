import type { Template } from '../../events/publish/outbox/event-template.ts';

/** A note for a worker to mine. */
export interface MiningTask {
  readonly template: Template;
  readonly bits: number;
}

export interface MiningReply {
  readonly nonce: string;
}
