/** Waiting, empty and error states of a screen. */
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { MastheadError } from '../../src/sdk/client.ts';
import { useWords } from '../i18n/language.tsx';
import { useSaid } from '../i18n/service/use-service-words.ts';

/** A shorter wait shows nothing, to avoid flicker. */
const QUIET_MS = 200;

/** Statuses of what is not there, or not for this person. */
const FINAL = [403, 404, 410];

/** Nothing at first, then `children`, or a word. */
export function Waiting({ children }: { children?: ReactNode }) {
  const words = useWords();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setLate(true), QUIET_MS);
    return () => window.clearTimeout(timer);
  }, []);
  return (
    <div aria-busy="true" className="waiting" role="status">
      {isLate && (children ?? words.common.loading)}
    </div>
  );
}

interface NoticeProps {
  title: string;
  hint?: string | null | undefined;
  /** `h1` where it is the whole page. */
  level?: 'h1' | 'h2';
  children?: ReactNode;
}

/** An empty list, a missing page, an error: an explanation and one action. */
export function Notice({ title, hint, level: Heading = 'h2', children }: NoticeProps) {
  return (
    <section className="notice">
      <Heading>{title}</Heading>
      {hint && <p>{hint}</p>}
      {children && <div className="notice-actions">{children}</div>}
    </section>
  );
}

export function Failure({ error, onRetry }: { error: Error | null; onRetry?: () => unknown }) {
  const words = useWords();
  const said = useSaid();
  const { status, requestId } = error instanceof MastheadError ? error : { status: 0, requestId: null };
  // Another try would end the same way.
  if (error && FINAL.includes(status))
    return (
      <div role="alert">
        <Notice hint={said.error(error)} title={status === 403 ? words.failure.noAccess : words.failure.missing}>
          <Button component={Link} href="/" variant="default">
            {words.failure.toArticles}
          </Button>
        </Notice>
      </div>
    );
  return (
    <div role="alert">
      <Notice hint={error && said.error(error)} title={words.failure.title}>
        {onRetry && <Button onClick={() => void onRetry()}>{words.common.retry}</Button>}
        {requestId && <p className="note">{words.common.requestId(requestId)}</p>}
      </Notice>
    </div>
  );
}

/** Instead of a screen that the API would refuse to fill. */
export function NoAccess({ isForAllSites = false }: { isForAllSites?: boolean }) {
  const words = useWords();
  return (
    <Notice
      hint={isForAllSites ? words.failure.forAllSites : words.failure.forbidden}
      level="h1"
      title={words.failure.noAccess}
    >
      <Button component={Link} href="/">
        {words.failure.toArticles}
      </Button>
    </Notice>
  );
}

export function NotFound() {
  const words = useWords();
  return (
    <main className="page" id="content">
      <Notice hint={words.failure.notFoundHint} level="h1" title={words.failure.notFound}>
        <Button component={Link} href="/">
          {words.failure.toArticles}
        </Button>
      </Notice>
    </main>
  );
}

/** An error of the page itself. A chunk that is gone means that the service was updated. */
export function Broken({ error }: { error: unknown }) {
  const words = useWords();
  const message = error instanceof Error ? error.message : String(error);
  const isRelease = /dynamically imported module|module script/i.test(message);
  return (
    <main className="page" id="content" role="alert">
      <Notice
        hint={isRelease ? words.failure.releaseHint : message}
        title={isRelease ? words.failure.release : words.failure.broken}
      >
        <Button onClick={() => location.reload()}>{words.failure.reload}</Button>
      </Notice>
    </main>
  );
}
