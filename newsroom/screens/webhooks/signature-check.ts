/** Whether a secret signed a request, computed in the browser: the secret does not leave the page. */
import { textToSign } from '../../../src/core/signed-text.ts';

interface Signed {
  url: string;
  body: string;
  headers: Readonly<Record<string, string>>;
}

/** The signature as sent and the text below it; null if the request has none. */
export function signatureIn({ url, body, headers }: Signed): { sent: string; text: string } | null {
  const header = (name: string) =>
    Object.entries(headers).find(([key]) => new RegExp(`^x-[a-z0-9]+-${name}$`, 'i').test(key))?.[1];
  const [sent, action, env] = [header('signature'), header('action'), header('env')];
  if (sent === undefined || action === undefined || env === undefined) return null;
  return { sent, text: textToSign({ method: 'POST', action, env, url, body }) };
}

/** In hexadecimal and in base64: receivers choose one. */
export async function signaturesBy(secret: string, text: string): Promise<string[]> {
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex, btoa(String.fromCharCode(...bytes))];
}
