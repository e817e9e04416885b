import { resolver } from '../../outbound/resolve.ts';
import { createOidc, type Oidc, type OidcSettings } from './oidc.ts';

interface Settings {
  oidc: OidcSettings | null;
  webhookAllowPrivate: boolean;
}

/** The provider's own origin may be in a private network: the operator has set it. */
export function openOidc({ oidc, webhookAllowPrivate }: Settings, warn: (message: string) => void): Oidc | null {
  if (!oidc) return null;
  const allowedOrigins = new Set([new URL(oidc.issuer).origin]);
  return createOidc(oidc, {
    guard: { resolve: resolver(true), allowPrivate: webhookAllowPrivate, allowedOrigins },
    warn,
  });
}
