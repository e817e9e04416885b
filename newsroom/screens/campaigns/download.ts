/** Files that the browser makes itself. */

export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

const MARGIN = 24;
const HEAD = 56;
/** For screens and paper with more pixels than CSS has. */
const SCALE = 2;

/** A picture of a chart with its title, in the colours of the page. */
export async function saveChart(
  name: string,
  chart: HTMLElement,
  { title, note }: { title: string; note: string },
): Promise<void> {
  const { width, height } = chart.getBoundingClientRect();
  const style = getComputedStyle(document.body);
  const canvas = document.createElement('canvas');
  canvas.width = (width + 2 * MARGIN) * SCALE;
  canvas.height = (height + HEAD + 2 * MARGIN) * SCALE;
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.scale(SCALE, SCALE);
  pen.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
  pen.fillStyle = style.backgroundColor;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = style.color;
  pen.font = `600 20px ${getComputedStyle(document.querySelector('h1') ?? document.body).fontFamily}`;
  pen.fillText(title, MARGIN, MARGIN + 16);
  pen.font = `14px ${style.fontFamily}`;
  pen.fillText(note, MARGIN, MARGIN + 40);
  pen.translate(MARGIN, MARGIN + HEAD);
  const svg = chart.querySelector('svg');
  if (svg) await drawSvg(pen, svg, chart);
  else drawTable(pen, chart);
  const file = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (file) saveFile(name, file);
}

const STYLES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'font-size',
  'font-family',
  'font-weight',
  'text-anchor',
  'opacity',
];

/** A picture has no style sheet: every element gets its own. */
async function drawSvg(pen: CanvasRenderingContext2D, svg: SVGSVGElement, chart: HTMLElement): Promise<void> {
  const copy = svg.cloneNode(true) as SVGSVGElement; // of the same kind
  const copies = [...copy.querySelectorAll<SVGElement>('*')];
  for (const [at, original] of [...svg.querySelectorAll('*')].entries()) {
    const computed = getComputedStyle(original);
    for (const name of STYLES) copies[at]?.style.setProperty(name, computed.getPropertyValue(name));
  }
  const [box, outer] = [svg.getBoundingClientRect(), chart.getBoundingClientRect()];
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(box.width));
  copy.setAttribute('height', String(box.height));
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(copy.outerHTML)}`;
  await picture.decode();
  pen.drawImage(picture, box.left - outer.left, box.top - outer.top, box.width, box.height);
}

function drawTable(pen: CanvasRenderingContext2D, chart: HTMLElement): void {
  const table = chart.querySelector('table');
  if (!table) return;
  const outer = table.getBoundingClientRect();
  // A table that scrolls is drawn as a whole.
  for (const cell of table.querySelectorAll('th, td')) {
    const box = cell.getBoundingClientRect();
    const style = getComputedStyle(cell);
    const [left, top] = [box.left - outer.left, box.top - outer.top];
    pen.fillStyle = style.backgroundColor;
    pen.fillRect(left, top, box.width, box.height);
    pen.fillStyle = style.color;
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    pen.textBaseline = 'middle';
    pen.textAlign = style.textAlign === 'center' ? 'center' : style.textAlign === 'right' ? 'right' : 'left';
    const at = { center: left + box.width / 2, right: left + box.width - 4, left: left + 2 }[pen.textAlign];
    pen.fillText((cell as HTMLElement).dataset.text ?? cell.textContent ?? '', at, top + box.height / 2, box.width);
  }
}
