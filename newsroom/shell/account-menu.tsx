/** Language, theme and shortcuts of the signed-in person, and the way out. */
import { Menu } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import type { MyChange } from '../../src/sdk/client.ts';
import { useApi } from '../api/api.ts';
import { LANGUAGES, type Language, useLanguage, useWords } from '../i18n/language.tsx';
import { useSaid } from '../i18n/service/use-service-words.ts';
import { Icon } from '../icons.tsx';
import { profileAddress } from './addresses.ts';
import { usePerson } from './context.ts';
import { useLeave } from './leave.ts';
import { useToasts } from './toasts.tsx';

const SignOutQuestion = lazy(async () => import('./left-text/sign-out-question.tsx'));

const THEMES = ['system', 'light', 'dark'] as const;

interface AccountMenuProps {
  onHelp?: () => void;
  /** Closes the drawer of a phone. */
  onNavigate?: () => void;
}

export function AccountMenu({ onHelp, onNavigate }: AccountMenuProps) {
  const words = useWords();
  const language = useLanguage();
  const person = usePerson();
  const { change, signOut, asking, stay } = useAccount();
  return (
    <>
      <Menu closeOnItemClick={false} withInitialFocusPlaceholder={false} position="top-start" width={240}>
        <Menu.Target>
          <button aria-label={`${words.shell.account}: ${person.name}`} className="account-button" type="button">
            <Icon name="person" />
            <span>{person.name}</span>
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            closeMenuOnClick
            component={Link}
            href={profileAddress()}
            leftSection={<span className="menu-check" />}
            onClick={onNavigate}
          >
            {words.shell.profile}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>{words.shell.language}</Menu.Label>
          {Object.entries(LANGUAGES).map(([code, { name }]) => (
            <Choice isChosen={code === language} key={code} onChoose={() => change({ language: code as Language })}>
              {name}
            </Choice>
          ))}
          <Menu.Label>{words.shell.theme}</Menu.Label>
          {THEMES.map((theme) => (
            <Choice isChosen={person.theme === theme} key={theme} onChoose={() => change({ theme })}>
              {words.shell.themes[theme]}
            </Choice>
          ))}
          <Menu.Divider />
          <Choice isChosen={person.shortcuts} onChoose={() => change({ shortcuts: !person.shortcuts })}>
            {words.shell.shortcuts}
          </Choice>
          {onHelp && (
            <Menu.Item closeMenuOnClick leftSection={<span className="menu-check" />} onClick={onHelp}>
              {words.shell.keys}
            </Menu.Item>
          )}
          <Menu.Item component="a" href="/docs" leftSection={<span className="menu-check" />}>
            {words.shell.reference}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<span className="menu-check" />} onClick={() => signOut()}>
            {words.shell.signOut}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asking > 0 && (
        <Suspense>
          <SignOutQuestion count={asking} onSignOut={() => signOut(true)} onStay={stay} />
        </Suspense>
      )}
    </>
  );
}

interface ChoiceProps {
  isChosen: boolean;
  onChoose: () => void;
  children: string;
}

function Choice({ isChosen, onChoose, children }: ChoiceProps) {
  return (
    <Menu.CheckboxItem checked={isChosen} checkIcon={<Icon name="check" />} onChange={onChoose}>
      {children}
    </Menu.CheckboxItem>
  );
}

function useAccount() {
  const said = useSaid();
  const { manage } = useApi();
  const queries = useQueryClient();
  const toasts = useToasts();
  const onError = (error: Error) => toasts.show(said.error(error));
  const { mutate: change } = useMutation({
    mutationFn: (fields: MyChange) => manage.me.change(fields),
    onSuccess: ({ person }) => queries.setQueryData(['me'], person),
    onError,
  });
  const person = usePerson();
  const leave = useLeave();
  /** Of how many articles only this device has the last text. */
  const [asking, setAsking] = useState(0);
  const { mutate } = useMutation({
    mutationFn: async (isSure: boolean) => {
      const left = isSure ? 0 : await countLeft(person.id);
      if (left === 0) await manage.sessions.signOut();
      return left;
    },
    onSuccess: (left) => {
      setAsking(left);
      if (left === 0) leave();
    },
    onError,
  });
  return { change, signOut: (isSure = false) => mutate(isSure), asking, stay: () => setAsking(0) };
}

/** The code of the journal comes with the editor; without it nothing was written here. */
async function countLeft(personId: number): Promise<number> {
  const journal = await import('../editor/open-journal.ts').catch(() => undefined);
  return (await journal?.articlesWithText(`person:${personId}`, true))?.length ?? 0;
}
