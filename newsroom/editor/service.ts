/** Saves through the management API, and translates its responses into events of the state machine. */

import type { ArticleChange, ManagedArticle } from '../../src/sdk/client.ts';
import { MastheadError } from '../../src/sdk/client.ts';
import type { Api } from '../api/api.ts';
import type { Pause, Problem, Request, Stored } from './save-state.ts';
import type { Answer, ReadAnswer, Service } from './saver.ts';

export interface ServiceOptions {
  api: Api;
  siteId: number;
  uid: string;
  /** The HTML that the sanitiser removed. */
  onRemoved(removed: Problem[]): void;
  /** Who saved in the meantime: `person:1`, and the name. */
  onStale(by: string | null, name: string | null): void;
}

export function articleService({ api, siteId, uid, onRemoved, onStale }: ServiceOptions): Service {
  const { articles } = api.manage;
  async function save({ version, fields, isDeliberate }: Request): Promise<Answer> {
    try {
      const options = { ifMatch: version, ...(isDeliberate ? {} : { autosave: true }) };
      const { article, removed } = await articles.change(siteId, uid, fields as ArticleChange, options);
      if (removed && removed.length > 0) onRemoved(removed);
      return { kind: 'saved', stored: storedOf(article) };
    } catch (error) {
      const answer = answerOf(error);
      if (answer.kind === 'stale' && error instanceof MastheadError) {
        const { changed_by, changed_by_name } = error.body;
        onStale(textOrNull(changed_by), textOrNull(changed_by_name));
      }
      return answer;
    }
  }
  async function read(): Promise<ReadAnswer> {
    try {
      return { kind: 'read', stored: storedOf((await articles.read(siteId, uid)).article) };
    } catch (error) {
      const pause = error instanceof MastheadError ? pauseOf(error.status) : undefined;
      return { kind: pause ?? 'unknown' };
    }
  }
  return { save, read };
}

export function storedOf(article: ManagedArticle): Stored {
  return { version: article.version, fields: { ...article } };
}

function answerOf(error: unknown): Answer {
  if (!(error instanceof MastheadError)) return { kind: 'unknown' };
  const { status, body, attempts, problems, message } = error;
  const pause = pauseOf(status);
  if (pause) return { kind: pause };
  if (status === 429) return { kind: 'busy' };
  // An earlier attempt may have succeeded although its response was lost.
  if (status === 409 && attempts > 1) return { kind: 'unknown' };
  if (status === 409 && 'version' in body) return { kind: 'stale' };
  if (status === 409) return { kind: 'refused', problems: [{ path: takenIn(body), message }] };
  if (status === 422) return { kind: 'refused', problems: [...problems] };
  if (status === 400 || status === 413) return { kind: 'refused', problems: [{ path: '', message }] };
  return { kind: 'unknown' };
}

/** The field whose value another article has; without one, the whole is refused. */
function takenIn({ taken_field: field }: Record<string, unknown>): string {
  return typeof field === 'string' ? `/${field}` : '';
}

function pauseOf(status: number): Pause | undefined {
  return ({ 401: 'signed-out', 403: 'forbidden', 404: 'gone' } as const)[status];
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
