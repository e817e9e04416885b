/** The link of an invitation: a new person chooses a name and a password, a known one authenticates. */
import { Alert, Button, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Acceptance, Me, OpenInvitation, SignInWays } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { meQuery } from '../../api/queries.ts';
import { useOwnTimes } from '../../i18n/times.ts';
import { PasswordField } from '../../parts/password-field.tsx';
import { useProblems } from '../../shell/problems.ts';
import { useSignInMessage } from '../../shell/sign-in.tsx';
import { askForPasskey, isCancelled, useSignInMethods } from '../../shell/sign-in-methods.ts';
import { Waiting } from '../../shell/states.tsx';
import { DeadLink } from './dead-link.tsx';
import { useEnterAnew } from './enter.ts';
import { SignedOutFrame } from './frame.tsx';
import { useSignInWords } from './words.ts';

export function Invitation({ token }: { token: string }) {
  const words = useSignInWords();
  const api = useApi();
  const { data: me } = useQuery(meQuery(api));
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['invitation', token],
    queryFn: async ({ signal }) => (await api.manage.invitations.read(token, { signal })).invitation,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const ways = useSignInMethods();
  if (isPending || !ways) return <Waiting />;
  return (
    <SignedOutFrame>
      {data ? (
        <Open invitation={data} me={me ?? null} token={token} ways={ways} />
      ) : (
        <DeadLink error={error} onRetry={refetch} title={words.invitation.dead} />
      )}
    </SignedOutFrame>
  );
}

interface OpenProps {
  token: string;
  invitation: OpenInvitation;
  me: Me | null;
  ways: SignInWays;
}

function Open({ token, invitation, me, ways }: OpenProps) {
  const words = useSignInWords();
  const accept = useAcceptance(token, ways);
  const isOther = me !== null && me.email !== invitation.email;
  return (
    <>
      <h1>{words.invitation.title(placeOf(invitation))}</h1>
      <Facts invitation={invitation} />
      {isOther && <p className="note">{words.invitation.other(me.name)}</p>}
      {invitation.has_account ? (
        <KnownPerson accept={accept} invitation={invitation} me={isOther ? null : me} ways={ways} />
      ) : (
        <NewPerson accept={accept} suggested={invitation.name ?? ''} ways={ways} />
      )}
    </>
  );
}

/** The site, if it is a single one. */
function placeOf({ sites }: OpenInvitation): string | undefined {
  const [first, ...more] = sites;
  return more.length === 0 ? first?.name : undefined;
}

function Facts({ invitation: { email, roles, sites, invited_by, expires_at } }: { invitation: OpenInvitation }) {
  const words = useSignInWords();
  const times = useOwnTimes();
  const named = roles.map(({ site_id, role }) => {
    if (site_id === null) return `${words.roles[role]} ${words.allSites}`;
    const site = sites.find(({ id }) => id === site_id);
    return sites.length > 1 && site ? `${words.roles[role]}, ${site.name}` : words.roles[role];
  });
  return (
    <>
      <dl className="facts">
        {invited_by && (
          <>
            <dt>{words.invitation.by}</dt>
            <dd>{invited_by}</dd>
          </>
        )}
        {sites.length > 0 && (
          <>
            <dt>{words.invitation.sites(sites.length)}</dt>
            <dd>{sites.map(({ name }) => name).join(', ')}</dd>
          </>
        )}
        <dt>{words.invitation.as}</dt>
        <dd>
          {[...new Set(named)].map((one) => (
            <div key={one}>{one}</div>
          ))}
        </dd>
        <dt>{words.invitation.for}</dt>
        <dd>{email}</dd>
      </dl>
      <p className="note">{words.invitation.until(times.moment(expires_at))}</p>
    </>
  );
}

function useAcceptance(token: string, { password }: SignInWays) {
  const { manage } = useApi();
  const enter = useEnterAnew();
  return useMutation({
    mutationFn: async (given: Acceptance | (() => Promise<Acceptance>)) =>
      manage.invitations.accept(token, typeof given === 'function' ? await given() : given),
    onSuccess: ({ person }) => enter(person, password),
  });
}
type Accept = ReturnType<typeof useAcceptance>;

function NewPerson({ accept, suggested, ways }: { accept: Accept; suggested: string; ways: SignInWays }) {
  const { problemOf, restOf } = useProblems();
  const words = useSignInWords();
  const [name, setName] = useState(suggested);
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    accept.mutate(ways.password ? { name, password } : { name });
  };
  const rest = restOf(accept.error, ['/name', '/password']);
  return (
    <form className="form" onSubmit={submit}>
      <p className="note">{ways.password ? words.invitation.intro : words.invitation.noPassword}</p>
      {rest && <Alert color="red">{rest}</Alert>}
      <TextInput
        autoComplete="name"
        autoFocus
        error={problemOf(accept.error, '/name')}
        label={words.invitation.name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        required
        value={name}
        withAsterisk={false}
      />
      {ways.password && (
        <PasswordField
          autoComplete="new-password"
          description={words.setup.passwordHint}
          error={problemOf(accept.error, '/password')}
          label={words.invitation.password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          required
          value={password}
          withAsterisk={false}
        />
      )}
      <Button loading={accept.isPending} type="submit">
        {words.invitation.accept}
      </Button>
    </form>
  );
}

interface KnownPersonProps {
  accept: Accept;
  invitation: OpenInvitation;
  /** The invited person, when signed in here. */
  me: Me | null;
  ways: SignInWays;
}

function KnownPerson({ accept, invitation: { email }, me, ways }: KnownPersonProps) {
  const words = useSignInWords();
  const signInMessage = useSignInMessage();
  const { manage } = useApi();
  const [password, setPassword] = useState('');
  const byPasskey = async (): Promise<Acceptance> => {
    const { passkey_options } = await manage.sessions.passkeyOptions({ email });
    return { credential: await askForPasskey(passkey_options) };
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    accept.mutate({ password });
  };
  const { error } = accept;
  const failed = ways.password ? words.wrongPassword : words.wrongPasskey;
  return (
    <form className="form" onSubmit={submit}>
      <p className="note">{words.invitation.known}</p>
      {error && !isCancelled(error) && <Alert color="red">{signInMessage(error, failed)}</Alert>}
      {me && (
        <Button loading={accept.isPending} onClick={() => accept.mutate({})}>
          {words.invitation.acceptAs(me.name)}
        </Button>
      )}
      {ways.password && (
        <>
          <PasswordField
            autoComplete="current-password"
            label={words.invitation.knownPassword}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
            required
            value={password}
            withAsterisk={false}
          />
          <Button loading={accept.isPending} type="submit">
            {words.invitation.accept}
          </Button>
        </>
      )}
      {ways.passkey && (
        <Button onClick={() => accept.mutate(byPasskey)} variant="default">
          {words.invitation.acceptPasskey}
        </Button>
      )}
      {!me && !ways.password && <p className="note">{words.invitation.signInFirst}</p>}
    </form>
  );
}
