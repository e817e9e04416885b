/** People, their sessions and invitations. */
import { Type } from 'typebox';
import {
  EMAIL,
  flag,
  id,
  instant,
  LANGUAGE,
  LONGEST_EMAIL,
  nullable,
  ONE_LINE,
  oneOf,
  readOnly,
  text,
  title,
} from './common.ts';
import { PasskeyCredential } from './passkeys.ts';

export const roles = ['owner', 'editor', 'author', 'analyst'] as const;
const MOST_ROLES = 1_000;

const email = (description: string) =>
  text(description, { pattern: EMAIL, maxLength: LONGEST_EMAIL, examples: ['ida@example.com'] });
/** Any text; a password that is too weak is 422. */
const password = (description: string) =>
  text(description, { maxLength: 1_000, examples: ['four quiet herring boats'] });

export const PersonRole = Type.Object(
  {
    site_id: nullable(id('The site; null means all sites.')),
    role: oneOf([...roles], 'The role; docs/people.md has the table of rights.'),
  },
  { title: 'PersonRole', additionalProperties: false },
);
const roleList = Type.Array(PersonRole, {
  description: 'Roles: at most one per site and one for all sites.',
  maxItems: MOST_ROLES,
  examples: [[{ site_id: 1, role: 'editor' }]],
});

export const Byline = Type.Object(
  { site_id: id('The site.'), author_id: id('The author of that site whom the person writes as.') },
  { title: 'Byline', additionalProperties: false },
);
const bylineList = Type.Array(Byline, {
  description: 'The bylines that new articles of the person begin with in the newsroom: at most one per site.',
  maxItems: MOST_ROLES,
  examples: [[{ site_id: 1, author_id: 4 }]],
});
export const InvitedByline = Type.Object(
  {
    site_id: Byline.properties.site_id,
    author_id: nullable({
      ...Byline.properties.author_id,
      description:
        'The author of that site whom the person will write as. Null: the author with the name of the person, who is created if there is none.',
    }),
  },
  { title: 'InvitedByline', additionalProperties: false },
);

export const Person = Type.Object(
  {
    id: id('Person id.', readOnly),
    name: title('Name.', { pattern: ONE_LINE, examples: ['Ida Holm'] }),
    email: email('The e-mail address that the person signs in with.'),
    roles: roleList,
    bylines: bylineList,
    is_demo: flag('Whether the demo created this person.', readOnly),
    created_at: instant('When the person was added.', readOnly),
    last_seen_at: nullable(instant('When the person was last active, to the minute.', readOnly)),
  },
  { title: 'Person' },
);
export const PersonChange = Type.Object(
  {
    name: Type.Optional(Person.properties.name),
    email: Type.Optional(Person.properties.email),
    roles: Type.Optional({
      ...roleList,
      description: 'The complete list of roles on the sites that the caller owns. Roles on other sites do not change.',
    }),
    bylines: Type.Optional({
      ...bylineList,
      description:
        'The complete list of bylines on the sites that the caller owns. Those on other sites do not change.',
    }),
  },
  {
    title: 'PersonChange',
    additionalProperties: false,
    'x-computed': ['id', 'is_demo', 'created_at', 'last_seen_at'],
  },
);

const MyRole = Type.Object(
  {
    ...PersonRole.properties,
    site_name: nullable(text('Name of the site; null for all sites.')),
  },
  { title: 'MyRole' },
);
export const Me = Type.Object(
  {
    id: Person.properties.id,
    name: Person.properties.name,
    email: { ...Person.properties.email, ...readOnly },
    language: text('Language of the newsroom.', { pattern: LANGUAGE, maxLength: 35, examples: ['fi'] }),
    theme: oneOf(['system', 'light', 'dark'], 'Colours of the newsroom.'),
    shortcuts: flag('Whether single-letter shortcuts are enabled in the newsroom.'),
    roles: Type.Array(MyRole, { description: 'The roles of the person.', ...readOnly }),
    bylines: { ...bylineList, ...readOnly },
  },
  { title: 'Me' },
);
export const MyChange = Type.Object(
  {
    name: Type.Optional(Me.properties.name),
    language: Type.Optional(Me.properties.language),
    theme: Type.Optional(Me.properties.theme),
    shortcuts: Type.Optional(Me.properties.shortcuts),
  },
  { title: 'MyChange', additionalProperties: false, 'x-computed': ['id', 'email', 'roles', 'bylines'] },
);
export const PasswordChange = Type.Object(
  {
    current_password: password('The current password.'),
    password: password('The new password, 12 characters or more.'),
  },
  { title: 'PasswordChange', additionalProperties: false },
);

