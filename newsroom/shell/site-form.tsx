/** The form of a site: the first of an installation, or another one. */
import { Alert, Button, Select, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { useLocation } from 'wouter';
import type { ManagedSite } from '../../src/sdk/client.ts';
import { useApi } from '../api/api.ts';
import { useSites } from '../api/queries.ts';
import { useWords } from '../i18n/language.tsx';
import { useLanguages } from '../i18n/languages.ts';
import { zonesWith } from '../i18n/zones.ts';
import { Options } from '../parts/options.tsx';
import { useSignInWords } from '../screens/without-session/words.ts';
import { articlesAddress } from './addresses.ts';
import { usePerson } from './context.ts';
import { useProblems } from './problems.ts';

/** An owner of all sites, and there is none. */
export function FirstSite() {
  const { setup: words } = useSignInWords();
  return (
    <>
      <h1>{words.site}</h1>
      <p className="note">{words.siteIntro}</p>
      <SiteForm />
    </>
  );
}

/** One more, for owners of all sites. */
export function NewSite() {
  const { setup: words } = useSignInWords();
  const { shell } = useWords();
  const [, navigate] = useLocation();
  const [created, setCreated] = useState<ManagedSite>();
  const { data: sites } = useSites(usePerson());
  const isListed = sites?.some(({ id }) => id === created?.id);
  useEffect(() => {
    if (created && isListed) navigate(articlesAddress(created.id), { replace: true });
  }, [created, isListed, navigate]);
  return (
    <div className="sheet narrow">
      <h1>{shell.newSite}</h1>
      <p className="note">{words.newSiteIntro}</p>
      <SiteForm onCreated={setCreated} />
    </div>
  );
}

function SiteForm({ onCreated }: { onCreated?: (site: ManagedSite) => void }) {
  const { problemOf, restOf } = useProblems();
  const { setup: words } = useSignInWords();
  const languages = useLanguages();
  const id = useId();
  const { manage } = useApi();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [locale, setLocale] = useState(() => navigator.language.split('-')[0] ?? '');
  const [timeZone, setTimeZone] = useState(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const create = useMutation({
    mutationFn: () => manage.sites.create({ name, url: url.replace(/\/+$/, ''), locale, time_zone: timeZone }),
    onSuccess: ({ site }) => {
      onCreated?.(site);
      return queries.invalidateQueries({ queryKey: ['sites'] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  const rest = restOf(create.error, ['/name', '/url', '/locale', '/time_zone']);
  return (
    <form className="form" onSubmit={submit}>
      {rest && <Alert color="red">{rest}</Alert>}
      <TextInput
        autoFocus
        error={problemOf(create.error, '/name')}
        label={words.siteName}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        required
        value={name}
        withAsterisk={false}
      />
      <TextInput
        description={words.siteUrlHint}
        error={problemOf(create.error, '/url')}
        label={words.siteUrl}
        onChange={({ currentTarget }) => setUrl(currentTarget.value)}
        required
        type="url"
        value={url}
        withAsterisk={false}
      />
      <TextInput
        description={languages.find(([code]) => code === locale)?.[1] ?? words.localeHint}
        error={problemOf(create.error, '/locale')}
        label={words.locale}
        list={`${id}-languages`}
        onChange={({ currentTarget }) => setLocale(currentTarget.value)}
        required
        value={locale}
        withAsterisk={false}
      />
      <Options id={`${id}-languages`} options={languages} />
      <Select
        allowDeselect={false}
        data={zonesWith(timeZone)}
        error={problemOf(create.error, '/time_zone')}
        label={words.timeZone}
        limit={100}
        onChange={(zone) => setTimeZone(zone ?? timeZone)}
        searchable
        value={timeZone}
      />
      <Button loading={create.isPending} type="submit">
        {words.createSite}
      </Button>
    </form>
  );
}
