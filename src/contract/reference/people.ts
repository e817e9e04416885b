/** People, sessions and invitations in the management API: words and examples, under the names of the rows. */
import type { manageApi } from '../routes.ts';
import type { OperationsOf } from './operation.ts';
import { credential } from './passkeys.ts';
import { EXAMPLE_TOKEN } from './token.ts';

/** Tokens are random: test/examples.test.ts replaces this one with a real one. */
const token = EXAMPLE_TOKEN;
const first = { name: 'Ida Holm', email: 'ida@example.com', password: 'four quiet herring boats' };

export const peopleOperations: OperationsOf<
  Pick<
    typeof manageApi,
    'setup' | 'sessions' | 'me' | 'people' | 'invitations' | 'passwordResets' | 'audit' | 'activity'
  >
> = {
  audit: {
    list: {
      summary: 'List audit entries',
      about:
        'Who changed what, when and from where, newest first. Owners see the entries that concern only sites which they own. `format=csv` answers with a file. docs/audit.md.',
      example: { query: { noun: 'site', action: 'create', count: 1 }, after: ['sites.create'] },
    },
  },
  activity: {
    list: {
      summary: 'List activity',
      about:
        'What was changed on the site, oldest first: the newest entries, or with a cursor those that were committed since. No entry is left out, however long its transaction took. Authors see entries about articles that they have created. docs/audit.md.',
      example: { query: { count: 1 } },
    },
  },
  setup: {
    read: {
      summary: 'Read setup',
      about: 'Whether the first person is still to be added. People of the demo do not count.',
      example: {},
    },
    create: {
      summary: 'Create the first owner',
      about:
        'Adds the first person, an owner of all sites, and signs in. Needs the setup code that the service prints when it starts. 409 once there is someone.',
      example: { body: { code: '7KQM-4XRD-92TB', ...first } },
    },
  },
  sessions: {
    ways: {
      summary: 'Read the ways to sign in',
      about: 'What a page that signs in should offer.',
      example: {},
    },
    create: {
      summary: 'Create a session',
      about:
        'Signs in: the answer sets the session cookie. A wrong password and an unknown address get the same answer. After 10 failures on an account within 15 minutes, or 100 within an hour, the network has to wait: 429. docs/people.md.',
      example: { body: { email: first.email, password: first.password }, after: ['setup.create'] },
    },
    passkeyOptions: {
      summary: 'Create options to sign in with a passkey',
      about:
        'What a browser needs to ask for a passkey: `navigator.credentials.get`. The challenge is answered once, within five minutes. With an address only passkeys of that person will do; the answer does not show whether there is one. docs/people.md.',
      example: { body: { email: first.email }, after: ['setup.create'] },
    },
    signInWithPasskey: {
      summary: 'Create a session with a passkey',
      about:
        'Signs in with what the browser answered: `toJSON()` of the credential. Failures are limited as those of passwords are, and all get the same answer. A passkey whose counter goes back was copied: it signs in no more, and all sessions of the person end.',
      example: { body: credential, after: ['passkeys.add'] },
    },
    list: {
      summary: 'List sessions',
      about: 'The sessions of the signed-in person, the last used first.',
      example: { after: ['setup.create'] },
    },
    confirm: {
      summary: 'Confirm a session',
      about:
        'Proves again who is signed in, with the password or with a passkey. For ten minutes the session may change and delete people, delete keys and sites, and create keys, invitations and password resets.',
      example: { body: { password: first.password }, after: ['setup.create'] },
    },
    confirmOptions: {
      summary: 'Create options to confirm a session',
      about: 'What a browser needs to ask for a passkey of the signed-in person, to confirm the session with.',
      example: { after: ['setup.create'] },
    },
    signOut: {
      summary: 'Delete the current session',
      about: 'Signs out: ends the session of the request and clears the cookie.',
      example: { after: ['setup.create'] },
    },
    remove: {
      summary: 'Delete a session',
      about: 'Ends one session of the signed-in person.',
      example: { after: ['setup.create'] },
    },
    removeAll: {
      summary: 'Delete all sessions',
      about: 'Signs out everywhere: ends all sessions of the signed-in person, that of the request included.',
      example: { after: ['setup.create'] },
    },
  },
  me: {
    read: {
      summary: 'Read my profile',
      about: 'The signed-in person, with roles and the names of their sites.',
      example: { after: ['setup.create'] },
    },
    change: {
      summary: 'Change my profile',
      about: 'Saves the fields that the body names. Owners change addresses and roles.',
      example: { body: { language: 'fi', theme: 'dark' }, after: ['setup.create'] },
    },
    setPassword: {
      summary: 'Set my password',
      about: 'Needs the current password. Ends all other sessions, and gives this one a new cookie.',
      example: {
        body: { current_password: first.password, password: first.password },
        after: ['setup.create'],
      },
    },
  },
  people: {
    list: {
      summary: 'List people',
      about:
        'People with a role on a site of the caller, and their roles there. docs/people.md has the table of rights.',
      example: { after: ['setup.create'] },
    },
    read: {
      summary: 'Read a person',
      about: 'One person, with the roles on sites of the caller.',
      example: { after: ['setup.create'] },
    },
    change: {
      summary: 'Change a person',
      about:
        'A change of roles ends the sessions of the person. Name and address can be changed where the caller owns all sites of the person. The last owner of all sites stays one: 409. With a session, the person has to have signed in or confirmed it within ten minutes.',
      example: { path: { id: 2 }, body: { roles: [{ site_id: 1, role: 'editor' }] }, after: ['invitations.accept'] },
    },
    remove: {
      summary: 'Delete a person',
      about:
        'Sessions and invitations of the person go too; articles stay. With a session, the person has to have signed in or confirmed it within ten minutes.',
      example: { path: { id: 2 }, after: ['invitations.accept'] },
    },
    resetPassword: {
      summary: 'Create a password reset',
      about:
        'A token with which the person sets a new password, once, within 24 hours. It replaces an earlier one. No message is sent: hand it over yourself. With a session, the person has to have signed in or confirmed it within ten minutes.',
      example: { path: { id: 2 }, after: ['invitations.accept'] },
    },
  },
  invitations: {
    list: {
      summary: 'List invitations',
      about: 'Invitations that can still be accepted, the newest first. Their tokens are never shown again.',
      example: { after: ['invitations.create'] },
    },
    create: {
      summary: 'Create an invitation',
      about:
        'A token that can be accepted once, within 7 days. No message is sent: hand it over yourself. Roles can be given only on sites that the caller owns. With a session, the person has to have signed in or confirmed it within ten minutes.',
      example: {
        body: { email: 'olli@example.com', roles: [{ site_id: 1, role: 'author' }] },
        after: ['setup.create'],
      },
    },
    remove: {
      summary: 'Delete an invitation',
      about: 'Revokes it.',
      example: { after: ['invitations.create'] },
    },
    read: {
      summary: 'Read an open invitation',
      about: 'The invitation as the invited person sees it before accepting.',
      example: { path: { token }, after: ['setup.create'] },
    },
    accept: {
      summary: 'Accept an invitation',
      about:
        'Adds a new person with a name and a password, or the roles to a known person; then signs in. A known person gives the present password or a passkey, or neither in a session of their own that was confirmed within ten minutes. Where passwords are switched off, a new person gives only a name, and adds a passkey next.',
      example: {
        path: { token },
        body: { name: 'Nora Berg', password: 'nine loud gulls at dawn' },
        after: ['setup.create'],
      },
    },
  },
  passwordResets: {
    read: {
      summary: 'Read a password reset',
      about: 'The person whose password the token sets.',
      example: { path: { token }, after: ['invitations.accept'] },
    },
    accept: {
      summary: 'Accept a password reset',
      about:
        'Sets the new password, ends all sessions of the person and signs in. Where passwords are switched off, it takes none and only signs in.',
      example: { path: { token }, body: { password: 'nine loud gulls at dawn' }, after: ['invitations.accept'] },
    },
  },
};
