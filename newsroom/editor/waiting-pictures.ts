/** Pictures in the text that the browser must not ask for yet: with their description, and without their address. */
import type { Node } from 'prosemirror-model';
import type { NodeViewConstructor } from 'prosemirror-view';
import type { HtmlAttributes } from './schema.ts';

const SHOWN = ['alt', 'title', 'width', 'height'];

export function waitingPictures(isLoaded: (address: string) => boolean): Record<string, NodeViewConstructor> {
  const view: NodeViewConstructor = (node) => ({ dom: pictureOf(node, isLoaded), ignoreMutation: () => true });
  return { image: view, figure_image: view };
}

function pictureOf({ attrs }: Node, isLoaded: (address: string) => boolean): HTMLImageElement {
  const html = attrs.html as HtmlAttributes;
  const made = document.createElement('img');
  for (const name of SHOWN) if (html[name] !== undefined) made.setAttribute(name, html[name]);
  if (isLoaded(html.src ?? '')) made.src = html.src ?? '';
  else made.className = 'waiting-picture';
  return made;
}
