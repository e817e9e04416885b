/** The end of an account: disconnecting it says what stops, and deleting it needs that nothing uses it. */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import type { NetworkAccount } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { Question } from '../../parts/question.tsx';
import { nounAddress } from '../../shell/addresses.ts';
import { useToasts } from '../../shell/toasts.tsx';
import { accountsKey, type ReadAccount } from './queries.ts';
import { useAccountWords } from './words.ts';

export function Disconnection({ account }: { account: NetworkAccount }) {
  const { disconnect: words } = useAccountWords();
  const { manage } = useApi();
  const { id, site_id, name, sources } = account;
  const queries = useQueryClient();
  const toasts = useToasts();
  const disconnect = useMutation({
    mutationFn: () => manage.networkAccounts.disconnect(site_id, id),
    onSuccess: () => {
      toasts.show(words.done);
      void queries.invalidateQueries({ queryKey: accountsKey(site_id) });
      void queries.invalidateQueries({ queryKey: ['sources', site_id] });
    },
  });
  const active = sources.filter((source) => source.active);
  return (
    <Ending question={words.question(name)} work={disconnect} words={words}>
      {active.length === 0 ? (
        <p>{words.nothing}</p>
      ) : (
        <>
          <p>{words.stops}</p>
          <ul className="problem-list">
            {active.map((source) => (
              <li key={source.id}>{source.name}</li>
            ))}
          </ul>
        </>
      )}
      <p className="note">{words.stays}</p>
    </Ending>
  );
}

export function Removal({ read: { account, etag } }: { read: ReadAccount }) {
  const { remove: words } = useAccountWords();
  const { manage } = useApi();
  const { id, site_id, name, sources } = account;
  const queries = useQueryClient();
  const toasts = useToasts();
  const [, navigate] = useLocation();
  const remove = useMutation({
    mutationFn: () => manage.networkAccounts.remove(site_id, id, { ifMatch: etag }),
    onSuccess: () => {
      toasts.show(words.done);
      navigate(nounAddress(site_id, 'accounts'));
      queries.removeQueries({ queryKey: ['accounts', site_id, id] });
      void queries.invalidateQueries({ queryKey: accountsKey(site_id) });
    },
  });
  const isUsed = sources.length > 0;
  return (
    <Ending
      isDisabled={isUsed}
      question={words.question(name)}
      work={remove}
      words={{ ...words, hint: isUsed ? words.used : words.hint }}
    >
      <p>{words.hint}</p>
    </Ending>
  );
}

interface EndingProps {
  words: { title: string; hint: string; button: string };
  question: string;
  work: { mutate(): void; isPending: boolean; isSuccess: boolean; error: Error | null; reset(): void };
  isDisabled?: boolean;
  children: ReactNode;
}

/** A part of the page with a button, which asks once. */
function Ending({ words, question, work, isDisabled = false, children }: EndingProps) {
  const [isAsking, setAsking] = useState(false);
  const close = () => {
    setAsking(false);
    work.reset();
  };
  return (
    <section className="sheet-part">
      <h2>{words.title}</h2>
      <p className="note">{words.hint}</p>
      <Button color="red" disabled={isDisabled} onClick={() => setAsking(true)} variant="default">
        {words.button}
      </Button>
      <Question
        agree={words.button}
        isOpen={isAsking && !work.isSuccess}
        onAgree={() => work.mutate()}
        onClose={close}
        title={question}
        work={work}
      >
        {children}
      </Question>
    </section>
  );
}
