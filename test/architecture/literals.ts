/**
 * Finds texts for people that are written into the newsroom's code instead of its catalogues: in JSX, in the attributes that people
 * see or hear, and sentences anywhere else.
 */
import { transform } from 'esbuild';
import { parseAst } from 'vite';

interface Node {
  type: string;
  // biome-ignore lint/suspicious/noExplicitAny: the fields depend on the type
  [field: string]: any;
}

/** Attributes and properties of components whose text reaches people. */
const SEEN =
  /^(aria-(label|description|roledescription|valuetext|placeholder)|title|placeholder|alt|label|description|hint|error|heading|legend|text|message|summary|caption|\w+(Label|Title|Text|Hint|Message|Placeholder))$/;
/** Not of an address or a colour. */
const HAS_LETTERS = /^(?!https?:\/\/|#[\da-f]{6}$).*\p{L}/su;
/** `Try again` and `Saved.`, but not `GET`, `not found` or `Mod-k`. */
const SENTENCE = /^\p{Lu}\p{Ll}*([ ’']\p{L}+.*|\.)$/u;
/** Their messages are for developers. */
const ERRORS = /Error$/;

/** The texts, each once. */
export async function literalsOf(source: string): Promise<string[]> {
  const { code } = await transform(source, { loader: 'tsx', jsx: 'preserve', target: 'esnext' });
  const found = new Set<string>();
  visit(parseAst(code, { jsx: true }) as unknown as Node, (text) => found.add(text));
  return [...found];
}

function visit(node: Node, report: (text: string) => void): void {
  if (node.type === 'NewExpression' && ERRORS.test(node.callee.name ?? '')) return;
  if (node.type === 'ImportDeclaration') return;
  for (const text of textsHere(node)) report(text.trim());
  for (const child of childrenOf(node)) visit(child, report);
}

function textsHere(node: Node): string[] {
  switch (node.type) {
    case 'JSXText':
      return HAS_LETTERS.test(node.value) ? [node.value] : [];
    case 'JSXAttribute':
      return SEEN.test(nameOf(node.name)) ? shown(node.value) : [];
    case 'JSXElement':
    case 'JSXFragment':
      return node.children.flatMap((child: Node) => (child.type === 'JSXExpressionContainer' ? shown(child) : []));
    case 'Literal':
      return typeof node.value === 'string' && SENTENCE.test(node.value) ? [node.value] : [];
    case 'TemplateElement':
      return SENTENCE.test(node.value.cooked.trim()) ? [node.value.cooked] : [];
    default:
      return [];
  }
}

function nameOf({ type, name, namespace }: Node): string {
  return type === 'JSXNamespacedName' ? `${namespace.name}:${name.name}` : name;
}

/** The literals among the values that an expression can have. */
function shown(node: Node | null): string[] {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' && HAS_LETTERS.test(node.value) ? [node.value] : [];
    case 'TemplateLiteral':
      return node.quasis
        .map(({ value }: Node) => value.cooked)
        .filter((text: string) => HAS_LETTERS.test(text))
        .concat(node.expressions.flatMap(shown));
    case 'JSXExpressionContainer':
      return shown(node.expression);
    case 'ConditionalExpression':
      return [...shown(node.consequent), ...shown(node.alternate)];
    case 'LogicalExpression':
      return node.operator === '&&' ? shown(node.right) : [...shown(node.left), ...shown(node.right)];
    case 'BinaryExpression':
      return node.operator === '+' ? [...shown(node.left), ...shown(node.right)] : [];
    default:
      return [];
  }
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === 'object' && value !== null && typeof value.type === 'string');
}
