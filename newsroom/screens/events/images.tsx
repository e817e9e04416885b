/** The images of an event, in an order, from the library. */
import { useState } from 'react';
import type { Event } from '../../../src/sdk/client.ts';
import { TextField } from '../../editor/fields.tsx';
import { MediaPicker } from '../../editor/media-picker.tsx';
import { Icon } from '../../icons.tsx';
import { OrderedList } from '../../parts/ordered-list.tsx';
import { usePictures } from '../../parts/pictures.ts';
import type { Form } from '../../parts/use-form.ts';
import type { EventWords } from './words-en.ts';

type Image = Event['images'][number];

export function Images({ form, words }: { form: Form<Event>; words: EventWords['fields'] }) {
  const { images } = form.value;
  const { thumb } = usePictures();
  const [isPicking, setPicking] = useState(false);
  const set = (next: Image[]) => form.set({ images: next });
  const put = (index: number, fields: Partial<Image>) =>
    set(images.map((image, at) => (at === index ? { ...image, ...fields } : image)));
  // A picture may be there twice.
  const keyOf = (image: Image) => `${image.url} ${images.filter(({ url }) => url === image.url).indexOf(image)}`;
  return (
    <div className="event-images">
      <p className="html-label">{words.images}</p>
      <p className="field-hint">{words.imagesHint}</p>
      <OrderedList
        items={images}
        keyOf={keyOf}
        label={words.images}
        nameOf={(image) => image.caption || words.image(images.indexOf(image) + 1)}
        onChange={set}
      >
        {(image) => {
          const index = images.indexOf(image);
          return (
            <div className="event-image">
              <img alt="" loading="lazy" src={thumb(image.url, 240, 160)} />
              <div className="event-image-fields">
                <TextField
                  label={words.caption}
                  onChange={(caption) => put(index, { caption })}
                  value={image.caption ?? ''}
                />
                <TextField
                  label={words.link}
                  onChange={(link) => put(index, { link: link.trim() === '' ? null : link.trim() })}
                  problem={form.problemAt(`images/${index}/link`)}
                  type="url"
                  value={image.link ?? ''}
                />
              </div>
              <button
                aria-label={words.removeImage(index + 1)}
                className="icon-button"
                onClick={() => set(images.filter((_, at) => at !== index))}
                type="button"
              >
                <Icon name="close" />
              </button>
            </div>
          );
        }}
      </OrderedList>
      <div className="button-row">
        <button className="button" onClick={() => setPicking(true)} type="button">
          {words.addImage}
        </button>
      </div>
      {isPicking && (
        <MediaPicker
          onClose={() => setPicking(false)}
          onPick={({ url, caption }) => {
            setPicking(false);
            set([...images, { url, caption }]);
          }}
        />
      )}
    </div>
  );
}
