import { readNoteParam } from '../../events/account/route-param.ts';
import type { Question } from '../../events/connection/question.ts';
import { threadQuery } from '../../events/reading/thread-query.ts';
import type { ScreenParams } from '../app/screens.ts';

/** The note or the article that a path names, with its replies. */
export function threadAsks({ id = '' }: ScreenParams, viewer: string): readonly Question[] {
  const target = readNoteParam(id);
  return target ? [threadQuery(target, viewer)] : [];
}
