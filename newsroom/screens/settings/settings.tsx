/** The settings of a site, for owners. */
import { Alert, Button, Select, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ConflictError, type ManagedSite } from '../../../src/sdk/client.ts';
import { accentOf, SURFACES } from '../../accent.ts';
import { useApi } from '../../api/api.ts';
import { useLanguages } from '../../i18n/languages.ts';
import { zonesWith } from '../../i18n/zones.ts';
import { changedFields } from '../../parts/changes.ts';
import { CheckField, ColorField } from '../../parts/form-fields.tsx';
import { LeaveGuard } from '../../parts/leave-guard.tsx';
import { Options } from '../../parts/options.tsx';
import { usePerson, useSite } from '../../shell/context.ts';
import { useProblems } from '../../shell/problems.ts';
import { mayOn } from '../../shell/rights.ts';
import { Failure, NoAccess, Waiting } from '../../shell/states.tsx';
import { useToasts } from '../../shell/toasts.tsx';
import { RemoveSite } from './remove-site.tsx';
import { Rendering, renderingKey } from './rendering.tsx';
import { useSettingsWords } from './words.ts';

interface Loaded {
  site: ManagedSite;
  etag: string | null;
}

export function Settings() {
  const site = useSite();
  return mayOn(usePerson(), 'site', 'write', site.id) ? <OpenSettings /> : <NoAccess />;
}

function OpenSettings() {
  const words = useSettingsWords();
  const { manage } = useApi();
  const { id } = useSite();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['site-settings', id],
    queryFn: async ({ signal }): Promise<Loaded> => manage.sites.read(id, { signal }),
    // Read once: a later answer must not overwrite fields.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  return (
    <div className="sheet narrow">
      <h1>{words.title}</h1>
      <Rendering />
      {isPending && <Waiting />}
      {!isPending && !data && <Failure error={error} onRetry={refetch} />}
      {data && (
        <>
          <SettingsForm key={data.etag} loaded={data} onReload={refetch} />
          <RemoveSite />
        </>
      )}
    </div>
  );
}

const TEXTS = ['name', 'url', 'locale', 'time_zone', 'preview_url'] as const;

function SettingsForm({ loaded, onReload }: { loaded: Loaded; onReload: () => unknown }) {
  const { problemOf, restOf } = useProblems();
  const words = useSettingsWords();
  const [fields, setFields] = useState(loaded.site);
  const id = useId();
  const change = changedFields(loaded.site, fields);
  const isChanged = Object.keys(change).length > 0;
  const save = useSave(loaded);
  const { error } = save;
  const set = (given: Partial<ManagedSite>) => setFields((before) => ({ ...before, ...given }));
  const text = (name: (typeof TEXTS)[number]) => ({
    autoComplete: 'off',
    error: problemOf(error, `/${name}`),
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) =>
      set({ [name]: name === 'preview_url' && value === '' ? null : value }),
    value: fields[name] ?? '',
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged) save.mutate(change);
  };
  const rest = restOf(
    error,
    [...TEXTS, 'brand_color'].map((name) => `/${name}`),
  );
  return (
    <form className="form" noValidate onSubmit={submit}>
      {rest && (
        <Alert color="red">
          {rest}{' '}
          {error instanceof ConflictError && (
            <button className="link" onClick={() => void onReload()} type="button">
              {words.reload}
            </button>
          )}
        </Alert>
      )}
      <TextInput {...text('name')} description={words.nameHint} label={words.name} />
      <TextInput {...text('url')} description={words.urlHint} label={words.url} type="url" />
      <TextInput {...text('locale')} description={words.localeHint} label={words.locale} list={`${id}-languages`} />
      <Options id={`${id}-languages`} options={useLanguages()} />
      <Select
        allowDeselect={false}
        data={zonesWith(loaded.site.time_zone)}
        description={words.timeZoneHint}
        error={problemOf(error, '/time_zone')}
        label={words.timeZone}
        limit={100}
        onChange={(zone) => zone && set({ time_zone: zone })}
        searchable
        value={fields.time_zone}
      />
      <TextInput
        {...text('preview_url')}
        description={words.previewHint}
        label={words.preview}
        placeholder="https://example.com/preview?token={token}"
        type="url"
      />
      <div>
        <ColorField
          hint={words.colorHint}
          label={words.color}
          onChange={(brand_color) => set({ brand_color })}
          problem={problemOf(error, '/brand_color')}
          value={fields.brand_color}
        />
        <AccentSamples color={fields.brand_color} />
      </div>
      <fieldset className="switches">
        <legend>{words.readers}</legend>
        <CheckField
          hint={words.votingHint}
          label={words.voting}
          onChange={(voting_enabled) => set({ voting_enabled })}
          value={fields.voting_enabled}
        />
        <CheckField
          hint={words.closedHint}
          label={words.closed}
          onChange={(api_key_required) => set({ api_key_required })}
          value={fields.api_key_required}
        />
        <CheckField
          hint={words.imagesHint}
          label={words.images}
          onChange={(cache_remote_images) => set({ cache_remote_images })}
          value={fields.cache_remote_images}
        />
      </fieldset>
      <Button disabled={!isChanged} loading={save.isPending} type="submit">
        {words.save}
      </Button>
      <LeaveGuard isDirty={isChanged && !save.isPending} />
    </form>
  );
}

/** What becomes of the colour in either theme. */
function AccentSamples({ color }: { color: string | null }) {
  const words = useSettingsWords();
  const accent = accentOf(color);
  if (!accent) return null;
  return (
    <p className="accent-samples">
      {(['light', 'dark'] as const).map((theme) => (
        <span
          className="accent-sample"
          key={theme}
          style={{ background: SURFACES[theme][0], borderColor: accent[theme], color: accent[theme] }}
        >
          {words.themes[theme]}
        </span>
      ))}
    </p>
  );
}

function useSave({ site, etag }: Loaded) {
  const words = useSettingsWords();
  const { manage } = useApi();
  const queries = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: (change: Partial<ManagedSite>) => manage.sites.change(site.id, change, { ifMatch: etag }),
    onSuccess: ({ rendering, ...saved }) => {
      queries.setQueryData(['site-settings', site.id], saved);
      queries.setQueryData(renderingKey(site.id), rendering);
      void queries.invalidateQueries({ queryKey: ['sites'] });
      toasts.show(words.saved);
    },
  });
}
