import { useApi } from '../api/api.ts';
import { useWords } from '../i18n/language.tsx';
import { useLiveConnection } from '../live/live-provider.tsx';
import { useStore } from '../store.ts';

/** Shows whether the page is live. The short form is empty while it is. */
export function ConnectionState({ isShort = false }: { isShort?: boolean }) {
  const words = useWords();
  const connection = useStore(useApi().connection);
  const live = useLiveConnection();
  const state = connection === 'online' ? live : connection;
  const isQuiet = isShort && connection === 'online';
  return (
    <span className="connection" data-state={state} role="status">
      {!isQuiet && <span aria-hidden="true" className="connection-dot" />}
      {!isQuiet && <span>{words.connection[state]}</span>}
    </span>
  );
}

/** Whether a request has a chance now. */
export function useIsOnline(): boolean {
  return useStore(useApi().connection) === 'online';
}
