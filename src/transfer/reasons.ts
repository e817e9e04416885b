import type { RequestError } from '../core/errors.ts';

/** `section_id names no section of this site; title is missing` */
export function described(error: RequestError): string {
  const { problems } = error.details;
  return problems
    ? problems.map(({ path, message }) => `${path.slice(1)} ${message}`.trim()).join('; ')
    : error.message;
}
