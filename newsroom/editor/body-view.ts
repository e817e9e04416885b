/** The body on the screen: ProseMirror with our schema, and the body as HTML whenever writing pauses. */
import { baseKeymap } from 'prosemirror-commands';
import { dropCursor } from 'prosemirror-dropcursor';
import { gapCursor } from 'prosemirror-gapcursor';
import { history } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { DOMSerializer, type Node } from 'prosemirror-model';
import { type Command, EditorState, type Transaction } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { clickBelow } from './below.ts';
import { keys } from './commands.ts';
import { addSources, openBody, type Sources, writeBody } from './guard.ts';
import { type KeptWords, keptView } from './kept-view.ts';
import { parseInPage } from './parse.ts';
import { belowPlayers, type PastingOptions, pasting } from './pasting.ts';
import { bodyReplaced } from './replace.ts';
import { schema } from './schema.ts';
import { typingRules } from './typing.ts';
import { waitingPictures } from './waiting-pictures.ts';
import { elementOf } from './write.ts';

/** Serialising the body takes milliseconds: it waits for a pause in typing, but not for long. */
const PAUSE = 200;
const LONGEST_PAUSE = 1_000;
const everything = () => true;

export interface BodyOptions extends PastingOptions {
  place: HTMLElement;
  body: string;
  label: string;
  words: KeptWords;
  keys: Record<string, Command>;
  onBody(body: string): void;
  onState(state: EditorState): void;
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
    belowPlayers(),
    keymap({ ...keys, ...more }),
    keymap(baseKeymap),
    history(),
    dropCursor({ class: 'drop-cursor' }),
    gapCursor(),
  ];
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
