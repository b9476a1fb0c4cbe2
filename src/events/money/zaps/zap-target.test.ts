import { expect, test } from 'vitest';
import { KIND } from '../../nostr/kinds.ts';
import { zapTargetKind } from './zap-target.ts';

const pubkey = 'a'.repeat(64);

test('ZAP-01 BEYOND-06 a payment is named after the kind of its target, such as an article, or the person', () => {
  const id = 'b'.repeat(64);
  expect(
    [
      KIND.Text,
      KIND.Comment,
      KIND.LongForm,
      KIND.Dvm,
      KIND.ZapPoll,
      KIND.ShortVideo,
      KIND.Tier,
      12_345,
      undefined,
    ].map((kind) => zapTargetKind({ pubkey, id, kind })),
  ).toEqual([
    'note',
    'comment',
    'article',
    'feed',
    'poll',
    'video',
    'subscription',
    'other',
    'other',
  ]);
  expect(zapTargetKind({ pubkey, address: `30023:${pubkey}:tea` })).toBe('article');
  expect([
    zapTargetKind({ pubkey, address: 'nothing' }),
    zapTargetKind({ pubkey, kind: KIND.Metadata }),
  ]).toEqual(['other', undefined]);
});

test('ZAP-01 each kind of event has its name', () => {
  const id = 'b'.repeat(64);
  const named = {
    poll: [KIND.Poll, KIND.ZapPoll],
    picture: [KIND.Image],
    video: [KIND.VideoPost, KIND.ShortVideoPost, KIND.Video, KIND.ShortVideo],
    stream: [KIND.LiveEvent],
    highlight: [KIND.Highlight],
    goal: [KIND.ZapGoal],
    subscription: [KIND.Subscribe, KIND.Tier],
  };
  for (const [name, kinds] of Object.entries(named))
    expect(kinds.map((kind) => zapTargetKind({ pubkey, id, kind }))).toEqual(kinds.map(() => name));
});
