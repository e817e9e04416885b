/** A key of a partner, shown once. Owners create keys. */
import { useState } from 'react';
import type { Source } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { useSaid } from '../../i18n/service/use-service-words.ts';
import { Secret } from '../../parts/secret.tsx';
import { useConfirmed } from '../../shell/confirm.tsx';
import { usePerson, useSite } from '../../shell/context.ts';
import { mayOn } from '../../shell/rights.ts';
import { useSourceWords } from './words.ts';

export function GuestKey({ source }: { source: Pick<Source, 'id' | 'name'> }) {
  const { key: words } = useSourceWords();
  const said = useSaid();
  const site = useSite();
  const person = usePerson();
  const { manage } = useApi();
  const [key, setKey] = useState<string | null>(null);
  const create = useConfirmed(
    (name: string) =>
      manage.apiKeys.create({ name, scopes: ['guest:write'], site_ids: [site.id], source_id: source.id }),
    ({ api_key }) => setKey(api_key.key),
  );
  return (
    <section aria-label={words.title} className="noun-group">
      <h2>{words.title}</h2>
      <p className="field-hint">{words.hint}</p>
      {key !== null && <Secret label={words.label} value={key} />}
      {mayOn(person, 'keys', 'write', site.id) ? (
        <button
          className="button"
          disabled={create.isPending}
          onClick={() => create.run(words.name(source.name))}
          type="button"
        >
          {words.create}
        </button>
      ) : (
        <p className="note">{words.owners}</p>
      )}
      {create.error && (
        <p className="field-problem" role="alert">
          {said.error(create.error)}
        </p>
      )}
      {create.dialog}
    </section>
  );
}
