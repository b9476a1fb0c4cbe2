import { type AnyEventObject, createActor, createMachine } from 'xstate';
import { expect, test } from 'vitest';
import { secretOf } from '../../../events/account/keys/secret.ts';
import { millis } from '../../../events/core/time.ts';
import { isPreimage, provenHash } from '../../../events/money/payments/preimage.ts';
import { readRecording } from './read-recording.ts';
import { createRecorder } from './recorder.ts';
import { recordingText } from './recording-text.ts';

test('TOOL-02 TRUST-05 secrets and preimages are withheld, and a preimage proves its hash in a replay', () => {
  const recorder = createRecorder(
    () => millis(0),
    millis(0),
    () => undefined,
  );
  const actor = createActor(createMachine({ id: 'any' }), { inspect: recorder.inspect }).start();
  const send = (event: AnyEventObject) => actor.send(event);
  const [secret, preimage] = [secretOf('s'.repeat(64)), '0'.repeat(64)];
  const hash = provenHash(preimage) ?? '';
  send({ type: 'any', secret, hash, given: { preimage, pin: '1234' } });
  send({ type: 'any', preimage: 'no preimage' });
  const again = (level: 'own' | 'shared') => {
    const text = recordingText(recorder.recording(), level);
    // written again, as by a replay that is made smaller
    return recordingText(readRecording(text), level);
  };
  const events = (text: string) => readRecording(text).log.map(({ event }) => event);
  const [own, other] = events(again('own'));
  expect(own).toMatchObject({ hash, given: { preimage, pin: '[kept back]' } });
  expect(own?.['secret'].shape).toEqual(secret.shape);
  expect(other).toEqual({ type: 'any', preimage: '[kept back]' });
  const shared = again('shared');
  for (const needle of [preimage, hash, '1234', 's'.repeat(64)])
    expect(shared).not.toContain(needle);
  const [event] = events(shared);
  expect(isPreimage(event?.['given'].preimage, event?.['hash'])).toBe(true);
  expect(event?.['given'].preimage).toHaveLength(64);
});
