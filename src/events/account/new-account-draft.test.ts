import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readNewAccountDraft, writeNewAccountDraft } from './new-account-draft.ts';
import { NO_FIELDS } from './profile/profile-fields.ts';

const ANN = 'a'.repeat(64);
const draft = {
  step: 'follows',
  fields: { ...NO_FIELDS, name: 'ann', about: 'Hello', picture: 'https://m.example/1.png' },
  follows: [ANN],
  hadPictures: true,
} as const;

test('ACCOUNT-07 a new account in the making survives a reload without its pictures', () => {
  const text = writeNewAccountDraft(draft);
  expect(text).not.toContain('m.example');
  expect(readNewAccountDraft(text)).toEqual({ ...draft, fields: { ...draft.fields, picture: '' } });
});

test('ACCOUNT-07 E-32 of the last step only the step is kept, and nothing of the account is read', () => {
  const text = JSON.stringify({ ...draft, step: 'save', words: 'one two', nsec: 'nsec1' });
  const kept = readNewAccountDraft(text);
  expect(kept).toEqual({ step: 'save', fields: NO_FIELDS, follows: [], hadPictures: false });
  expect(kept && readNewAccountDraft(writeNewAccountDraft(kept))).toEqual(kept);
});

test('ACCOUNT-07 any other text gives no draft, or a sound one', () => {
  expect(readNewAccountDraft(undefined)).toBeUndefined();
  expect(readNewAccountDraft(JSON.stringify({ ...draft, step: 'made' }))).toBeUndefined();
  const strange = { step: 'details', fields: { name: 1, secret: 'nsec1' }, follows: [ANN, 'x', 2] };
  expect(readNewAccountDraft(JSON.stringify(strange))).toEqual({
    step: 'details',
    fields: NO_FIELDS,
    follows: [ANN],
    hadPictures: false,
  });
  fc.assert(fc.property(fc.json(), (text) => void readNewAccountDraft(text)));
});
