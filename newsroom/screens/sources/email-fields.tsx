/** The settings of e-mail: an address of the source, or a mailbox that is read. */
import type { Source } from '../../../src/sdk/client.ts';
import { ChoiceField, TextField } from '../../editor/fields.tsx';
import { FieldGroup, NumberField, WordsField } from '../../parts/form-fields.tsx';
import { PasswordField } from '../../parts/password-field.tsx';
import { Secret } from '../../parts/secret.tsx';
import type { Form } from '../../parts/use-form.ts';
import { type Email, MAILBOX } from './source.ts';
import { useSourceWords } from './words.ts';

interface PartProps {
  form: Form<Source>;
  email: Email;
  set(changed: Partial<Email>): void;
}

export function EmailFields({ form }: { form: Form<Source> }) {
  const { fields } = useSourceWords();
  const { email } = form.value;
  if (!email) return null;
  const set = (changed: Partial<Email>) => form.set({ email: { ...email, ...changed } });
  const part = { form, email, set };
  return (
    <>
      {form.isNew && (
        <ChoiceField
          label={fields.way}
          onChange={(way) => {
            const { allow, unlisted } = email;
            form.set({ email: { allow, unlisted, ...(way === 'imap' ? MAILBOX : { way: 'smtp' }) } });
          }}
          options={[
            ['smtp', fields.ways.smtp],
            ['imap', fields.ways.imap],
          ]}
          value={email.way}
        />
      )}
      {email.way === 'imap' ? <Mailbox {...part} /> : !form.isNew && <Address address={form.value.email_address} />}
      <WordsField
        hint={fields.allowHint}
        label={fields.allow}
        onChange={(allow) => set({ allow })}
        problem={form.problemAt('email/allow')}
        value={email.allow}
      />
      <ChoiceField
        label={fields.unlisted}
        onChange={(unlisted) => set({ unlisted: unlisted === 'refuse' ? 'refuse' : 'hold' })}
        options={[
          ['hold', fields.unlistedHold],
          ['refuse', fields.unlistedRefuse],
        ]}
        value={email.unlisted}
      />
    </>
  );
}

function Address({ address }: { address: string | null }) {
  const { link, mailOff } = useSourceWords();
  return address ? <Secret label={link.mail} value={address} /> : <p className="note">{mailOff}</p>;
}

const SECURITIES = ['tls', 'starttls', 'none'] as const;
const PORTS = { tls: 993, starttls: 143, none: 143 };

function Mailbox({ form, email, set }: PartProps) {
  const { mailbox } = useSourceWords();
  const security = email.security ?? 'tls';
  const text = (name: 'server' | 'user' | 'mailbox' | 'move_to') => ({
    label: mailbox[name],
    placeholder: mailbox.examples[name],
    onChange: (typed: string) => set(typed === '' ? without(name) : { [name]: typed }),
    problem: form.problemAt(`email/${name}`),
    value: email[name] ?? '',
  });
  const without = (name: keyof Email): Partial<Email> => ({ [name]: undefined });
  return (
    <FieldGroup hint={mailbox.hint} title={mailbox.title}>
      <TextField {...text('server')} />
      <ChoiceField
        hint={mailbox.securityHint}
        label={mailbox.security}
        onChange={(chosen) => set({ security: SECURITIES.find((one) => one === chosen) ?? 'tls' })}
        options={SECURITIES.map((one) => [one, mailbox.securities[one]] as const)}
        problem={form.problemAt('email/security')}
        value={security}
      />
      <NumberField
        hint={mailbox.portHint(PORTS[security])}
        label={mailbox.port}
        min={1}
        onChange={(port) => set(port === null ? without('port') : { port })}
        problem={form.problemAt('email/port')}
        value={email.port ?? null}
      />
      <TextField {...text('user')} />
      <PasswordField
        autoComplete="off"
        description={form.isNew ? mailbox.passwordHint : mailbox.passwordKept}
        error={form.problemAt('email/password')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        label={mailbox.password}
        onChange={({ currentTarget: { value } }) => set(value === '' ? without('password') : { password: value })}
        value={email.password ?? ''}
      />
      <TextField {...text('mailbox')} />
      <ChoiceField
        label={mailbox.after}
        onChange={(after) => set({ after: after === 'move' ? 'move' : 'keep' })}
        options={[
          ['keep', mailbox.keep],
          ['move', mailbox.move],
        ]}
        value={email.after ?? 'keep'}
      />
      {email.after === 'move' && <TextField {...text('move_to')} />}
      <TextField
        hint={mailbox.trustedHint}
        label={mailbox.trusted}
        onChange={(typed) => set({ trusted_server: typed === '' ? null : typed })}
        problem={form.problemAt('email/trusted_server')}
        value={email.trusted_server ?? ''}
      />
    </FieldGroup>
  );
}
