/** The hosts of DATABASE_URL, which may name several as libpq allows. */

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)([^#]*)/;
const ATTRIBUTE = /([?&])target_session_attrs=([^&]*)&?/;
/** A process that writes cannot use others. */
const ACCEPTED = ['any', 'read-write', 'primary'];

/** One address a host; null if the URL asks for hosts that cannot be used. */
export function serverAddresses(url: string): string[] | null {
  const [, head = '', hosts = '', tail = ''] = PARTS.exec(url) ?? [];
  const [, , wanted = 'any'] = ATTRIBUTE.exec(tail) ?? [];
  const rest = tail.replace(ATTRIBUTE, '$1').replace(/[?&]$/, '');
  const named = hosts.split(',');
  if (!ACCEPTED.includes(wanted) || (named.length > 1 && named.includes(''))) return null;
  return named.map((host) => `${head}${host}${rest}`);
}
