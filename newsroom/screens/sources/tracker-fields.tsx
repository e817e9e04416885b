/** The settings of a social network, and what it will cost, before it is saved. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { NETWORKS } from '../../../src/core/intake/networks/networks.ts';
import type { NetworkAccount, Source } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { ChoiceField, TextField } from '../../editor/fields.tsx';
import { useLanguage } from '../../i18n/language.tsx';
import { CheckField, FieldGroup, WordsField } from '../../parts/form-fields.tsx';
import { useNounList } from '../../parts/noun.ts';
import type { Form } from '../../parts/use-form.ts';
import { nounAddress } from '../../shell/addresses.ts';
import { useSite } from '../../shell/context.ts';
import { campaigns } from '../campaigns/noun.ts';
import { isTyped, targetOf, targetText } from './source.ts';
import { useSourceWords } from './words.ts';

const MOST = 100;

export function useAccounts(): NetworkAccount[] {
  const { manage } = useApi();
  const site = useSite();
  const { data } = useQuery({
    queryKey: ['accounts', site.id],
    queryFn: async () => {
      const all: NetworkAccount[] = [];
      for await (const one of manage.networkAccounts.list(site.id, { count: MOST })) all.push(one);
      return all;
    },
    staleTime: 60_000,
  });
  return data ?? [];
}

export function TrackerFields({ form }: { form: Form<Source> }) {
  const { fields, cost } = useSourceWords();
  const accounts = useAccounts();
  const { value, set } = form;
  const account = accounts.find(({ id }) => id === value.account_id);
  const site = useSite();
  return (
    <>
      <ChoiceField
        hint={accounts.length === 0 ? cost.none : undefined}
        label={fields.account}
        onChange={(id) => set({ account_id: id === '' ? null : Number(id) })}
        options={[['', fields.noAccount], ...accounts.map(({ id, name }) => [String(id), name] as const)]}
        problem={form.problem('account_id')}
        value={String(value.account_id ?? '')}
      />
      <p>
        <Link href={nounAddress(site.id, 'accounts')}>{cost.connect}</Link>
      </p>
      {account && <Targets form={form} network={account.network} />}
      {account && <Cost account={account} source={value} />}
      <Campaign entryType={account ? NETWORKS[account.network].entryType : null} form={form} />
      <TextField hint={fields.languageHint} label={fields.language} {...form.optional('language')} />
      <CheckField
        label={fields.replies}
        onChange={(include_replies) => set({ include_replies })}
        value={value.include_replies}
      />
    </>
  );
}

const MOST_TARGETS = 20;
const SIGNED = ['hashtag', 'account', 'phrase'] as const;

/** What the network can look for: typed, or ticked. */
function Targets({ form, network }: { form: Form<Source>; network: NetworkAccount['network'] }) {
  const { fields } = useSourceWords();
  const known = NETWORKS[network].targets;
  const { value, set } = form;
  const typed = value.targets.filter(isTyped);
  const ticked = value.targets.filter((target) => !isTyped(target));
  const signs = SIGNED.filter((type) => known.includes(type)).map((type) => fields.targetHints[type]);
  const indexes = Array.from({ length: MOST_TARGETS }, (_, at) => at);
  const problem =
    form.problem('targets') ??
    indexes.map((at) => form.problemAt(`targets/${at}/value`) ?? form.problemAt(`targets/${at}/type`)).find(Boolean);
  return (
    <FieldGroup title={fields.targets}>
      {known.some((type) => isTyped({ type })) && (
        <WordsField
          hint={signs.join(' ')}
          label={fields.lookFor}
          onChange={(texts) => set({ targets: [...ticked, ...texts.map((text) => targetOf(text, known))] })}
          problem={problem}
          value={typed.map(targetText)}
        />
      )}
      {known
        .filter((type) => type === 'own' || type === 'tagged')
        .map((type) => (
          <CheckField
            key={type}
            label={fields.ticked[type]}
            onChange={(isOn) => {
              const others = value.targets.filter((target) => target.type !== type);
              set({ targets: isOn ? [{ type, value: '' }, ...others] : others });
            }}
            value={value.targets.some((target) => target.type === type)}
          />
        ))}
    </FieldGroup>
  );
}

/** Only some networks have a block in the report of a campaign. */
function Campaign({ form, entryType }: { form: Form<Source>; entryType: string | null }) {
  const { fields } = useSourceWords();
  const { data = [] } = useNounList(campaigns);
  const { value, set } = form;
  return (
    <ChoiceField
      hint={entryType === null && value.account_id !== null ? fields.noEntries : fields.campaignHint}
      label={fields.campaign}
      onChange={(id) => set({ campaign_id: id === '' ? null : Number(id) })}
      options={[['', fields.noCampaign], ...data.map(({ id, name }) => [String(id), name] as const)]}
      problem={form.problem('campaign_id')}
      value={String(value.campaign_id ?? '')}
    />
  );
}

function Cost({ account, source }: { account: NetworkAccount; source: Source }) {
  const { cost } = useSourceWords();
  const language = useLanguage();
  const dollars = (cents: number) =>
    new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' }).format(cents / 100);
  const { forecast } = source;
  return (
    <FieldGroup title={cost.label}>
      {account.monthly_cap === null ? (
        <p>{cost.free}</p>
      ) : (
        <>
          <p>{cost.cap(dollars(account.monthly_cap))}</p>
          <p>{cost.spent(dollars(account.spent ?? 0))}</p>
          <p className="note">{cost.each}</p>
        </>
      )}
      {forecast && forecast.posts_per_day !== null && forecast.cents_per_month !== null && (
        <p>
          {cost.forecast(
            Math.ceil(forecast.posts_per_day).toLocaleString(language),
            dollars(forecast.cents_per_month),
            forecast.cents_per_month > forecast.most_cents_per_month,
          )}
        </p>
      )}
    </FieldGroup>
  );
}
