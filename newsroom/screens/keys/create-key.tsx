import { Alert, Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import type { CreatedApiKey, NewApiKey } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { ChoiceField } from '../../editor/fields.tsx';
import { useOwnTimes } from '../../i18n/times.ts';
import { Icon } from '../../icons.tsx';
import { CheckField } from '../../parts/form-fields.tsx';
import { LeaveGuard } from '../../parts/leave-guard.tsx';
import { Secret } from '../../parts/secret.tsx';
import { KEYS } from '../../shell/addresses.ts';
import { useConfirmed } from '../../shell/confirm.tsx';
import { useProblems } from '../../shell/problems.ts';
import { useOwnSites } from '../people/roles.tsx';
import { useKeyWords } from './words.ts';

/** Keys of sources are created with their source. */
const SCOPES = ['content:read', 'analytics:read', 'manage:read', 'manage:write', 'admin'] as const;
type Scope = (typeof SCOPES)[number];
const LIFETIMES = ['never', '30', '90', '365'] as const;
type Lifetime = (typeof LIFETIMES)[number];
const DAY_MS = 86_400_000;

export function CreateKey() {
  const words = useKeyWords();
  const [made, setMade] = useState<CreatedApiKey | null>(null);
  return (
    <div className="sheet narrow">
      <Link className="back-link" href={KEYS}>
        <Icon name="back" /> {words.back}
      </Link>
      {made ? <Made made={made} onAnother={() => setMade(null)} /> : <KeyForm onMade={setMade} />}
    </div>
  );
}

function KeyForm({ onMade }: { onMade: (key: CreatedApiKey) => void }) {
  const { problemOf, restOf } = useProblems();
  const words = useKeyWords();
  const { manage } = useApi();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<Scope[]>([]);
  const [sites, setSites] = useChosenSites();
  const [lifetime, setLifetime] = useState<Lifetime>('365');
  const create = useConfirmed(
    (key: NewApiKey) => manage.apiKeys.create(key),
    ({ api_key }) => {
      void queries.invalidateQueries({ queryKey: ['keys'] });
      onMade(api_key);
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.run({
      name,
      scopes,
      site_ids: sites.includes(null) ? [] : (sites as number[]),
      expires_at: endOf(lifetime),
    });
  };
  const rest = restOf(create.error, ['/name']);
  return (
    <>
      <h1>{words.formTitle}</h1>
      <form className="form" onSubmit={submit}>
        {rest && <Alert color="red">{rest}</Alert>}
        <TextInput
          autoComplete="off"
          autoFocus
          description={words.nameHint}
          error={problemOf(create.error, '/name')}
          label={words.name}
          maxLength={200}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          required
          value={name}
          withAsterisk={false}
        />
        <ScopeFields onChange={setScopes} scopes={scopes} />
        <SiteFields chosen={sites} onChange={setSites} />
        <ChoiceField
          label={words.expiry}
          onChange={(value) => setLifetime(value as Lifetime)} // one of the options
          options={LIFETIMES.map((one) => [one, words.lifetimes[one]] as const)}
          value={lifetime}
        />
        <Button disabled={scopes.length === 0 || sites.length === 0} loading={create.isPending} type="submit">
          {words.make}
        </Button>
      </form>
      <LeaveGuard isDirty={name !== '' && !create.isPending} />
      {create.dialog}
    </>
  );
}

function endOf(lifetime: Lifetime): string | null {
  return lifetime === 'never' ? null : new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString();
}

function ScopeFields({ scopes, onChange }: { scopes: readonly Scope[]; onChange: (scopes: Scope[]) => void }) {
  const words = useKeyWords();
  return (
    <fieldset className="switches">
      <legend>{words.rights}</legend>
      {SCOPES.map((scope) => (
        <CheckField
          hint={words.scopeHints[scope]}
          key={scope}
          label={words.scopes[scope]}
          value={scopes.includes(scope)}
          onChange={(isOn) => onChange(isOn ? [...scopes, scope] : scopes.filter((one) => one !== scope))}
        />
      ))}
      <p className="note">{words.guestHint}</p>
    </fieldset>
  );
}

/** Null stands for all sites, which only an owner of all can give. */
function useChosenSites(): [(number | null)[], (sites: (number | null)[]) => void] {
  const own = useOwnSites();
  const [chosen, setChosen] = useState<(number | null)[] | null>(null);
  const first = own.filter(({ id }) => id !== null).slice(0, 1);
  return [chosen ?? first.map(({ id }) => id), setChosen];
}

function SiteFields({
  chosen,
  onChange,
}: {
  chosen: readonly (number | null)[];
  onChange: (sites: (number | null)[]) => void;
}) {
  const words = useKeyWords();
  const own = useOwnSites();
  const isAll = chosen.includes(null);
  return (
    <fieldset className="switches">
      <legend>{words.where}</legend>
      {own.map(({ id, name }) => (
        <CheckField
          isDisabled={isAll && id !== null}
          key={id ?? 'all'}
          label={name}
          value={isAll || chosen.includes(id)}
          onChange={(isOn) => {
            if (id === null) return onChange(isOn ? [null] : []);
            onChange(isOn ? [...chosen, id] : chosen.filter((one) => one !== id));
          }}
        />
      ))}
    </fieldset>
  );
}

function Made({ made: { name, key, expires_at }, onAnother }: { made: CreatedApiKey; onAnother: () => void }) {
  const words = useKeyWords();
  const times = useOwnTimes();
  return (
    <>
      <h1>{words.madeTitle(name)}</h1>
      <p>{words.made}</p>
      <Secret label={words.key} value={key} />
      <p className="note">{expires_at ? words.expires(times.moment(expires_at)) : words.never}</p>
      <p className="sheet-actions">
        <Link className="button" href={KEYS}>
          {words.toList}
        </Link>
        <button className="button" onClick={onAnother} type="button">
          {words.another}
        </button>
      </p>
    </>
  );
}
