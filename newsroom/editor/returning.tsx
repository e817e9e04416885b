/** Returns a submitted article to its author, with a note. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useApi } from '../api/api.ts';
import { useSaid } from '../i18n/service/use-service-words.ts';
import { usePerson, useSite } from '../shell/context.ts';
import { isAuthorOnly } from '../shell/rights.ts';
import { useToasts } from '../shell/toasts.tsx';
import { OpeningDialog } from './fields.tsx';
import { refreshLists } from './lists.ts';
import { type Settle, savedOf } from './publish.tsx';
import type { OpenArticle } from './use-article.ts';
import { useEditorWords } from './words.ts';

const ReturnDialog = lazy(async () => ({ default: (await import('../screens/inbox/dialogs.tsx')).ReturnDialog }));

/** Whether this person can take the submission back, or return it to its author. Articles of sources are decided in the inbox. */
export function useWayBack({ article }: Pick<OpenArticle, 'article'>): 'takeBack' | 'toAuthor' | undefined {
  const person = usePerson();
  const isAuthor = isAuthorOnly(person, useSite().id);
  if (article.state !== 'pending' || article.source !== 'newsroom') return undefined;
  if (article.created_by === `person:${person.id}`) return 'takeBack';
  return !isAuthor && article.created_by?.startsWith('person:') ? 'toAuthor' : undefined;
}

interface ReturningProps {
  open: OpenArticle;
  settle: Settle;
  onClose(): void;
}

export function Returning({ open, settle, onClose }: ReturningProps) {
  const { menu, publish } = useEditorWords();
  const { manage } = useApi();
  const site = useSite();
  const queries = useQueryClient();
  const toasts = useToasts();
  const said = useSaid();
  const complain = (error: Error) => toasts.show(said.error(error));
  const { uid, title } = open.article;
  const look = async () => {
    await open.saver.look();
    void refreshLists(queries, site.id);
  };
  const back = useMutation({
    mutationFn: async (note: string) => {
      await settle();
      const ifMatch = savedOf(open).version;
      await manage.pendingArticles.decide(site.id, uid, { outcome: 'returned', ...(note && { note }) }, { ifMatch });
      await look();
    },
    onSuccess: () => {
      const undo = async () => {
        await manage.pendingArticles.withdrawDecision(site.id, uid);
        await look();
        toasts.show(publish.undone, undefined, uid);
      };
      toasts.show(menu.returned(title), { label: publish.undo, run: () => void undo().catch(complain) }, uid);
      onClose();
    },
    onError: complain,
  });
  return (
    <Suspense fallback={<OpeningDialog />}>
      <ReturnDialog onClose={onClose} onReturn={(note) => !back.isPending && back.mutate(note)} />
    </Suspense>
  );
}
