import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { MastheadError } from '../../../src/sdk/client.ts';
import { useSaid } from '../../i18n/service/use-service-words.ts';
import { Failure, Notice } from '../../shell/states.tsx';
import { useSignInWords } from './words.ts';

/** A link that was used, revoked or replaced, or has expired: the service's sentence says what to do. */
export function DeadLink({ title, error, onRetry }: { title: string; error: Error | null; onRetry: () => unknown }) {
  const said = useSaid();
  const words = useSignInWords();
  const isDead = error instanceof MastheadError && [400, 404, 410].includes(error.status);
  if (!isDead) return <Failure error={error} onRetry={onRetry} />;
  return (
    <Notice hint={said.error(error)} level="h1" title={title}>
      <Button component={Link} href="/" variant="default">
        {words.toSignIn}
      </Button>
    </Notice>
  );
}
