import { DOMParser } from 'prosemirror-model';
import { type Command, EditorState, NodeSelection, TextSelection } from 'prosemirror-state';
import { describe, expect, it } from 'vitest';
import { figureOf, insert } from './commands.ts';
import { openBody, writeBody } from './guard.ts';
import { leavePicture, pictureAt, removePicture, setAlt, writeBelow, writeCaption } from './pictures.ts';
import { schema } from './schema.ts';
import { parseSmall } from './testing/small-dom.ts';
import { elementOf } from './write.ts';

const REST = '<p>Before <b class="x">it</b></p>';

/** A body with the picture at this place selected, and a command run on it. */
function at(body: string, position: number) {
  const { doc, sources } = openBody(body, parseSmall);
  let state = EditorState.create({ doc, selection: NodeSelection.create(doc, position) });
  return {
    state: () => state,
    run(command: Command) {
      command(state, (tr) => {
        state = state.apply(tr);
      });
      return writeBody(state.doc, sources);
    },
  };
}
const AFTER_REST = openBody(REST, parseSmall).doc.content.size;

/** As a paste is read. */
const parsed = (html: string) =>
  DOMParser.fromSchema(schema)
    .parse(parseSmall(html) as unknown as Parameters<DOMParser['parse']>[0])
    .child(0);

describe('a picture in the text', () => {
  it('gets alt text, and everything else stays as it was', () => {
    const body = `${REST}<figure class="wide"><img src="/a.jpg" width="640"><figcaption>Sea</figcaption></figure>`;
    const picture = at(body, AFTER_REST + 1);
    expect(picture.run(setAlt('Boats at "Söderkobb"'))).toBe(
      `${REST}<figure class="wide"><img src="/a.jpg" width="640" alt="Boats at &quot;Söderkobb&quot;"><figcaption>Sea</figcaption></figure>`,
    );
    expect(pictureAt(picture.state())).toMatchObject({ alt: 'Boats at "Söderkobb"', src: '/a.jpg' });
  });

  it('is known by its figure and by the cursor in its caption', () => {
    const { doc } = openBody(
      `${REST}<figure><img src="/a.jpg" alt="Sea"><figcaption>Sea</figcaption></figure>`,
      parseSmall,
    );
    const selections = [NodeSelection.create(doc, AFTER_REST), TextSelection.create(doc, AFTER_REST + 4)];
    for (const selection of selections) {
      expect(pictureAt(EditorState.create({ doc, selection }))).toMatchObject({ position: AFTER_REST + 1, alt: 'Sea' });
    }
    expect(pictureAt(EditorState.create({ doc, selection: TextSelection.create(doc, 2) }))).toBeUndefined();
  });

  const figure = (inside = '') => `${REST}<figure><img src="/a.jpg" alt="Sea">${inside}</figure>`;
  const write: Command = (state, dispatch) => {
    dispatch?.(state.tr.insertText('Calm'));
    return true;
  };
  const clear: Command = (state, dispatch) => {
    const { $from } = state.selection;
    dispatch?.(state.tr.delete($from.start(), $from.end()));
    return true;
  };

  it('leaves no empty caption behind, whether nobody has written one or it was deleted', () => {
    const bare = at(figure(), AFTER_REST);
    expect(bare.run(writeCaption)).toBe(figure());
    expect(bare.run(setAlt('Ice'))).toBe(figure().replace('Sea', 'Ice'));
    expect(at(REST, 0).run(insert(figureOf({ src: '/b.jpg' })))).toBe('<figure><img src="/b.jpg"></figure>');
    const captioned = at(figure('<figcaption class="x">Sea</figcaption>'), AFTER_REST);
    captioned.run(writeCaption);
    expect(captioned.run(clear)).toBe(figure());
  });

  it('keeps an empty caption that came with the text', () => {
    const body = figure('<figcaption></figcaption>');
    const picture = at(body, AFTER_REST);
    picture.run(writeCaption);
    expect(picture.run(write)).toBe(figure('<figcaption>Calm</figcaption>'));
    expect(picture.run(clear)).toBe(body);
    expect(picture.run(setAlt('Ice'))).toBe(body.replace('Sea', 'Ice'));
  });

  it('does not get an empty caption by being copied', () => {
    const made = figureOf({ src: '/b.jpg' });
    const came = parsed('<figure><img src="/a.jpg"><figcaption></figcaption></figure>');
    expect([made, came].map((node) => elementOf(node.child(1)))).toEqual([
      ['figcaption', { 'data-new': '' }],
      ['figcaption', {}, 0],
    ]);
    expect(parsed('<figure><img src="/b.jpg"><figcaption data-new=""></figcaption></figure>').eq(made)).toBe(true);
  });

  it('gets a caption, and goes with it', () => {
    const picture = at(`${REST}<figure><img src="/a.jpg" alt="Sea"></figure><p>After</p>`, AFTER_REST);
    picture.run(writeCaption);
    expect(picture.state().selection.$from.parent.type.name).toBe('figcaption');
    expect(picture.run(write)).toContain('<figure><img src="/a.jpg" alt="Sea"><figcaption>Calm</figcaption></figure>');
    expect(picture.run(removePicture)).toBe(`${REST}<p>After</p>`);
  });

  it.each([
    ['the text behind it', `${REST}<figure><img src="/a.jpg"></figure><p>After</p>`, 'After'],
    ['the text before it', `${REST}<figure><img src="/a.jpg"><figcaption>Sea</figcaption></figure>`, 'Before it'],
  ])('is left for %s, and nothing changes', (_, body, text) => {
    const picture = at(body, AFTER_REST);
    expect(picture.run(leavePicture)).toBe(body);
    expect(picture.state().selection.$from.parent.textContent).toBe(text);
    expect(pictureAt(picture.state())).toBeUndefined();
  });

  it.each([
    ['the next paragraph', `${REST}<figure><img src="/a.jpg"></figure><p>After</p>`, 'After'],
    ['a new one before anything else', `${REST}<figure><img src="/a.jpg"></figure><h2>After</h2>`, ''],
    ['a new one at the end', `${REST}<figure><img src="/a.jpg"></figure>`, ''],
  ])('lets writing go on below it, in %s', (_, body, text) => {
    const picture = at(body, AFTER_REST);
    picture.run(writeBelow);
    const { $from } = picture.state().selection;
    expect([$from.parent.type.name, $from.parent.textContent, $from.before() > AFTER_REST]).toEqual([
      'paragraph',
      text,
      true,
    ]);
  });

  it('is left for a new paragraph where there is no text', () => {
    const picture = at('<figure><img src="/a.jpg"></figure>', 0);
    picture.run(leavePicture);
    expect(picture.state().selection.$from.parent.type.name).toBe('paragraph');
  });

  it('within a line has alt text and no caption', () => {
    const picture = at('<p>A <img src="/a.jpg"> sign</p>', 3);
    expect(pictureAt(picture.state())?.figure).toBeUndefined();
    expect(picture.run(setAlt('A buoy'))).toBe('<p>A <img src="/a.jpg" alt="A buoy"> sign</p>');
    expect(writeCaption(picture.state())).toBe(false);
    expect(picture.run(removePicture)).toBe('<p>A  sign</p>');
  });
});
