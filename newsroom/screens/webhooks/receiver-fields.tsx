/** The fields of a receiver, new or not. */
import type { NewWebhook, Webhook } from '../../../src/sdk/client.ts';
import { useSections } from '../../api/queries.ts';
import { ChoiceField, TextField } from '../../editor/fields.tsx';
import { CheckField } from '../../parts/form-fields.tsx';
import { useSite } from '../../shell/context.ts';
import { useProblems } from '../../shell/problems.ts';
import { ACTIONS } from './search.ts';
import { useWebhookWords } from './words.ts';

export const FIELDS = ['url', 'section_id', 'actions', 'signature_encoding', 'extra_headers'] as const;
export type Fields = Required<Pick<NewWebhook, (typeof FIELDS)[number]>>;

export const BLANK: Fields = {
  url: '',
  section_id: null,
  actions: [...ACTIONS],
  signature_encoding: 'hex',
  extra_headers: true,
};

export function fieldsOf({ url, section_id, actions, signature_encoding, extra_headers }: Webhook): Fields {
  return { url, section_id, actions, signature_encoding, extra_headers };
}

interface ReceiverFieldsProps {
  value: Fields;
  error: Error | null;
  onChange(fields: Partial<Fields>): void;
}

export function ReceiverFields({ value, error, onChange }: ReceiverFieldsProps) {
  const { form: words, wholeSite } = useWebhookWords();
  const { problemOf } = useProblems();
  const { data: sections = [] } = useSections(useSite().id);
  const { url, section_id, actions, signature_encoding, extra_headers } = value;
  return (
    <>
      <TextField
        hint={words.urlHint}
        label={words.url}
        onChange={(text) => onChange({ url: text })}
        placeholder="https://"
        problem={problemOf(error, '/url')}
        type="url"
        value={url}
      />
      <ChoiceField
        label={words.section}
        onChange={(id) => onChange({ section_id: id === '' ? null : Number(id) })}
        options={[['', wholeSite], ...sections.map(({ id, name }) => [String(id), name] as const)]}
        problem={problemOf(error, '/section_id')}
        value={section_id === null ? '' : String(section_id)}
      />
      <fieldset className="switches">
        <legend>{words.actions}</legend>
        {ACTIONS.map((action) => (
          <CheckField
            key={action}
            label={words.done[action]}
            onChange={(isOn) =>
              onChange({ actions: ACTIONS.filter((one) => (one === action ? isOn : actions.includes(one))) })
            }
            value={actions.includes(action)}
          />
        ))}
      </fieldset>
      <ChoiceField
        label={words.encoding}
        onChange={(encoding) => onChange({ signature_encoding: encoding as Fields['signature_encoding'] })} // one of the options
        options={(['hex', 'base64'] as const).map((one) => [one, words.encodings[one]] as const)}
        value={signature_encoding}
      />
      <CheckField
        label={words.extraHeaders}
        onChange={(isOn) => onChange({ extra_headers: isOn })}
        value={extra_headers}
      />
    </>
  );
}
