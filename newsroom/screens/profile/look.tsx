import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import type { Me, MyChange } from '../../../src/sdk/client.ts';
import { useApi } from '../../api/api.ts';
import { LANGUAGES, useLanguage, useWords } from '../../i18n/language.tsx';
import { useSaid } from '../../i18n/service/use-service-words.ts';
import { usePerson } from '../../shell/context.ts';
import { useToasts } from '../../shell/toasts.tsx';
import { useProfileWords } from './words.ts';

const THEMES = ['system', 'light', 'dark'] as const;

/** Each choice is saved at once, because its effect is visible. */
export function Look() {
  const words = useProfileWords();
  const common = useWords();
  const language = useLanguage();
  const person = usePerson();
  const change = useChange();
  const id = useId();
  return (
    <section className="sheet-part">
      <h2>{words.look}</h2>
      <div className="pair-fields">
        <label>
          {words.language}
          <select
            className="field"
            onChange={({ currentTarget }) => change({ language: currentTarget.value })}
            value={language}
          >
            {Object.entries(LANGUAGES).map(([code, { name }]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          {words.theme}
          <select
            className="field"
            onChange={({ currentTarget }) => change({ theme: currentTarget.value as Me['theme'] })} // one of the options
            value={person.theme}
          >
            {THEMES.map((theme) => (
              <option key={theme} value={theme}>
                {common.shell.themes[theme]}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div className="check-field">
        <label>
          <input
            aria-describedby={id}
            checked={person.shortcuts}
            onChange={({ currentTarget }) => change({ shortcuts: currentTarget.checked })}
            type="checkbox"
          />
          {words.shortcuts}
        </label>
        <p className="note" id={id}>
          {words.shortcutsHint}
        </p>
      </div>
    </section>
  );
}

function useChange(): (change: MyChange) => void {
  const said = useSaid();
  const { manage } = useApi();
  const queries = useQueryClient();
  const toasts = useToasts();
  const { mutate } = useMutation({
    mutationFn: (change: MyChange) => manage.me.change(change),
    onSuccess: (saved) => {
      queries.setQueryData(['me'], saved.person);
      queries.setQueryData(['profile'], saved);
    },
    onError: (error) => toasts.show(said.error(error)),
  });
  return mutate;
}
