import { field, isRecord, parseJson } from '../core/json.ts';
import { isHex } from '../core/hex.ts';
import { NO_FIELDS, PROFILE_FIELDS, type ProfileFields } from './profile/profile-fields.ts';

/** Steps of the account creation, in order. The key is made before the last one. */
export const CREATE_STEPS = ['username', 'details', 'follows', 'save'] as const;
export type CreateStepName = (typeof CREATE_STEPS)[number];

/**
 * A new account in the making, kept for a reload of its tab (ACCOUNT-07). It holds no key: one that
 * was made for a picture is lost with its page. The picture is kept beside it and uploaded again.
 * At the last step only the step is kept: the account is stored elsewhere, and its words nowhere.
 */
export interface NewAccountDraft {
  readonly step: CreateStepName;
  readonly fields: ProfileFields;
  readonly follows: readonly string[];
  /** True if a picture was chosen that has to be chosen again. */
  readonly hadPictures: boolean;
}

/** The draft of the last step, which says nothing about the account. */
export const SAVE_DRAFT: NewAccountDraft = {
  step: 'save',
  fields: NO_FIELDS,
  follows: [],
  hadPictures: false,
};

const LONGEST = 10_000;
const MOST_FOLLOWS = 5_000;

export function readNewAccountDraft(text: string | undefined): NewAccountDraft | undefined {
  const value = parseJson(text ?? '');
  if (!isRecord(value)) return undefined;
  const step = CREATE_STEPS.find((one) => one === field(value, 'step'));
  if (step === 'save') return SAVE_DRAFT;
  const [typed, follows] = [field(value, 'fields'), field(value, 'follows')];
  if (!step || !isRecord(typed)) return undefined;
  const known = PROFILE_FIELDS.flatMap((name) => {
    const one = field(typed, name);
    return typeof one === 'string' ? [[name, one.slice(0, LONGEST)]] : [];
  });
  return {
    step,
    fields: { ...NO_FIELDS, ...Object.fromEntries(known), picture: '', banner: '' },
    follows: Array.isArray(follows)
      ? follows.slice(0, MOST_FOLLOWS).filter((one): one is string => isHex(one, 64))
      : [],
    hadPictures: field(value, 'hadPictures') === true,
  };
}

/** Return the text to keep. Addresses of pictures are left out: their key is lost. */
export function writeNewAccountDraft({ fields, ...draft }: NewAccountDraft): string {
  return JSON.stringify({ ...draft, fields: { ...fields, picture: '', banner: '' } });
}
