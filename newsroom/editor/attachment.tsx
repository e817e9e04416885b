/** The post or video that an article is about: one form per kind. */
import { useState } from 'react';
import type { ManagedArticle } from '../../src/sdk/client.ts';
import { ChoiceField, TextField } from './fields.tsx';
import type { OpenArticle } from './use-article.ts';
import { useProblems } from './use-problems.ts';
import { useEditorWords } from './words.ts';
import type { EditorWords } from './words-en.ts';

type Attachments = NonNullable<ManagedArticle['attachments']>;
type Kind = keyof Attachments;

/** Fields that people fill in; what networks add besides is left as it is. */
const FIELDS: Readonly<Record<Kind, readonly (keyof EditorWords['attachment']['fields'])[]>> = {
  video: ['original_url', 'embed_src', 'cover_url', 'service', 'username', 'profile_image_url'],
  facebook_post: [
    'message',
    'from_name',
    'link',
    'link_name',
    'link_description',
    'picture',
    'post_id_str',
    'created_time',
  ],
  instagram_item: [
    'link',
    'caption',
    'username',
    'user_full_name',
    'profile_picture',
    'video_standard_resolution',
    'created_time',
  ],
  tweet: ['url', 'text', 'name', 'screen_name', 'image_url', 'profile_image_url', 'tweet_id_str', 'created_at'],
};
const KINDS = Object.keys(FIELDS) as Kind[];

export function Attachment({ open: { article, set, state } }: { open: OpenArticle }) {
  const problems = useProblems(state);
  const { attachment } = useEditorWords();
  const given = KINDS.find((one) => article.attachments?.[one] !== undefined);
  const [kind, setKind] = useState<Kind | ''>(given ?? '');
  const value = (kind && (article.attachments?.[kind] as Record<string, unknown> | undefined)) || {};
  const choose = (next: string) => {
    setKind(next as Kind | '');
    if (next === '') set({ attachments: null });
  };
  const change = (field: string, text: string) => {
    if (kind === '') return;
    const { [field]: _, ...others } = value;
    const changed = text.trim() === '' ? others : { ...others, [field]: text };
    set({ attachments: Object.keys(changed).length > 0 ? ({ [kind]: changed } as Attachments) : null });
  };
  return (
    <div className="form">
      <ChoiceField
        label={attachment.kind}
        onChange={choose}
        options={[['', attachment.none], ...KINDS.map((one) => [one, attachment[one]] as const)]}
        problem={problems.attachments}
        value={kind}
      />
      {kind !== '' && <p className="field-hint">{attachment.note}</p>}
      {kind !== '' &&
        FIELDS[kind].map((field) => (
          <TextField
            key={`${kind} ${field}`}
            label={attachment.fields[field]}
            onChange={(text) => change(field, text)}
            rows={/^(?:message|text|caption)$/.test(field) ? 3 : 0}
            value={String(value[field] ?? '')}
          />
        ))}
    </div>
  );
}
