/** The body on the screen: ProseMirror with our schema, and the body as HTML whenever writing pauses. */
import { baseKeymap } from 'prosemirror-commands';
import { dropCursor } from 'prosemirror-dropcursor';
import { gapCursor } from 'prosemirror-gapcursor';
import { closeHistory, history, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { DOMSerializer, type Node } from 'prosemirror-model';
import { type Command, EditorState, type Transaction } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { clickBelow } from './below.ts';
import { keys } from './commands.ts';
import { addSources, openBody, type Sources, writeBody } from './guard.ts';
import { type KeptWords, keptView } from './kept-view.ts';
import { parseInPage } from './parse.ts';
import { cleanPaste, type Pasted } from './paste.ts';
import { bodyReplaced } from './replace.ts';
import { schema } from './schema.ts';
import { typingRules } from './typing.ts';
import { waitingPictures } from './waiting-pictures.ts';
import { elementOf } from './write.ts';

/** Serialising the body takes milliseconds: it waits for a pause in typing, but not for long. */
const PAUSE = 200;
const LONGEST_PAUSE = 1_000;
const everything = () => true;

export interface BodyOptions {
  place: HTMLElement;
  body: string;
  label: string;
  words: KeptWords;
  keys: Record<string, Command>;
  onBody(body: string): void;
  onState(state: EditorState): void;
  /** Pasted from another program; `plain` pastes it again without formatting, if there is text. */
  onPasted(pasted: Pasted, plain: (() => void) | undefined): void;
  onFiles(files: File[]): void;
  isReadOnly?(): boolean;
  /** Which pictures the browser may ask for; by default all. */
  isLoaded?: ((address: string) => boolean) | undefined;
}

export interface BodyView {
  state(): EditorState;
  run(command: Command): void;
  /** The same, while the focus is elsewhere and stays there. */
  change(command: Command): void;
  focus(): void;
  /** Flushes changes since the last pause. */
  flush(): void;
  /** Shows another body, and leaves equal blocks untouched. */
  replace(body: string): void;
  /** Asks again whether the body may be changed. */
  refresh(): void;
  destroy(): void;
}

export function createBodyView(options: BodyOptions): BodyView {
  const { place, body, label, onBody, onState } = options;
  const { doc, sources } = openBody(body, parseInPage);
  const pause = createPause(() => onBody(writeBody(view.state.doc, sources)));
  const view: EditorView = new EditorView(place, {
    state: EditorState.create({ doc, plugins: plugins(options.keys) }),
    attributes: {
      'aria-label': label,
      'aria-multiline': 'true',
      role: 'textbox',
      class: 'body-text',
      spellcheck: 'true',
      // Markers of lists and quotations are on the side where the text begins.
      dir: 'auto',
    },
    editable: () => !options.isReadOnly?.(),
    clipboardSerializer: clipboardSerializer(),
    dispatchTransaction(transaction) {
      view.updateState(view.state.apply(transaction));
      if (transaction.docChanged && !transaction.getMeta('remote')) pause.touch();
      onState(view.state);
    },
    nodeViews: {
      ...(options.isLoaded ? waitingPictures(options.isLoaded) : {}),
      kept: (node, inside, position) =>
        keptView(node, options.words, options.isLoaded ?? everything, (source) =>
          inside.dispatch(keptReplaced(inside, node, position() ?? 0, source, sources)),
        ),
    },
    handleDOMEvents: { mousedown: clickBelow },
    ...pasting(options),
  });
  onState(view.state);
  return {
    state: () => view.state,
    run: (command) => {
      command(view.state, view.dispatch, view);
      view.focus();
    },
    change: (command) => void command(view.state, view.dispatch, view),
    focus: () => view.focus(),
    flush: pause.flush,
    replace: (next) =>
      view.dispatch(bodyReplaced(view.state, openBody(next, parseInPage), sources).setMeta('remote', true)),
    refresh: () => view.setProps({}),
    destroy: () => {
      pause.flush();
      view.destroy();
    },
  };
}

function plugins(more: Record<string, Command>) {
  return [
    typingRules(),
    keymap({ ...keys, ...more }),
    keymap(baseKeymap),
    history(),
    dropCursor({ class: 'drop-cursor' }),
    gapCursor(),
  ];
}

function pasting({ onPasted, onFiles }: BodyOptions) {
  const isOwn = (html: string) => html.includes('data-pm-slice');
  let pasted: Pasted | undefined;
  return {
    // Before `handlePaste`, which says what has become of it.
    transformPastedHTML(html: string) {
      if (isOwn(html)) return html;
      pasted = cleanPaste(parseInPage(html));
      return pasted.html;
    },
    handlePaste(view: EditorView, { clipboardData }: ClipboardEvent) {
      const files = [...(clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
      const [html, text] = ['text/html', 'text/plain'].map((type) => clipboardData?.getData(type) ?? '');
      // A single picture of Word comes as HTML with the path of a file, and as the picture itself.
      if (files.length > 0 && (!html || pasted?.html === '')) {
        pasted = undefined;
        onFiles(files);
        return true;
      }
      if (html && !isOwn(html) && pasted) {
        // Undo takes back the paste alone, not what was typed just before.
        view.dispatch(closeHistory(view.state.tr));
        onPasted(pasted, text ? () => pastePlain(view, text) : undefined);
        pasted = undefined;
      }
      return false;
    },
    handleDrop(_: EditorView, { dataTransfer }: DragEvent) {
      pasted = undefined;
      const files = [...(dataTransfer?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
      if (files.length > 0) onFiles(files);
      return files.length > 0;
    },
  };
}

function pastePlain(view: EditorView, text: string): void {
  undo(view.state, view.dispatch);
  view.pasteText(text);
  view.focus();
}

/** The clipboard gets the real elements with all their attributes; the screen does not. */
function clipboardSerializer(): DOMSerializer {
  const { marks } = schema;
  return new DOMSerializer(
    {
      ...DOMSerializer.nodesFromSchema(schema),
      ...Object.fromEntries(
        Object.keys(schema.nodes)
          .filter((name) => name !== 'text' && name !== 'doc')
          .map((name) => [name, elementOf]),
      ),
    },
    Object.fromEntries(Object.keys(marks).map((name) => [name, (mark) => [name, mark.attrs.html, 0]])),
  );
}

function createPause(run: () => void) {
  let timer: number | undefined;
  let since = 0;
  const flush = () => {
    if (timer === undefined) return;
    window.clearTimeout(timer);
    timer = undefined;
    run();
  };
  return {
    flush,
    touch() {
      const now = performance.now();
      if (timer === undefined) since = now;
      window.clearTimeout(timer);
      timer = window.setTimeout(flush, Math.max(0, Math.min(PAUSE, since + LONGEST_PAUSE - now)));
    },
  };
}

function keptReplaced(
  { state }: EditorView,
  node: Node,
  position: number,
  source: string,
  sources: Sources,
): Transaction {
  const opened = openBody(source, parseInPage);
  addSources(sources, opened.sources);
  return state.tr.replaceWith(position, position + node.nodeSize, opened.doc.content);
}
