/** The newsroom: one page, whose screens are loaded when they are opened. */
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { MastheadError } from '../src/sdk/client.ts';
import { ApiProvider, createApi } from './api/api.ts';
import { meQuery } from './api/queries.ts';
import { LanguageProvider, languageOf } from './i18n/language.tsx';
import { readPage } from './page.ts';
import { ErrorBoundary } from './shell/error-boundary.tsx';
import { RequireSession } from './shell/require-session.tsx';
import { Routes } from './shell/routes.tsx';
import { screensOf } from './shell/screens.ts';
import { createToasts, ToastProvider } from './shell/toasts.tsx';
import { WithoutSession } from './shell/without-session.tsx';
import './styles/index.css';
import { cssVariables, theme } from './theme.ts';
import { rememberedTheme } from './theme-choice.ts';

const root = document.getElementById('newsroom');
if (!root) throw new Error('The page has no element for the newsroom.');
const page = readPage(root);
setNonce(page.nonce);
const api = createApi(page);
const queries = new QueryClient({
  defaultOptions: {
    // The client retries temporary failures itself.
    queries: { retry: false, networkMode: 'always', refetchOnWindowFocus: true, staleTime: 5_000 },
    mutations: { retry: false, networkMode: 'always' },
  },
});
// Queries that failed without a session or a connection are sent again.
api.connection.subscribe(() => {
  if (api.connection.get() === 'online')
    void queries.refetchQueries({ predicate: ({ state }) => isTemporary(state.error) });
});

// The screen is loaded while the server is asked who is there, not after that.
const screens = screensOf(location.pathname);
for (const load of screens) load().catch(() => undefined); // the screen shows the error when it is opened
if (screens.length > 0) void queries.prefetchQuery(meQuery(api));

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      cssVariablesResolver={cssVariables}
      defaultColorScheme={rememberedTheme() === 'system' ? 'auto' : (rememberedTheme() as 'light' | 'dark')}
      getStyleNonce={() => page.nonce}
      theme={theme}
    >
      <QueryClientProvider client={queries}>
        <ApiProvider value={api}>
          <LanguageProvider language={languageOf(navigator.languages)}>
            <ToastProvider value={createToasts()}>
              <Router base="/newsroom">
                <ErrorBoundary>
                  <WithoutSession>
                    <RequireSession>
                      <Routes />
                    </RequireSession>
                  </WithoutSession>
                </ErrorBoundary>
              </Router>
            </ToastProvider>
          </LanguageProvider>
        </ApiProvider>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);

function isTemporary(error: unknown): boolean {
  return error instanceof MastheadError && error.isTemporary;
}
