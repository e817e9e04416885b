import { Alert, Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import type { CreatedInvitation, InvitedByline, NewInvitation, PersonRole } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { useOwnTimes } from '../../i18n/times.ts';
import { Icon } from '../../icons.tsx';
import { Secret } from '../../parts/secret.tsx';
import { invitationLink, PEOPLE } from '../../shell/addresses.ts';
import { useConfirmed } from '../../shell/confirm.tsx';
import { useProblems } from '../../shell/problems.ts';
import { lastSite } from '../../shell/remembered.ts';
import { BylineFields, useWritingSites } from './bylines.tsx';
import { RoleFields, useOwnSites } from './roles.tsx';
import { usePeopleWords } from './words.ts';

/** Creates an invitation and shows its link once. */
export function Invite() {
  const words = usePeopleWords();
  const [made, setMade] = useState<CreatedInvitation | null>(null);
  return (
    <div className="sheet narrow">
      <Link className="back-link" href={PEOPLE}>
        <Icon name="back" /> {words.back}
      </Link>
      {made ? <Made invitation={made} onAnother={() => setMade(null)} /> : <InviteForm onMade={setMade} />}
    </div>
  );
}

function InviteForm({ onMade }: { onMade: (invitation: CreatedInvitation) => void }) {
  const { problemOf, restOf } = useProblems();
  const words = usePeopleWords();
  const { manage } = useApi();
  const queries = useQueryClient();
  const [email, setEmail] = useState('');
  const [roles, setRoles] = useInvitedRoles();
  const [bylines, setBylines] = useInvitedBylines(roles);
  const create = useConfirmed(
    (invitation: NewInvitation) => manage.invitations.create(invitation),
    ({ invitation }) => {
      void queries.invalidateQueries({ queryKey: ['invitations'] });
      onMade(invitation);
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.run({ email, roles, bylines });
  };
  const rest = restOf(create.error, ['/email', '/roles', '/bylines']);
  return (
    <>
      <h1>{words.inviteTitle}</h1>
      <p className="note">{words.inviteIntro}</p>
      <form className="form" onSubmit={submit}>
        {rest && <Alert color="red">{rest}</Alert>}
        <TextInput
          autoComplete="off"
          autoFocus
          description={words.emailHint}
          error={problemOf(create.error, '/email')}
          label={words.email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          required
          type="email"
          value={email}
          withAsterisk={false}
        />
        <RoleFields onChange={setRoles} problem={problemOf(create.error, '/roles')} roles={roles} />
        <BylineFields
          bylines={bylines}
          isInvited
          onChange={setBylines}
          problem={problemOf(create.error, '/bylines')}
          roles={roles}
        />
        <Button disabled={roles.length === 0} loading={create.isPending} type="submit">
          {words.makeInvitation}
        </Button>
      </form>
      {create.dialog}
    </>
  );
}

/** At first an author of the site that was open last: the role with the fewest rights to write. */
function useInvitedRoles(): [PersonRole[], (roles: PersonRole[]) => void] {
  const [chosen, setChosen] = useState<PersonRole[] | null>(null);
  const sites = useOwnSites().filter(({ id }) => id !== null);
  const last = lastSite();
  const site = sites.find(({ id }) => id === last) ?? sites[0];
  return [chosen ?? (site ? [{ site_id: site.id, role: 'author' }] : []), setChosen];
}

/** At first authors get an author with their name: articles of the others are often signed by someone else. */
function useInvitedBylines(roles: readonly PersonRole[]): [InvitedByline[], (bylines: InvitedByline[]) => void] {
  const [chosen, setChosen] = useState<Record<number, InvitedByline | null>>({});
  const sites = useWritingSites(roles);
  const bylines = sites.flatMap(({ id }): InvitedByline[] => {
    const byline = chosen[id];
    if (byline !== undefined) return byline ? [byline] : [];
    const isAuthor = roles.some(({ site_id, role }) => role === 'author' && site_id === id);
    return isAuthor ? [{ site_id: id, author_id: null }] : [];
  });
  const set = (next: InvitedByline[]) =>
    setChosen(Object.fromEntries(sites.map(({ id }) => [id, next.find(({ site_id }) => site_id === id) ?? null])));
  return [bylines, set];
}

function Made({ invitation, onAnother }: { invitation: CreatedInvitation; onAnother: () => void }) {
  const words = usePeopleWords();
  const times = useOwnTimes();
  const { email, token, expires_at } = invitation;
  return (
    <>
      <h1>{words.madeTitle}</h1>
      <p>{words.made(email)}</p>
      <Secret label={words.link} value={invitationLink(token)} />
      <p className="note">{words.until(times.moment(expires_at))}</p>
      <p className="sheet-actions">
        <button className="button" onClick={onAnother} type="button">
          {words.another}
        </button>
        <Link className="button" href={`${PEOPLE}/invitations`}>
          {words.toInvitations}
        </Link>
      </p>
    </>
  );
}
