/** What is done with an article as a whole, and rarely. */
import { Menu } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useApi } from '../api/api.ts';
import { useSaid } from '../i18n/service/use-service-words.ts';
import { Icon } from '../icons.tsx';
import { useUndo } from '../screens/articles/undo.ts';
import { useListWords } from '../screens/articles/words.ts';
import { articlesAddress } from '../shell/addresses.ts';
import { useIsOnline } from '../shell/connection.tsx';
import { usePerson, useSite } from '../shell/context.ts';
import { isAuthorOnly } from '../shell/rights.ts';
import { useToasts } from '../shell/toasts.tsx';
import { useDiscard } from './discard.ts';
import { Dialog } from './fields.tsx';
import { refreshLists } from './lists.ts';
import { isAheadOfReaders, type Settle, savedOf, usePublication } from './publish.tsx';
import { Returning, useWayBack } from './returning.tsx';
import type { OpenArticle } from './use-article.ts';
import { useEditorWords } from './words.ts';

export function ArticleMenu({ open, settle }: { open: OpenArticle; settle: Settle }) {
  const { menu, publish } = useEditorWords();
  const toasts = useToasts();
  const said = useSaid();
  const complain = (error: Error) => toasts.show(said.error(error));
  const [isAsking, setAsking] = useState(false);
  const isOnline = useIsOnline();
  const isAuthor = isAuthorOnly(usePerson(), useSite().id);
  const remove = useRemoval(open, settle);
  const discard = useDiscard(open, settle);
  const publication = usePublication(open, settle, () => undefined);
  const wayBack = useWayBack(open);
  const [isReturning, setReturning] = useState(false);
  const isPublic = open.article.state === 'published';
  // Authors may not take back what an editor has published.
  if (isPublic && isAuthor) return null;
  return (
    <>
      <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <button aria-label={menu.label} className="icon-button article-menu" title={menu.label} type="button">
            <Icon name="more" />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {isPublic && isAheadOfReaders(open) && (
            <Menu.Item
              disabled={!isOnline || discard.isPending}
              leftSection={<Icon name="undo" />}
              onClick={() => discard.mutate()}
            >
              {menu.discard}
            </Menu.Item>
          )}
          {!isAuthor && (isPublic || open.article.state === 'scheduled') && (
            <Menu.Item
              disabled={!isOnline || publication.isPending}
              leftSection={<Icon name="hidden" />}
              onClick={() => publication.mutate('unpublish', { onError: complain })}
            >
              {isPublic ? publish.unpublish : publish.unschedule}
            </Menu.Item>
          )}
          {wayBack && (
            <Menu.Item
              disabled={!isOnline || publication.isPending}
              leftSection={<Icon name="undo" />}
              onClick={() =>
                wayBack === 'toAuthor' ? setReturning(true) : publication.mutate('takeBack', { onError: complain })
              }
            >
              {menu[wayBack]}
            </Menu.Item>
          )}
          <Menu.Item
            disabled={!isOnline || remove.isPending}
            leftSection={<Icon name="trash" />}
            onClick={() => (isPublic ? setAsking(true) : remove.mutate())}
          >
            {menu.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isReturning && <Returning onClose={() => setReturning(false)} open={open} settle={settle} />}
      {isAsking && (
        <Dialog closeLabel={menu.keep} onClose={() => setAsking(false)} title={menu.deletePublic}>
          <p className="note">{menu.deletePublicHint}</p>
          <div className="dialog-actions">
            <button className="button" onClick={() => setAsking(false)} type="button">
              {menu.keep}
            </button>
            <button
              className="button delete primary"
              disabled={!isOnline || remove.isPending}
              onClick={() => remove.mutate()}
              type="button"
            >
              {menu.delete}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** To the trash, with the last words in it, and back to the list. */
function useRemoval(open: OpenArticle, settle: Settle) {
  const { bulk } = useListWords();
  const { manage } = useApi();
  const site = useSite();
  const queries = useQueryClient();
  const toasts = useToasts();
  const undo = useUndo();
  const [, navigate] = useLocation();
  const said = useSaid();
  return useMutation({
    mutationFn: async () => {
      await settle();
      const saved = savedOf(open);
      await manage.articles.remove(site.id, saved.uid, { ifMatch: saved.version });
      return saved;
    },
    onSuccess: (saved) => {
      const done = [{ uid: saved.uid, status: 204, version: null, state: null }];
      toasts.show(bulk.done.delete(1), undo({ kind: 'delete' }, [saved], done));
      navigate(articlesAddress(site.id));
      void refreshLists(queries, site.id);
    },
    onError: (error) => toasts.show(said.error(error)),
  });
}
