import type { ArticleText } from '../../../events/compose/article/article-edit.ts';
import type {
  ArticleVersion,
  ArticleVersions,
} from '../../../events/compose/article/article-versions.ts';
import type { Millis, Seconds } from '../../../events/core/time.ts';

/** Versions by id, with the time of their state in milliseconds. */
export type Until = Readonly<Record<string, number>>;

/**
 * Commands and signals of the store of article drafts. `hurry`: the page may close at any moment.
 * `drop`: remove these versions up to these states. `told`: another tab stored that version.
 * `gone`: another tab removed that draft. `flush`: the page may close. `kept`: the disk has stored
 * these states.
 */
export type ArticlesCommand =
  | { type: 'articles.keep'; draft: string; version: ArticleVersion; hurry?: true }
  | { type: 'articles.drop'; draft: string; until: Until };
export type ArticlesSignal =
  | { type: 'articles.found'; drafts: ReadonlyMap<string, ArticleVersions> }
  | { type: 'articles.updated'; draft: string; version: ArticleVersion }
  | { type: 'articles.removed'; draft: string; until: Until }
  | { type: 'articles.flush' }
  | { type: 'articles.writeFailed'; reason: 'full' | 'blocked' }
  | { type: 'articles.kept'; draft: string; until: Until };

/** Orders of the user for an article draft. `isFree`: see `newIdentifier`. */
export type ArticleOrder =
  | { type: 'article.write'; text: ArticleText; now: Millis }
  /** Continues with the text of an existing version. */
  | { type: 'article.restore'; id: string; now: Millis }
  /** Keeps the own text and marks the other versions as seen. */
  | { type: 'article.cancelLeave'; now: Millis }
  /** Decrypts drafts, even if the signer prompts the user. */
  | { type: 'article.unseal' }
  | { type: 'article.load' }
  /** Continues the text as a version of the article that another device published. */
  | { type: 'article.adopt'; now: Seconds }
  /** Publishes it as a separate article nevertheless. */
  | { type: 'article.keepSeparate' }
  /** Saves it on relays, even if the signer prompts the user. */
  | { type: 'article.save' }
  /** Opens the review before publishing. `chance`: random letters and digits. */
  | { type: 'article.review'; chance: string }
  | { type: 'article.closeReview' }
  /** `note`: post a note about the article after it is accepted. */
  | { type: 'article.publish'; now: Seconds; client: string | undefined; note: boolean }
  | { type: 'article.retry'; now: Seconds }
  /** Returns to the text of a failed publication. */
  | { type: 'article.edit' };

/** Sent to the open editor by its parent, the owner of all drafts. */
export type ArticleNews =
  | { type: 'article.updated'; version: ArticleVersion }
  | { type: 'article.removed'; until: Until }
  | { type: 'article.kept'; until: Until }
  | { type: 'article.flush' };

/** Sent by the editor: remove the draft. `article`: identifier of the resulting article. */
export interface ArticleRemoval {
  readonly type: 'articleEdit.remove';
  readonly draft: string;
  readonly now: Seconds;
  readonly article?: string;
}

/**
 * Sent by the editor: continue the text as a version of the draft's article. The draft is removed
 * once the disk has stored that version.
 */
export interface ArticleMove {
  readonly type: 'articleEdit.move';
  readonly version: ArticleVersion;
  readonly to: string;
  readonly removal: ArticleRemoval;
}

/** Sent by the editor: store a version. */
export type ArticleReport = {
  type: 'articleEdit.keep';
  draft: string;
  version: ArticleVersion;
  hurry?: true;
};
