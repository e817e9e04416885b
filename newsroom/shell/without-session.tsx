/** Addresses that work without a session: links of invitations and password resets, and the end of a sign-in in a separate window. */
import { lazy, type ReactNode, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { INVITATION, PASSWORD_RESET, SHARED, SIGNED_IN } from './addresses.ts';
import { Waiting } from './states.tsx';

const Invitation = lazy(async () => ({
  default: (await import('../screens/without-session/invitation.tsx')).Invitation,
}));
const PasswordReset = lazy(async () => ({
  default: (await import('../screens/without-session/password-reset.tsx')).PasswordReset,
}));
const Shared = lazy(async () => ({ default: (await import('../screens/campaigns/shared.tsx')).Shared }));
const SignedInWindow = lazy(async () => ({
  default: (await import('../screens/without-session/signed-in.tsx')).SignedInWindow,
}));

export function WithoutSession({ children }: { children: ReactNode }) {
  return (
    <Suspense fallback={<Waiting />}>
      <Switch>
        <Route path={INVITATION}>{({ token }) => <Invitation key={token} token={token} />}</Route>
        <Route path={PASSWORD_RESET}>{({ token }) => <PasswordReset key={token} token={token} />}</Route>
        <Route path={SHARED}>{({ campaign, token }) => <Shared campaign={campaign} key={token} token={token} />}</Route>
        <Route path={SIGNED_IN}>
          <SignedInWindow />
        </Route>
        <Route>{children}</Route>
      </Switch>
    </Suspense>
  );
}
