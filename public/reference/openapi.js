/**
 * @typedef {Record<string, any>} Json A part of the OpenAPI document; its shape is read defensively.
 * @typedef {{ name: string, in: string, required: boolean, description?: string, schema: Json, example: unknown,
 *   explode: boolean, deprecated: boolean }} Parameter
 * @typedef {{ type: string, schema: Json, example: unknown, note: string }} Media `note`: what the example leaves out
 * @typedef {{ label: string, source: string }} Sample
 * @typedef {{ required: boolean, description?: string, media: Media[] }} Body
 * @typedef {{ status: string, description: string, media: Media[], headers: [string, string][] }} Response
 * @typedef {Json & { id: string }} SecurityScheme
 * @typedef {{ id: string, method: string, path: string, tag: string, noun: string, summary: string,
 *   description?: string, deprecated: boolean, webhook: boolean, parameters: Parameter[], body: Body | null,
 *   responses: Response[], security: SecurityScheme[][], samples: Sample[] }} Operation `security`: any one of the lists lets a call in
 * @typedef {{ name: string, operations: Operation[] }} Noun
 * @typedef {{ name: string, description?: string, nouns: Noun[] }} Group
 */

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'];
const MAX_REFERENCES = 20;

/** @param {string} address @returns {Promise<Json>} */
export async function loadDocument(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the server answered ${response.status} ${response.statusText}`.trim());
  const doc = await response.json();
  if (!doc?.openapi || !doc.paths) throw new Error('the answer is not an OpenAPI document');
  return doc;
}

/** @param {Json} doc @returns {Operation[]} */
export function operationsOf(doc) {
  return [...itemOperations(doc, doc.paths, false), ...itemOperations(doc, doc.webhooks, true)];
}

/** @param {Json} doc @param {Json | undefined} items @param {boolean} webhook */
function itemOperations(doc, items, webhook) {
  return Object.entries(items ?? {}).flatMap(([path, reference]) => {
    const item = resolve(doc, reference);
    const methods = METHODS.filter((method) => item[method]);
    return methods.map((method) => operation(doc, { path, method, item, webhook }));
  });
}

/**
 * @param {Json} doc
 * @param {{ path: string, method: string, item: Json, webhook: boolean }} place
 * @returns {Operation}
 */
function operation(doc, { path, method, item, webhook }) {
  const source = item[method];
  return {
    id: source.operationId ?? `${method}${path}`.replace(/[^A-Za-z0-9]+/g, '-').replace(/-$/, ''),
    method: method.toUpperCase(),
    path,
    tag: source.tags?.[0] ?? (webhook ? 'Notifications' : 'Other'),
    noun: webhook ? 'Webhooks' : nounOf(path),
    summary: source.summary ?? path,
    description: source.description,
    deprecated: source.deprecated === true,
    webhook,
    parameters: parameters(doc, item.parameters, source.parameters),
    body: source.requestBody ? body(doc, resolve(doc, source.requestBody)) : null,
    responses: Object.entries(source.responses ?? {}).map(([status, response]) => responseOf(doc, status, response)),
    security: security(doc, source.security ?? doc.security ?? []),
    samples: source['x-codeSamples'] ?? [],
  };
}

/**
 * The noun an address is about: /v1/manage/sites/{site_id}/article-categories/{id} is about article categories.
 * @param {string} path
 */
function nounOf(path) {
  const words = path.split('/').filter((segment) => segment && !segment.startsWith('{'));
  const nouns = words.filter((word) => !/^v\d+$/.test(word) && word !== 'manage');
  const noun = (nouns[0] === 'sites' && nouns[1]) || nouns[0] || 'root';
  const spaced = noun.replace(/[-_]/g, ' ');
  return spaced === 'api keys' ? 'API keys' : spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** @param {Json} doc @param {Json[]} [shared] @param {Json[]} [own] @returns {Parameter[]} */
function parameters(doc, shared = [], own = []) {
  const byPlace = new Map();
  for (const reference of [...shared, ...own]) {
    const parameter = resolve(doc, reference);
    byPlace.set(`${parameter.in} ${parameter.name}`, parameter);
  }
  return [...byPlace.values()].map((parameter) => ({
    name: parameter.name,
    in: parameter.in,
    required: parameter.required === true || parameter.in === 'path',
    description: parameter.description ?? resolve(doc, parameter.schema).description,
    schema: parameter.schema ?? {},
    example: firstExample(doc, parameter)?.value,
    explode: parameter.explode ?? true,
    deprecated: parameter.deprecated === true,
  }));
}

/** @param {Json} doc @param {Json} source @returns {Body} */
function body(doc, source) {
  return { required: source.required === true, description: source.description, media: media(doc, source.content) };
}

/** @param {Json} doc @param {string} status @param {Json} reference @returns {Response} */
function responseOf(doc, status, reference) {
  const source = resolve(doc, reference);
  const headers = Object.entries(source.headers ?? {});
  return {
    status,
    description: source.description ?? '',
    media: media(doc, source.content),
    headers: headers.map(([name, header]) => [name, resolve(doc, header).description ?? '']),
  };
}

/** @param {Json} doc @param {Json} [content] @returns {Media[]} */
function media(doc, content = {}) {
  return Object.entries(content).map(([type, entry]) => ({
    type,
    schema: entry.schema ?? {},
    example: firstExample(doc, entry)?.value,
    note: firstExample(doc, entry)?.description ?? '',
  }));
}

/** @param {Json} doc @param {Json} holder a parameter or a media type @returns {Json | undefined} */
function firstExample(doc, holder) {
  if (holder.example !== undefined) return { value: holder.example };
  const named = Object.values(holder.examples ?? {})[0];
  return named === undefined ? undefined : resolve(doc, named);
}

/** @param {Json} doc @param {Json[]} alternatives @returns {SecurityScheme[][]} */
function security(doc, alternatives) {
  const schemes = doc.components?.securitySchemes ?? {};
  return alternatives.map((needed) => Object.keys(needed).map((id) => ({ ...resolve(doc, schemes[id]), id })));
}

/**
 * Groups by tag, in the order the document lists its tags, and by noun within a tag.
 * @param {Json} doc
 * @param {Operation[]} operations
 * @returns {Group[]}
 */
export function groupsOf(doc, operations) {
  const described = new Map((doc.tags ?? []).map((/** @type {Json} */ tag) => [tag.name, tag.description]));
  const names = new Set([...described.keys(), ...operations.map((operation) => operation.tag)]);
  return [...names]
    .map((name) => {
      const own = operations.filter((operation) => operation.tag === name);
      return { name, description: described.get(name), nouns: nounsOf(own) };
    })
    .filter((group) => group.nouns.length > 0);
}

/** @param {Operation[]} operations @returns {Noun[]} */
function nounsOf(operations) {
  const names = [...new Set(operations.map((operation) => operation.noun))];
  return names.map((name) => ({ name, operations: operations.filter((operation) => operation.noun === name) }));
}

/**
 * Follows `$ref` within the document. Siblings of `$ref` add to the target, as JSON Schema 2020-12 has it.
 * @param {Json} doc
 * @param {Json | undefined} node
 * @returns {Json}
 */
export function resolve(doc, node) {
  let found = node ?? {};
  for (let hops = 0; typeof found.$ref === 'string' && hops < MAX_REFERENCES; hops += 1) {
    const { $ref, ...siblings } = found;
    found = { ...target(doc, $ref), ...siblings };
  }
  return found;
}

/** @param {Json} doc @param {string} reference @returns {Json} */
function target(doc, reference) {
  if (!reference.startsWith('#')) return doc.components?.schemas?.[reference] ?? {};
  const steps = reference.split('/').slice(1);
  const keys = steps.map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
  return keys.reduce((node, key) => node?.[key], doc) ?? {};
}

/**
 * The base of every path on this page's own origin: the path part of the document's first server.
 * @param {Json} doc
 */
export function basePath(doc) {
  const server = doc.servers?.[0] ?? {};
  const address = String(server.url ?? '/').replace(
    /\{([^}]+)\}/g,
    (_, name) => server.variables?.[name]?.default ?? '',
  );
  try {
    return new URL(address, location.origin).pathname.replace(/\/$/, '');
  } catch {
    return '';
  }
}
