/** The text of the interface's signature, for the service and for pages that check a signature. */

export interface SignedRequest {
  method: string;
  action: string;
  env: string;
  /** The address exactly as registered, whitespace included. */
  url: string;
  body: string;
}

export function textToSign({ method, action, env, url, body }: SignedRequest): string {
  return `${method}|${action}|${env}|${url}|${body}`.toLowerCase();
}
