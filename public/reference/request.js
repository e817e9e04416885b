/**
 * @typedef {import('./openapi.js').Operation} Operation
 * @typedef {import('./openapi.js').Parameter} Parameter
 * @typedef {{ method: string, url: string, headers: [string, string][], body: string | null }} PreparedRequest
 * @typedef {{ base: string, values: Map<Parameter, string>, proof: import('./credential.js').Proof,
 *   body: string | null, bodyType: string }} Input
 */

/** @param {Operation} operation @param {Input} input @returns {PreparedRequest} */
export function prepareRequest(operation, { base, values, proof, body, bodyType }) {
  const given = [...values].filter(([, value]) => value !== '');
  const inPlace = (/** @type {string} */ place) => given.filter(([parameter]) => parameter.in === place);
  const query = inPlace('query').flatMap(([parameter, value]) => queryPairs(parameter, value));
  /** @type {[string, string][]} */
  const headers = inPlace('header').map(([parameter, value]) => [parameter.name, value]);
  if (body !== null) headers.push(['Content-Type', bodyType]);
  return {
    method: operation.method,
    url: base + filledPath(operation.path, inPlace('path')) + queryString([...query, ...proof.query]),
    headers: [...headers, ...proof.headers],
    body,
  };
}

/** @param {string} path @param {[Parameter, string][]} values */
function filledPath(path, values) {
  return values.reduce((filled, [{ name }, value]) => filled.replaceAll(`{${name}}`, encoded(value)), path);
}

/** @param {Parameter} parameter @param {string} value @returns {[string, string][]} */
function queryPairs({ name, schema, explode }, value) {
  if (schema.type !== 'array' || !explode) return [[name, value]];
  return value.split(',').map((item) => [name, item.trim()]);
}

/** @param {[string, string][]} pairs */
function queryString(pairs) {
  if (pairs.length === 0) return '';
  return `?${pairs.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')}`;
}

/** Commas stay readable: `fields=id,title`. @param {string} value */
function encoded(value) {
  return encodeURIComponent(value).replaceAll('%2C', ',');
}

/** @param {PreparedRequest} request @returns {string} a command for a POSIX shell */
export function curlCommand({ method, url, headers, body }) {
  const words = [`curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(url)}`];
  words.push(...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`));
  if (body !== null) words.push(`--data-binary ${quoted(body)}`);
  return words.join(' \\\n  ');
}

/** @param {string} text */
function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
