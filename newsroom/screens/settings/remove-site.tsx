import { Alert, Button, Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useApi } from '../../api/api.ts';
import { useWords } from '../../i18n/language.tsx';
import { useSaid } from '../../i18n/service/use-service-words.ts';
import { useConfirmed } from '../../shell/confirm.tsx';
import { usePerson, useSite } from '../../shell/context.ts';
import { mayOn } from '../../shell/rights.ts';
import { useToasts } from '../../shell/toasts.tsx';
import { useSettingsWords } from './words.ts';

export function RemoveSite() {
  const said = useSaid();
  const { remove: words } = useSettingsWords();
  const { common } = useWords();
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
      <Modal
        centered
        closeButtonProps={{ 'aria-label': common.close }}
        onClose={close}
        opened={isAsking}
        title={words.question(site.name)}
      >
        <div className="form">
          {remove.error && <Alert color="red">{said.error(remove.error)}</Alert>}
          <p>{words.warning}</p>
          <p className="sheet-actions">
            <Button color="red" loading={remove.isPending} onClick={() => remove.run(undefined)}>
              {words.button}
            </Button>
            <Button onClick={close} variant="default">
              {common.cancel}
            </Button>
          </p>
        </div>
      </Modal>
      {remove.dialog}
    </section>
  );
}
