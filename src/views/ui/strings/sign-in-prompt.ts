import { words } from '../strings.ts';

export const signInPromptEnglish = { title: 'Sign in to like, reply and follow' };

/**
 * The words of the sign-in prompt for visitors who want to act, loaded with its code (ACCESS-05).
 */
export const useSignInPromptStrings = words('signInPrompt', signInPromptEnglish);
