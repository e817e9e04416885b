/** The sign-in methods of the installation, and the browser's part in each. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type {
  Authorization,
  NewAuthorization,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  SignInWays,
} from '../../src/sdk/client.ts';
import { useApi } from '../api/api.ts';
import { SIGNED_IN } from './addresses.ts';

/** The fallback if the service does not answer: a form that may be refused is better than none. */
const UNKNOWN: SignInWays = { password: true, passkey: false, oidc: null };

/** Null until the service has answered. */
export function useSignInMethods(): SignInWays | null {
  const { manage } = useApi();
  const { data, isPending } = useQuery({
    queryKey: ['sign-in'],
    queryFn: async ({ signal }) => (await manage.sessions.ways({ signal })).sign_in,
    staleTime: 300_000,
  });
  if (isPending) return null;
  const ways = data ?? UNKNOWN;
  return { ...ways, passkey: ways.passkey && canUsePasskeys() };
}

/** Passkeys are bound to a host name: a number is none. */
function canUsePasskeys(): boolean {
  const isNumber = /^[\d.]+$|^\[/.test(location.hostname);
  return !isNumber && typeof window.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function';
}

/** Asks the person for a passkey; rejects with a `NotAllowedError` when the person closes the browser's window. */
export async function askForPasskey(options: PasskeyRequestOptions): Promise<PasskeyAnswer> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as PublicKeyCredentialRequestOptionsJSON, // transports are any text to the service
  );
  const credential = await navigator.credentials.get({ publicKey });
  return (credential as PublicKeyCredential).toJSON(); // what `publicKey` asks for
}

export async function createPasskey(options: PasskeyCreationOptions): Promise<PasskeyAnswer> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON, // the same
  );
  const credential = await navigator.credentials.create({ publicKey });
  return (credential as PublicKeyCredential).toJSON(); // the same
}

/** As WebAuthn has it; the service checks every field. */
// biome-ignore lint/suspicious/noExplicitAny: the DOM types leave it open too
type PasskeyAnswer = any;

/** The person closed the browser's window, or had no passkey: not an error to report. */
export function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError');
}

const SIGN_IN_ERROR = 'sign_in_error';
/** Valid values of `return_to`. */
const RETURN = /^\/[A-Za-z0-9_~?=&%+.,:;@!*()-][A-Za-z0-9_~?=&%+.,:;@!*()/-]*$/;
const LONGEST_RETURN = 500;

/** The open page, for the provider to come back to. */
export function returnAddress(): string {
  const { pathname, search } = location;
  const query = new URLSearchParams(search);
  query.delete(SIGN_IN_ERROR);
  const text = query.toString();
  const address = pathname + (text === '' ? '' : `?${text}`);
  return RETURN.test(address) && address.length <= LONGEST_RETURN ? address : '/newsroom';
}

/** Why the provider's answer did not sign in. It is removed from the address, so that a reload does not repeat it. */
export function useSignInError(): string | null {
  const [code] = useState(() => new URLSearchParams(location.search).get(SIGN_IN_ERROR));
  useEffect(() => {
    if (code !== null) history.replaceState(history.state, '', returnAddress());
  }, [code]);
  return code;
}

/** The channel between windows of one browser. */
const CHANNEL = 'masthead.newsroom.sign-in';

/** In the provider's window, at its end: reports the result to the page that opened it. */
export function reportSignIn(code: string | null): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(code);
  channel.close();
}

interface ProviderWindow {
  /** Null, or why it cannot be opened. */
  error: Error | 'blocked' | null;
  open(): void;
}

/** Lets the person sign in at the provider in a separate window, so that the open page stays. */
export function useProviderWindow(
  begin: (authorization: NewAuthorization) => Promise<{ authorization: Authorization }>,
  onEnd: (code: string | null) => void,
): ProviderWindow {
  const [error, setError] = useState<ProviderWindow['error']>(null);
  const latest = useRef(onEnd);
  latest.current = onEnd;
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }) => latest.current(typeof data === 'string' ? data : null);
    return () => channel.close();
  }, []);
  const open = () => {
    // Browsers allow it while the click is handled, not later.
    const opened = window.open('', '_blank', 'popup,width=520,height=720');
    setError(opened ? null : 'blocked');
    begin({ return_to: `/newsroom${SIGNED_IN}` }).then(
      ({ authorization }) => opened?.location.replace(authorization.url),
      (failed: Error) => {
        opened?.close();
        setError(failed);
      },
    );
  };
  return { error, open };
}
