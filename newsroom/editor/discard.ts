/** Discards unpublished changes: the article has the text again that readers see. Undo brings the changes back. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ManagedArticle } from '../../src/sdk/client.ts';
import { useApi } from '../api/api.ts';
import { useSaid } from '../i18n/service/use-service-words.ts';
import { useSite } from '../shell/context.ts';
import { useToasts } from '../shell/toasts.tsx';
import { refreshLists } from './lists.ts';
import { type Settle, savedOf } from './publish.tsx';
import { storedOf } from './service.ts';
import type { OpenArticle } from './use-article.ts';
import { useEditorWords } from './words.ts';

export function useDiscard(open: OpenArticle, settle: Settle) {
  const { menu, publish } = useEditorWords();
  const { manage } = useApi();
  const site = useSite();
  const queries = useQueryClient();
  const toasts = useToasts();
  const said = useSaid();
  const complain = (error: Error) => toasts.show(said.error(error));
  const { uid } = open.article;
  const show = async (article: ManagedArticle) => {
    await open.saver.adopt(storedOf(article));
    open.onBody.current(String(open.saver.state().mine.body ?? article.body));
    void refreshLists(queries, site.id);
  };
  return useMutation({
    mutationFn: async () => {
      // On purpose: the changes are a revision of their own.
      await settle('on purpose');
      const { version } = savedOf(open);
      const { article } = await manage.articles.discard(site.id, uid, { ifMatch: version });
      await show(article);
      return version;
    },
    onSuccess: (version) => {
      const undo = async () => {
        await settle();
        const ifMatch = savedOf(open).version;
        await show((await manage.revisions.restore(site.id, uid, version, { ifMatch })).article);
        toasts.show(publish.undone, undefined, uid);
      };
      toasts.show(menu.discarded, { label: publish.undo, run: () => void undo().catch(complain) }, uid);
    },
    onError: complain,
  });
}
