/** Fields that a network needs of an account (core/intake/networks). */
import { NETWORKS } from '../../../src/core/intake/networks/networks.ts';
import type { NetworkAccount } from '../../../src/sdk/client.ts';
import { TextField } from '../../editor/fields.tsx';
import { NumberField } from '../../parts/form-fields.tsx';
import { PasswordField } from '../../parts/password-field.tsx';
import { useProblems } from '../../shell/problems.ts';
import { useAccountWords } from './words.ts';

export type Network = NetworkAccount['network'];

export interface Fields {
  name: string;
  server: string;
  external_id: string;
  /** In dollars; null while the field is empty. */
  cap: number | null;
  token: string;
}

export const BLANK: Fields = { name: '', server: '', external_id: '', cap: null, token: '' };
const CENTS = 100;

interface Props {
  network: Network;
  value: Fields;
  error: Error | null;
  onChange(changed: Partial<Fields>): void;
}

/** What both ways of connecting need. */
export function CommonFields({ network, value, error, onChange }: Props) {
  const { fields } = useAccountWords();
  const { problemOf } = useProblems();
  const needs = NETWORKS[network].account;
  return (
    <>
      <TextField
        hint={fields.nameHint}
        label={fields.name}
        onChange={(name) => onChange({ name })}
        problem={problemOf(error, '/name')}
        value={value.name}
      />
      {needs.server && (
        <TextField
          hint={fields.serverHint}
          label={fields.server.mastodon}
          onChange={(server) => onChange({ server: server.trim().toLowerCase() })}
          problem={problemOf(error, '/server')}
          value={value.server}
        />
      )}
      {needs.monthly_cap && (
        <NumberField
          hint={fields.capHint}
          label={fields.cap}
          min={0}
          onChange={(cap) => onChange({ cap })}
          problem={problemOf(error, '/monthly_cap')}
          value={value.cap}
        />
      )}
    </>
  );
}

/** What a pasted token needs beside it. */
export function TokenFields({ network, value, error, onChange }: Props) {
  const { fields } = useAccountWords();
  const { problemOf } = useProblems();
  const { account } = NETWORKS[network];
  const isNamed = (one: Network): one is keyof typeof fields.external => one in fields.external;
  return (
    <>
      {account.external_id && isNamed(network) && (
        <TextField
          label={fields.external[network]}
          onChange={(external_id) => onChange({ external_id: external_id.trim() })}
          problem={problemOf(error, '/external_id')}
          value={value.external_id}
        />
      )}
      <PasswordField
        autoComplete="off"
        description={account.token === 'needed' ? fields.tokenHint : fields.tokenOptional}
        error={problemOf(error, '/token')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        label={fields.tokens[network] ?? fields.token}
        onChange={({ currentTarget }) => onChange({ token: currentTarget.value.trim() })}
        value={value.token}
      />
    </>
  );
}

/** As the service takes them: only what the network has. */
export function sentFields(network: Network, { name, server, cap }: Fields) {
  const { account } = NETWORKS[network];
  return {
    name: name.trim(),
    ...(account.server ? { server: server === '' ? null : server } : {}),
    ...(account.monthly_cap ? { monthly_cap: cap === null ? null : Math.round(cap * CENTS) } : {}),
  };
}

export function sentToken(network: Network, { external_id, token }: Fields) {
  const { account } = NETWORKS[network];
  return {
    ...(account.external_id ? { external_id: external_id === '' ? null : external_id } : {}),
    ...(token === '' ? {} : { token }),
  };
}
