/** Names the demo as such, and lets an owner of all sites remove it. */
import { Alert, Button, Modal } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { Demo } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { useWords } from '../../i18n/language.tsx';
import { useSaid } from '../../i18n/service/use-service-words.ts';
import { useConfirmed } from '../../shell/confirm.tsx';
import { usePerson } from '../../shell/context.ts';
import { useToasts } from '../../shell/toasts.tsx';
import { useDemoWords } from './words.ts';

/** How often the progress of a removal is read. */
const ASK_AGAIN = 1_000;

/** With a site: only there. */
export function DemoNote({ siteId }: { siteId?: number }) {
  const words = useDemoWords();
  const { manage } = useApi();
  const { roles } = usePerson();
  const { data: demo } = useQuery({
    queryKey: ['demo'],
    queryFn: async ({ signal }) => (await manage.demo.read({ signal })).demo,
    staleTime: 300_000,
    refetchInterval: ({ state }) => (state.data?.is_being_removed ? ASK_AGAIN : false),
  });
  const isOwner = roles.some(({ site_id, role }) => site_id === null && role === 'owner');
  useEndOf(demo);
  if (!demo || (siteId !== undefined && siteId !== demo.site_id)) return null;
  return (
    <p className="demo-note">
      <span>
        {words.note(demo.site_name)} {!isOwner && words.byOwner}
      </span>
      {isOwner && <Removal demo={demo} />}
    </p>
  );
}

function Removal({ demo }: { demo: Demo }) {
  const words = useDemoWords();
  const { common } = useWords();
  const said = useSaid();
  const { manage } = useApi();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const remove = useConfirmed(
    () => manage.demo.remove(),
    () => queries.invalidateQueries({ queryKey: ['demo'] }),
  );
  const close = () => {
    setAsking(false);
    remove.reset();
  };
  return (
    <>
      <button className="link" onClick={() => setAsking(true)} type="button">
        {demo.is_being_removed ? words.removing : words.remove}
      </button>
      <Modal
        centered
        closeButtonProps={{ 'aria-label': common.close }}
        onClose={close}
        opened={isAsking}
        title={demo.is_being_removed ? words.removing : words.question}
      >
        <div className="form">
          {remove.error && <Alert color="red">{said.error(remove.error)}</Alert>}
          {demo.is_being_removed ? <Progress demo={demo} /> : <Contents demo={demo} />}
          <p className="sheet-actions">
            {!demo.is_being_removed && (
              <Button color="red" loading={remove.isPending} onClick={() => remove.run(undefined)}>
                {words.remove}
              </Button>
            )}
            <Button onClick={close} variant="default">
              {demo.is_being_removed ? common.close : common.cancel}
            </Button>
          </p>
        </div>
      </Modal>
      {remove.dialog}
    </>
  );
}

function Contents({ demo: { site_name, articles, media_items, people } }: { demo: Demo }) {
  const words = useDemoWords();
  return (
    <>
      <p>{words.goes(site_name)}</p>
      <ul className="plain-list">
        <li>{words.articles(articles)}</li>
        <li>{words.files(media_items)}</li>
        <li>{words.campaigns}</li>
        {people > 0 && <li>{words.people(people)}</li>}
      </ul>
      <p>{words.stays}</p>
    </>
  );
}

function Progress({ demo: { articles, media_items } }: { demo: Demo }) {
  const words = useDemoWords();
  return (
    <p role="status">
      {words.left(articles, media_items)} {words.goesOn}
    </p>
  );
}

/** Leaves the site that is gone, and says so. */
function useEndOf(demo: Demo | null | undefined): void {
  const { done } = useDemoWords();
  const queries = useQueryClient();
  const toasts = useToasts();
  const [, navigate] = useLocation();
  const wasRemoved = useRef(false);
  useEffect(() => {
    if (demo) wasRemoved.current = demo.is_being_removed;
    if (demo !== null || !wasRemoved.current) return;
    wasRemoved.current = false;
    toasts.show(done);
    void queries.invalidateQueries({ queryKey: ['people'] });
    void queries.invalidateQueries({ queryKey: ['sites'] }).then(() => navigate('/'));
  }, [demo, done, queries, toasts, navigate]);
}
