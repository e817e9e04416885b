/** The first owner of an installation, and its first site. */
import { Alert, Button, Select, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useApi } from '../api/api.ts';
import { useWords } from '../i18n/language.tsx';
import { useLanguages } from '../i18n/languages.ts';
import { zonesWith } from '../i18n/zones.ts';
import { Options } from '../parts/options.tsx';
import { PasswordField } from '../parts/password-field.tsx';
import { useSignInWords } from '../screens/without-session/words.ts';
import { useProblems } from './problems.ts';
import { useEnter } from './sign-in.tsx';

const EMPTY = { code: '', name: '', email: '', password: '' };

export function Setup({ hasDemo, onSignIn }: { hasDemo: boolean; onSignIn: () => void }) {
  const { problemOf, restOf } = useProblems();
  const { signIn } = useWords();
  const { setup: words } = useSignInWords();
  const { manage } = useApi();
  const enter = useEnter();
  const [fields, setFields] = useState(EMPTY);
  const setup = useMutation({
    mutationFn: () => manage.setup.create(fields),
    onSuccess: ({ person }) => enter(person),
  });
  const given = (name: keyof typeof EMPTY) => ({
    error: problemOf(setup.error, `/${name}`),
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      const { value } = currentTarget;
      setFields((before) => ({ ...before, [name]: value }));
    },
    required: true,
    value: fields[name],
    withAsterisk: false,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setup.mutate();
  };
  const rest = restOf(
    setup.error,
    Object.keys(EMPTY).map((name) => `/${name}`),
  );
  return (
    <>
      <h1>{words.title}</h1>
      <p className="note">{words.intro}</p>
      <form className="form" onSubmit={submit}>
        {rest && <Alert color="red">{rest}</Alert>}
        <TextInput
          {...given('code')}
          autoCapitalize="characters"
          autoComplete="off"
          autoFocus
          description={words.codeHint}
          label={words.code}
        />
        <TextInput {...given('name')} autoComplete="name" label={words.personName} />
        <TextInput {...given('email')} autoComplete="username" label={signIn.email} type="email" />
        <PasswordField
          {...given('password')}
          autoComplete="new-password"
          description={words.passwordHint}
          label={signIn.password}
        />
        <Button loading={setup.isPending} type="submit">
          {words.submit}
        </Button>
      </form>
      <p className="note">
        {hasDemo && words.demoHint}{' '}
        <button className="link" onClick={onSignIn} type="button">
          {words.toSignIn}
        </button>
      </p>
    </>
  );
}

/** An owner of all sites, and there is none. */
export function FirstSite() {
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
    onSuccess: () => queries.invalidateQueries({ queryKey: ['sites'] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  const rest = restOf(create.error, ['/name', '/url', '/locale', '/time_zone']);
  return (
    <>
      <h1>{words.site}</h1>
      <p className="note">{words.siteIntro}</p>
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
    </>
  );
}
