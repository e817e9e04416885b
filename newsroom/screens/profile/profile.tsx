/** The settings of the person's own account. */

import { Alert } from '@mantine/core';
import { OwnZoneNote } from '../../shell/own-zone-note.tsx';
import { useSignInError, useSignInMethods } from '../../shell/sign-in-methods.ts';
import { useSignInWords } from '../without-session/words.ts';
import { AboutYou } from './about-you.tsx';
import { Identities } from './identities.tsx';
import { Look } from './look.tsx';
import { Passkeys } from './passkeys.tsx';
import { Password } from './password.tsx';
import { Sessions } from './sessions.tsx';
import { useProfileWords } from './words.ts';

export function Profile() {
  const words = useProfileWords();
  const door = useSignInWords();
  const ways = useSignInMethods();
  const code = useSignInError();
  return (
    <div className="sheet narrow">
      <h1>{words.title}</h1>
      <OwnZoneNote />
      {code !== null && <Alert color="red">{door.errors[code] ?? door.notSignedIn}</Alert>}
      <AboutYou />
      <Look />
      {ways?.password && <Password />}
      {ways && <Passkeys isAvailable={ways.passkey} />}
      {ways?.oidc && <Identities provider={ways.oidc.name} />}
      <Sessions />
    </div>
  );
}
