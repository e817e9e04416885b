/**
 * Finds mutable state of modules: `let`, collections that somebody changes, caches and other objects with a life of their own,
 * and packages whose settings are changed. Two applications in one process would share it.
 */
import { transform } from 'esbuild';
import { parseAst } from 'vite';

interface Node {
  type: string;
  // biome-ignore lint/suspicious/noExplicitAny: the fields depend on the type
  [field: string]: any;
}

/** Made once and never changed by their methods. */
const VALUES = ['RegExp', 'URL', 'TextDecoder', 'TextEncoder', 'Date', 'Error', 'Schema'];
const COLLECTIONS = ['Map', 'Set', 'WeakMap', 'WeakSet', 'Array'];
const CHANGING = /^(set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin)$/i;
/** Functions that make something with a life of its own are called so. */
const MAKERS = /^(create|new|open)[A-Z]/;
/** A context of React holds no value of its own, a theme does not change. */
const STATELESS = ['createContext', 'createTheme'];

/** Names of the state that a module has. */
export async function moduleState(source: string, loader: 'ts' | 'tsx' = 'ts'): Promise<string[]> {
  const { code } = await transform(source, { loader, format: 'esm', target: 'esnext' });
  const program = parseAst(code) as unknown as Node;
  const changed = changedNames(program);
  const declarations = program.body.flatMap((node: Node) => declarationOf(node));
  const state = declarations.flatMap(({ kind, declarations: declared }: Node) =>
    declared
      .filter(({ id, init }: Node) => kind !== 'const' || isState(init) || (isCollection(init) && changed.has(id.name)))
      .map(({ id }: Node) => namesIn(id).join()),
  );
  return [...state, ...importsOf(program).filter((name) => changed.has(name))];
}

function declarationOf(node: Node): Node[] {
  const inner = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
  return inner?.type === 'VariableDeclaration' ? [inner] : [];
}

function importsOf(program: Node): string[] {
  return program.body
    .filter(({ type }: Node) => type === 'ImportDeclaration')
    .flatMap(({ specifiers }: Node) => specifiers.map(({ local }: Node) => local.name));
}

/** Runs when the module is loaded, at any depth of the expression. */
function isState(init: Node | null): boolean {
  return evaluated(init).some(({ type, callee }) => {
    if (type === 'NewExpression') return ![...VALUES, ...COLLECTIONS].includes(callee.name) && !isIntl(callee);
    if (type !== 'CallExpression' || callee.type !== 'Identifier') return false;
    return MAKERS.test(callee.name) && !STATELESS.includes(callee.name);
  });
}

function isIntl(callee: Node): boolean {
  return callee.type === 'MemberExpression' && callee.object.name === 'Intl';
}

function isCollection(init: Node | null): boolean {
  return evaluated(init).some(
    ({ type, callee }) =>
      type === 'ArrayExpression' ||
      type === 'ObjectExpression' ||
      (type === 'NewExpression' && COLLECTIONS.includes(callee.name)),
  );
}

/** The expression and its parts, without the bodies of functions. */
function evaluated(node: Node | null): Node[] {
  if (!node || isFunction(node)) return [];
  return [node, ...childrenOf(node).flatMap(evaluated)];
}

/** Names of the module of which some code assigns a part or calls a changing method. */
function changedNames(program: Node): Set<string> {
  const changed = new Set<string>();
  const visit = (node: Node, hidden: string[]) => {
    const name = changedBy(node);
    if (name !== null && !hidden.includes(name)) changed.add(name);
    const inner = isFunction(node) ? [...hidden, ...ownNames(node)] : hidden;
    for (const child of childrenOf(node)) visit(child, inner);
  };
  visit(program, []);
  return changed;
}

function changedBy(node: Node): string | null {
  if (node.type === 'AssignmentExpression') return rootOf(node.left);
  if (node.type === 'UpdateExpression') return rootOf(node.argument);
  if (node.type === 'UnaryExpression' && node.operator === 'delete') return rootOf(node.argument);
  const isChanging = node.type === 'CallExpression' && CHANGING.test(node.callee.property?.name ?? '');
  return isChanging ? rootOf(node.callee) : null;
}

/** `a` of `a.b.c`. */
function rootOf(node: Node): string | null {
  if (node.type !== 'MemberExpression') return null;
  return node.object.type === 'Identifier' ? node.object.name : rootOf(node.object);
}

/** Parameters and variables of a function: they hide names of the module. */
function ownNames({ params, body }: Node): string[] {
  const declared = (node: Node): string[] => {
    if (isFunction(node)) return [];
    return [...(node.type === 'VariableDeclarator' ? namesIn(node.id) : []), ...childrenOf(node).flatMap(declared)];
  };
  return [...params.flatMap(namesIn), ...declared(body)];
}

function isFunction({ type }: Node): boolean {
  return ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(type);
}

/** Names that a pattern binds. */
function namesIn(pattern: Node): string[] {
  if (pattern.type === 'Identifier') return [pattern.name];
  if (pattern.type === 'Property') return namesIn(pattern.value);
  if (pattern.type === 'AssignmentPattern') return namesIn(pattern.left);
  return childrenOf(pattern).flatMap(namesIn);
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value?.type === 'string');
}
