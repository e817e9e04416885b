import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useApi } from '../../api/api.ts';
import { Question } from '../../parts/question.tsx';
import { useConfirmed } from '../../shell/confirm.tsx';
import { usePerson, useSite } from '../../shell/context.ts';
import { mayOn } from '../../shell/rights.ts';
import { useToasts } from '../../shell/toasts.tsx';
import { useSettingsWords } from './words.ts';

export function RemoveSite() {
  const { remove: words } = useSettingsWords();
  const { manage } = useApi();
  const site = useSite();
  const person = usePerson();
  const queries = useQueryClient();
  const toasts = useToasts();
  const [, navigate] = useLocation();
  const [isAsking, setAsking] = useState(false);
  const remove = useConfirmed(
    () => manage.sites.remove(site.id),
    async () => {
      toasts.show(words.done(site.name));
      await queries.invalidateQueries({ queryKey: ['sites'] });
      navigate('/');
    },
  );
  const close = () => {
    setAsking(false);
    remove.reset();
  };
  if (!mayOn(person, 'sites', 'write', site.id)) return null;
  return (
    <section className="sheet-part">
      <h2>{words.title}</h2>
      <p className="note">{words.hint}</p>
      <Button color="red" onClick={() => setAsking(true)} variant="default">
        {words.button}
      </Button>
      <Question
        agree={words.button}
        isOpen={isAsking}
        onAgree={() => remove.run(undefined)}
        onClose={close}
        title={words.question(site.name)}
        work={remove}
      >
        <p>{words.warning}</p>
      </Question>
      {remove.dialog}
    </section>
  );
}
