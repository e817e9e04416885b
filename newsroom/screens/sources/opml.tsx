/** The feeds of a site as a list, and those of another list. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { Link } from 'wouter';
import { useApi } from '../../api/api.ts';
import { useSections } from '../../api/queries.ts';
import { ChoiceField, Labelled } from '../../editor/fields.tsx';
import { useSaid } from '../../i18n/service/use-service-words.ts';
import { Icon } from '../../icons.tsx';
import { nounAddress } from '../../shell/addresses.ts';
import { useSite } from '../../shell/context.ts';
import { useToasts } from '../../shell/toasts.tsx';
import { sources } from './source.ts';
import { useSourceWords } from './words.ts';

export function Opml() {
  const { opml } = useSourceWords();
  const site = useSite();
  return (
    <div className="sheet narrow">
      <Link className="back-link" href={nounAddress(site.id, 'sources')}>
        <Icon name="back" /> {opml.back}
      </Link>
      <h1>{opml.title}</h1>
      <Download />
      <Import />
    </div>
  );
}

function Download() {
  const { opml } = useSourceWords();
  const said = useSaid();
  const site = useSite();
  const { manage } = useApi();
  const toasts = useToasts();
  const download = useMutation({
    mutationFn: async () => (await manage.sources.exportOpml(site.id)).opml.document,
    onSuccess: (document_) => save(document_, `${site.name}.opml`),
    onError: (error) => toasts.show(said.error(error)),
  });
  return (
    <section className="sheet-part">
      <button className="button" disabled={download.isPending} onClick={() => download.mutate()} type="button">
        {opml.export}
      </button>
    </section>
  );
}

function save(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/x-opml' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}

function Import() {
  const { opml, fields } = useSourceWords();
  const said = useSaid();
  const site = useSite();
  const { manage } = useApi();
  const queries = useQueryClient();
  const { data: sections = [] } = useSections(site.id);
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const [section, setSection] = useState<number | null>(null);
  const section_id = section ?? sections[0]?.id ?? 0;
  const run = useMutation({
    mutationFn: async (list: File) => manage.sources.importOpml(site.id, { document: await list.text(), section_id }),
    onSettled: () => queries.invalidateQueries({ queryKey: [sources.key, site.id] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (file) run.mutate(file);
  };
  const results = run.data?.results ?? [];
  const count = (status: number) => results.filter((one) => one.status === status).length;
  const refused = results.filter(({ status }) => ![200, 201, 503].includes(status));
  return (
    <section className="sheet-part">
      <h2>{opml.importTitle}</h2>
      <form className="form" onSubmit={submit}>
        <Labelled id={id} label={opml.file}>
          <input
            accept=".opml,.xml,text/x-opml"
            id={id}
            onChange={({ currentTarget }) => setFile(currentTarget.files?.[0] ?? null)}
            type="file"
          />
        </Labelled>
        <ChoiceField
          label={fields.section}
          onChange={(chosen) => setSection(Number(chosen))}
          options={sections.map((one) => [String(one.id), one.name] as const)}
          value={String(section_id)}
        />
        <button className="button primary" disabled={!file || run.isPending} type="submit">
          {opml.run}
        </button>
      </form>
      <div role="status">
        {run.error && <p className="field-problem">{said.error(run.error)}</p>}
        {run.data && (
          <>
            <p>
              {opml.added(count(201))} · {opml.known(count(200))}
            </p>
            {run.data.remaining > 0 && <p className="field-problem">{opml.left(run.data.remaining)}</p>}
            <ul className="ruled-list">
              {refused.map(({ address, error }) => (
                <li key={address}>
                  <span className="row-name">{address}</span>
                  <p className="note">{error && said.problem(error)}</p>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  );
}
