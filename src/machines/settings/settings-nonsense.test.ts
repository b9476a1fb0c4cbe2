import fc from 'fast-check';
import { enqueueActions } from 'xstate';
import { expect, test } from 'vitest';
import { runs } from '../../../tests/support/runs.ts';
import { ME, startSync, stored } from '../../../tests/support/settings/settings-sync-world.ts';
import { pressed } from '../../events/nostr/ours.ts';
import { isTheme, type Theme, THEMES } from '../../events/settings/appearance.ts';
import type { SignedRequestOutcome } from '../account/signing/signed-request.machine.ts';
import { settingsSyncMachine } from './settings-sync.machine.ts';

type Step = typeof ACTS extends fc.Arbitrary<Array<infer One>> ? One : never;

/**
 * Steps: a service that answers nonsense, late, never or with an error, while the user changes
 * settings. Nothing was saved before.
 */
const ACTS = fc.array(
  fc.oneof(
    fc.record({ act: fc.constant('choose' as const), theme: fc.constantFrom(...THEMES) }),
    fc.record({
      act: fc.constant('wait' as const),
      ms: fc.constantFrom(100, 1_000, 20_000, 120_000),
    }),
    fc.record({
      act: fc.constant('answer' as const),
      content: fc.oneof(
        fc.string(),
        fc.json(),
        fc
          .record({
            theme: fc.oneof(fc.constantFrom(...THEMES, 'plaid'), fc.jsonValue()),
            animated: fc.jsonValue(),
          })
          .map((one) => JSON.stringify(one)),
      ),
      isSigned: fc.boolean(),
    }),
    fc.record({ act: fc.constant('refuse' as const) }),
  ),
  { maxLength: 25 },
);

/** Return the violations found while the steps are played. */
function playNonsense(acts: readonly Step[], machine = settingsSyncMachine) {
  const world = startSync(true, true, 'settings', machine);
  const faults: string[] = [];
  let chosen: Theme | undefined;
  let heard = 0;
  for (const one of acts) {
    if (one.act === 'choose') {
      chosen = one.theme;
      world.change({ theme: one.theme });
    } else if (one.act === 'wait') world.wait(one.ms);
    world.settle();
    if (world.verbs().includes('get_app_settings')) {
      if (one.act === 'answer' && one.isSigned)
        world.bus.answer({ events: [stored(one.content)] }, 'get_app_settings');
      else if (one.act === 'answer')
        world.bus.answer(
          {
            claims: [
              { claim: 'other', kind: 30_078, content: { pubkey: ME, content: one.content } },
            ],
          },
          'get_app_settings',
        );
      else if (one.act === 'refuse') world.bus.refuse('get_app_settings');
    }
    if (world.verbs().includes('set_app_settings') && one.act === 'refuse')
      world.bus.refuse('set_app_settings');
    const adopted = world.adopted();
    for (const { theme } of adopted.slice(heard)) {
      if (theme !== undefined && !isTheme(theme)) faults.push('what is no theme was taken over');
      if (chosen !== undefined && theme !== undefined && theme !== chosen)
        faults.push('what a person chose was overwritten');
    }
    heard = adopted.length;
  }
  world.actor.stop();
  return faults;
}

test("E-60 SETTINGS-01 SETTINGS-03 a service with nonsense, late or no answers keeps the user's choices", () => {
  fc.assert(
    fc.property(ACTS, (acts) => {
      expect(playNonsense(acts)).toEqual([]);
    }),
    { numRuns: runs(200) },
  );
});

test('E-60 a device that adopts every response is caught (planted)', () => {
  const naive = settingsSyncMachine.provide({
    actions: {
      learn: enqueueActions(({ enqueue }, { outcome }: { outcome: SignedRequestOutcome }) => {
        const event = outcome.ok ? outcome.answer.events[0] : undefined;
        enqueue.assign({ base: { by: 'account', content: pressed(event?.content ?? '{}') } });
        if (event)
          enqueue.sendTo('local', { type: 'local.adopt', change: JSON.parse(event.content) });
      }),
    },
  });
  const acts = [
    { act: 'wait', ms: 1_000 },
    { act: 'choose', theme: 'ice' },
    { act: 'answer', content: '{"theme":"sunset"}', isSigned: true },
  ] as const;
  expect(playNonsense(acts)).toEqual([]);
  expect(playNonsense(acts, naive)).toEqual(['what a person chose was overwritten']);
});
