/** The name and the cap of an account, and a new token for one that was pasted. */
import { Alert, Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { NetworkAccountChange } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { LeaveGuard } from '../../parts/leave-guard.tsx';
import { useProblems } from '../../shell/problems.ts';
import { useToasts } from '../../shell/toasts.tsx';
import { BLANK, CommonFields, type Fields, sentFields, sentToken, TokenFields } from './account-fields.tsx';
import { accountsKey, type ReadAccount } from './queries.ts';
import { useAccountWords } from './words.ts';

const PATHS = ['/name', '/server', '/monthly_cap', '/external_id', '/token'];

const fieldsOf = ({ account }: ReadAccount): Fields => ({
  ...BLANK,
  ...{ name: account.name, server: account.server ?? '', external_id: account.external_id ?? '' },
  cap: account.monthly_cap === null ? null : account.monthly_cap / 100,
});

export function AccountSettings({ read }: { read: ReadAccount }) {
  const words = useAccountWords();
  const { restOf } = useProblems();
  const { network } = read.account;
  // What others saved meanwhile is refused by the version of then.
  const [base, setBase] = useState(read);
  const [fields, setFields] = useState(() => fieldsOf(read));
  const [isPasting, setPasting] = useState(false);
  const isElsewhere = base.account.has_token && fields.server !== (base.account.server ?? '');
  const hasTokenFields = isPasting || isElsewhere;
  const isChanged = JSON.stringify(fields) !== JSON.stringify(fieldsOf(base));
  const save = useSaving(base, (saved) => {
    setBase(saved);
    setFields(fieldsOf(saved));
    setPasting(false);
  });
  const rest = restOf(save.error, PATHS);
  const shared = {
    ...{ network, value: fields, error: save.error },
    onChange: (changed: Partial<Fields>) => setFields((before) => ({ ...before, ...changed })),
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const token = hasTokenFields ? sentToken(network, fields) : {};
    if (isChanged) save.mutate({ ...sentFields(network, fields), ...token });
  };
  return (
    <section className="sheet-part">
      <h2>{words.settings}</h2>
      <form className="form account-form" noValidate onSubmit={submit}>
        {rest && <Alert color="red">{rest}</Alert>}
        <CommonFields {...shared} />
        {hasTokenFields ? (
          <TokenFields {...shared} />
        ) : (
          <button className="link" onClick={() => setPasting(true)} type="button">
            {words.newToken}
          </button>
        )}
        <Button disabled={!isChanged} loading={save.isPending} type="submit">
          {words.save}
        </Button>
      </form>
      <LeaveGuard isDirty={isChanged && !save.isPending} />
    </section>
  );
}

function useSaving({ account: { id, site_id }, etag }: ReadAccount, onSaved: (read: ReadAccount) => void) {
  const words = useAccountWords();
  const { manage } = useApi();
  const queries = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: (change: NetworkAccountChange) => manage.networkAccounts.change(site_id, id, change, { ifMatch: etag }),
    onSuccess: ({ network_account, etag: saved }) => {
      toasts.show(words.saved);
      onSaved({ account: network_account, etag: saved });
      void queries.invalidateQueries({ queryKey: accountsKey(site_id) });
    },
  });
}
