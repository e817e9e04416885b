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
    'setup' | 'sessions' | 'me' | 'savedViews' | 'people' | 'invitations' | 'passwordResets' | 'audit' | 'activity'
  >
> = {
  audit: {
    list: {
      summary: 'List audit entries',
      about:
        'Who changed what, when and from where, newest first. Owners see entries that concern only their sites. `format=csv` answers with a file. docs/audit.md has more.',
      example: { query: { noun: 'site', action: 'create', count: 1 }, after: ['sites.create'] },
    },
  },
  activity: {
    list: {
      summary: 'List activity',
      about:
        'Changes on the site, oldest first: the newest entries, or with a cursor those committed since. Long transactions are not missed. Authors see entries about articles that they created. docs/audit.md has more.',
      example: { query: { count: 1 } },
    },
  },
  setup: {
    read: {
      summary: 'Read setup',
      about:
        'Whether the first owner of all sites has yet to be added, and whether people of the demo can sign in, who do not count as owners.',
      example: {},
    },
    create: {
      summary: 'Create the first owner',
      about:
        'Adds the first person, an owner of all sites, and signs in. Needs the setup code that the service prints when it starts. 409 if someone owns all sites already.',
      example: { body: { code: '7KQM-4XRD-92TB', ...first } },
    },
  },
  sessions: {
    ways: {
      summary: 'Read the ways to sign in',
      about: 'The ways to sign in that a sign-in page should offer.',
      example: {},
    },
    create: {
      summary: 'Create a session',
      about:
        'Signs in: the answer sets the session cookie. A wrong password and an unknown address get the same answer. After 10 failures on an account within 15 minutes, or 100 within an hour, the client’s network must wait: 429. docs/people.md has more.',
      example: { body: { email: first.email, password: first.password }, after: ['setup.create'] },
    },
    passkeyOptions: {
      summary: 'Create options to sign in with a passkey',
      about:
        'The options for `navigator.credentials.get`. The challenge can be used once, within five minutes. With an address, only passkeys of that person are accepted; the answer does not reveal whether the person exists. docs/people.md has more.',
      example: { body: { email: first.email }, after: ['setup.create'] },
    },
    signInWithPasskey: {
      summary: 'Create a session with a passkey',
      about:
        'Signs in with a credential: send its `toJSON()`. Failures are limited like those of passwords and all get the same answer. If the counter of a passkey goes back, the passkey may have been copied: it is disabled, and all sessions of the person end.',
      example: { body: credential, after: ['passkeys.add'] },
    },
    list: {
      summary: 'List sessions',
      about: 'The sessions of the signed-in person, last used first.',
      example: { after: ['setup.create'] },
    },
    confirm: {
      summary: 'Confirm a session',
      about:
        'Confirms the identity of the signed-in person with the password or a passkey. For ten minutes the session may change and delete people, delete keys and sites, and create keys, invitations and password resets.',
      example: { body: { password: first.password }, after: ['setup.create'] },
    },
    confirmOptions: {
      summary: 'Create options to confirm a session',
      about:
        'The options for `navigator.credentials.get`, to confirm the session with a passkey of the signed-in person.',
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
      about: 'Signs out everywhere: ends all sessions of the signed-in person, including the session of the request.',
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
      about: 'Saves the fields in the body. Only owners can change e-mail addresses and roles.',
      example: { body: { language: 'fi', theme: 'dark' }, after: ['setup.create'] },
    },
    setPassword: {
      summary: 'Set my password',
      about: 'Needs the current password. Ends all other sessions and gives this one a new cookie.',
      example: {
        body: { current_password: first.password, password: first.password },
        after: ['setup.create'],
      },
    },
  },
  savedViews: {
    list: {
      summary: 'List saved views',
      about: 'The saved views of the signed-in person, in the order of their names.',
      example: { query: { site_id: 1 }, after: ['savedViews.save'] },
    },
    save: {
      summary: 'Save a view',
      about:
        'Saves filters of the list of articles under a name, for the signed-in person. A view with the same name is replaced. A person has at most 50 views of a site.',
      example: {
        body: { site_id: 1, name: 'Drafts of mine', search: 'state=draft&mine=1' },
        after: ['setup.create'],
      },
    },
    remove: {
      summary: 'Delete a saved view',
      about: 'Deletes a saved view of the signed-in person.',
      example: { after: ['savedViews.save'] },
    },
  },
  people: {
    list: {
      summary: 'List people',
      about:
        'People with a role on one of the caller’s sites, and their roles there. docs/people.md has the table of rights.',
      example: { after: ['setup.create'] },
    },
    read: {
      summary: 'Read a person',
      about: 'One person, with the roles on the caller’s sites.',
      example: { after: ['setup.create'] },
    },
    change: {
      summary: 'Change a person',
      about:
        'A change of roles ends the sessions of the person. Name and address can be changed if the caller owns all sites of the person. 409 if it would remove the last owner of all sites. A caller with a session must have signed in or confirmed it within ten minutes.',
      example: { path: { id: 2 }, body: { roles: [{ site_id: 1, role: 'editor' }] }, after: ['invitations.accept'] },
    },
    remove: {
      summary: 'Delete a person',
      about:
        'Also deletes the person’s sessions and invitations, but no articles. A caller with a session must have signed in or confirmed it within ten minutes.',
      example: { path: { id: 2 }, after: ['invitations.accept'] },
    },
    resetPassword: {
      summary: 'Create a password reset',
      about:
        'Creates a token that lets the person set a new password, once, within 24 hours. It replaces an earlier token. The service sends no message: pass the token on yourself. A caller with a session must have signed in or confirmed it within ten minutes.',
      example: { path: { id: 2 }, after: ['invitations.accept'] },
    },
  },
  invitations: {
    list: {
      summary: 'List invitations',
      about: 'Invitations that can still be accepted, newest first. Their tokens are never shown again.',
      example: { after: ['invitations.create'] },
    },
    create: {
      summary: 'Create an invitation',
      about:
        'Creates a token that can be accepted once, within 7 days. The service sends no message: pass the token on yourself. Roles can be given only on sites that the caller owns. A caller with a session must have signed in or confirmed it within ten minutes.',
      example: {
        body: {
          email: 'olli@example.com',
          roles: [{ site_id: 1, role: 'author' }],
          bylines: [{ site_id: 1, author_id: null }],
        },
        after: ['setup.create'],
      },
    },
    remove: {
      summary: 'Delete an invitation',
      about: 'Revokes the invitation.',
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
        'Creates a person with a name and a password, or adds the roles to a known person; then signs in. A known person sends the current password or a passkey, or neither if their session was confirmed within ten minutes. If passwords are disabled, a new person sends only a name, and adds a passkey next.',
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
        'Sets the new password, ends all sessions of the person and signs in. If passwords are disabled, it needs none and only signs in.',
      example: { path: { token }, body: { password: 'nine loud gulls at dawn' }, after: ['invitations.accept'] },
    },
  },
};