export const Session = Type.Object(
  {
    id: id('Session id.', readOnly),
    is_current: flag('Whether this is the session of the request.', readOnly),
    created_at: instant('When the person signed in.', readOnly),
    last_seen_at: instant('When the session was last used, to the minute.', readOnly),
    address: text('The network address that the person signed in from.', readOnly),
    user_agent: text('The browser’s `User-Agent`.', readOnly),
  },
  { title: 'Session' },
);
export const NewSession = Type.Object(
  { email: email('E-mail address.'), password: password('Password.') },
  { title: 'NewSession', additionalProperties: false },
);
export const PasskeyRequest = Type.Object(
  {
    email: Type.Optional(
      email(
        'Accepts only passkeys of the person with this address. The answer does not reveal whether that person exists.',
      ),
    ),
  },
  { title: 'PasskeyRequest', additionalProperties: false },
);
export const Confirmation = Type.Object(
  {
    password: Type.Optional(password('The password of the signed-in person.')),
    credential: Type.Optional(PasskeyCredential),
  },
  { title: 'Confirmation', description: 'A password or a passkey.', additionalProperties: false },
);

export const SignInWays = Type.Object(
  {
    password: flag('Whether people can sign in with a password.'),
    passkey: flag(
      'Whether people can sign in with a passkey, which requires https and a host name, or localhost in development.',
    ),
    oidc: nullable(
      Type.Object(
        { name: text('Name of the provider, for the button.', { examples: ['Example login'] }) },
        { description: 'The OpenID Connect provider; null if there is none.' },
      ),
    ),
  },
  { title: 'SignInWays' },
);

export const Setup = Type.Object(
  {
    is_open: flag('Whether the first owner of all sites has yet to be added. People of the demo do not count.'),
    has_demo: flag(
      'Whether people of the demo can sign in, with the passwords that the service prints when it starts.',
    ),
    has_people: flag('Whether anyone else can sign in, such as an editor who was added before the first owner.'),
  },
  { title: 'Setup' },
);
export const NewSetup = Type.Object(
  {
    code: text('The setup code that the service prints when it starts.', {
      maxLength: 100,
      examples: ['7KQM-4XRD-91TB'],
    }),
    name: Person.properties.name,
    email: Person.properties.email,
    password: password('A password of 12 characters or more.'),
  },
  { title: 'NewSetup', additionalProperties: false },
);

export const Invitation = Type.Object(
  {
    id: id('Invitation id.', readOnly),
    email: Person.properties.email,
    roles: roleList,
    bylines: Type.Array(InvitedByline, {
      description: 'The bylines of the person: at most one per site, each on a site where the person will write.',
      maxItems: MOST_ROLES,
      examples: [[{ site_id: 1, author_id: null }]],
    }),
    created_by: text('Who invited.', { ...readOnly, examples: ['person:1'] }),
    created_at: instant('When the invitation was created.', readOnly),
    expires_at: instant('When it expires.', readOnly),
  },
  { title: 'Invitation' },
);
export const NewInvitation = Type.Object(
  {
    email: Invitation.properties.email,
    roles: { ...Invitation.properties.roles, minItems: 1 },
    bylines: Type.Optional(Invitation.properties.bylines),
  },
  { title: 'NewInvitation', additionalProperties: false },
);
export const CreatedInvitation = Type.Object(
  {
    ...Invitation.properties,
    token: text('The token that accepts the invitation: shown in this answer and never again.'),
  },
  { title: 'CreatedInvitation' },
);
export const OpenInvitation = Type.Object(
  {
    email: Invitation.properties.email,
    roles: Invitation.properties.roles,
    expires_at: Invitation.properties.expires_at,
    sites: Type.Array(
      Type.Object({ id: id('Site id.'), name: text('Name of the site.', { examples: ['Harbour Post'] }) }),
      { description: 'The sites of the roles, at most 20: all of them if a role is for all sites.' },
    ),
    invited_by: nullable(
      text('The name of the person or key that invites; null for the admin token and the command line.', {
        examples: ['Ida Holm'],
      }),
    ),
    name: nullable(text('The name of the author whom the person will write as, to suggest; null if none was chosen.')),
    has_account: flag('Whether a person with this address exists, who must send the current password.'),
  },
  { title: 'OpenInvitation' },
);
export const Acceptance = Type.Object(
  {
    name: Type.Optional({ ...Person.properties.name, description: 'Name of a new person.' }),
    password: Type.Optional(
      password(
        'The current password of a known person, or the first one of a new person. Omit it if passwords are disabled.',
      ),
    ),
    credential: Type.Optional(PasskeyCredential),
  },
  { title: 'Acceptance', additionalProperties: false },
);

export const PasswordReset = Type.Object(
  {
    token: text('The token that sets a new password: shown in this answer and never again.'),
    expires_at: instant('When it expires.'),
  },
  { title: 'PasswordReset' },
);
export const OpenPasswordReset = Type.Object(
  { email: Person.properties.email, expires_at: PasswordReset.properties.expires_at },
  { title: 'OpenPasswordReset' },
);
export const NewPassword = Type.Object(
  {
    password: Type.Optional(password('The new password, 12 characters or more. Omit it if passwords are disabled.')),
  },
  { title: 'NewPassword', additionalProperties: false },
);
