import type { Template } from '../../events/publish/outbox/event-template.ts';

export interface MiningTask {
  readonly template: Template;
  readonly bits: number;
}

export interface MiningReply {
  readonly nonce: string;
}
