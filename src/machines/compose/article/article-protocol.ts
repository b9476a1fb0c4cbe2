import type { ArticleText } from '../../../events/compose/article/article-edit.ts';
import type { ArticleVersion, ArticleVersions } from '../../../events/compose/article/article-versions.ts';
import type { Millis, Seconds } from '../../../events/core/time.ts';

/** Versions by id, each as far as it was, in milliseconds. */
export type Until = Readonly<Record<string, number>>;

/**
 * What the keeper of articles in the making is told, and what it reports. `hurry`: the page may go at any moment. `drop`: these
 * versions go, as far as they were. `told`: another tab kept that version;
 * `gone`: another tab dropped that draft; `flush`: the page may go at any moment; `kept`: the disk has these, as far as they were then.
 */
export type ArticlesCommand =
  | { type: 'articles.keep'; draft: string; version: ArticleVersion; hurry?: true }
  | { type: 'articles.drop'; draft: string; until: Until };
export type ArticlesSignal =
  | { type: 'articles.found'; drafts: ReadonlyMap<string, ArticleVersions> }
  | { type: 'articles.told'; draft: string; version: ArticleVersion }
  | { type: 'articles.gone'; draft: string; until: Until }
  | { type: 'articles.flush' }
  | { type: 'articles.unkept'; reason: 'full' | 'blocked' }
  | { type: 'articles.kept'; draft: string; until: Until };

/** What a person may want of an article in the making. `isFree`: see `newIdentifier`. */
export type ArticleOrder =
  | { type: 'article.write'; text: ArticleText; now: Millis }
  /** Goes on with the text of a version that is there. */
  | { type: 'article.restore'; id: string; now: Millis }
  /** The other versions were seen; one's own stays. */
  | { type: 'article.stay'; now: Millis }
  /** Opens what is encrypted, though the signer has to ask a person. */
  | { type: 'article.unseal' }
  | { type: 'article.look' }
  /** The text goes on as a version of the article that another device made of it. */
  | { type: 'article.adopt'; now: Seconds }
  /** It becomes an article of its own all the same. */
  | { type: 'article.apart' }
  /** Saves it on relays, though the signer has to ask a person. */
  | { type: 'article.save' }
  /** What would be published is looked at. `chance`: random letters and digits. */
  | { type: 'article.review'; chance: string }
  | { type: 'article.back' }
  /** `note`: one about it is posted once somebody has accepted it. */
  | { type: 'article.publish'; now: Seconds; client: string | undefined; note: boolean }
  | { type: 'article.retry'; now: Seconds }
  /** Back to the text of what failed. */
  | { type: 'article.edit' };

/** Told to the article that is open by who keeps all of them. */
export type ArticleNews =
  | { type: 'article.told'; version: ArticleVersion }
  | { type: 'article.gone'; until: Until }
  | { type: 'article.kept'; until: Until }
  | { type: 'article.flush' };

/** Told by it: the draft goes. `article`: the identifier of the article that came of it. */
export interface ArticleRemoval {
  readonly type: 'articleEdit.remove';
  readonly draft: string;
  readonly now: Seconds;
  readonly article?: string;
}

/** Told by it: the text goes on as a version of the article that came of the draft. The draft goes once the disk has that version. */
export interface ArticleMove {
  readonly type: 'articleEdit.move';
  readonly version: ArticleVersion;
  readonly to: string;
  readonly removal: ArticleRemoval;
}

/** Told by it: a version is to be kept. */
export type ArticleReport = { type: 'articleEdit.keep'; draft: string; version: ArticleVersion; hurry?: true };
