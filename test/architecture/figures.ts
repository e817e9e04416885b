/** The figures of STYLE.md, counted on formatted source. */

export function linesOf(text: string): number {
  return text.trimEnd().split('\n').length;
}

export function percentile90(numbers: number[]): number {
  return [...numbers].sort((one, other) => one - other)[Math.floor(0.9 * (numbers.length - 1))] ?? 0;
}

const FUNCTION = /(\bfunction\b.*|=>|^\s*(?:(?:static|async|override|get|set|\*) )*[#\w]+\(.*\).*|^\s*\)(: .*)?) \{$/;
const BLOCK = /^\s*(if|for|while|switch|else|try|catch|do|\} else|\} catch)\b/;

/** The lengths of functions, from the line that opens the body to the line that closes it. */
export function functionLengths(text: string): number[] {
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    if (!FUNCTION.test(line) || (BLOCK.test(line) && !line.endsWith('=> {'))) return [];
    const indent = line.match(/^ */)?.[0] ?? '';
    const length = lines.slice(at + 1).findIndex((later) => later.startsWith(`${indent}}`));
    return length < 0 ? [] : [length + 2];
  });
}
