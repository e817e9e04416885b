import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useWords } from '../i18n/language.tsx';

/** Mantine names the button that shows the password in English only. */
export function PasswordField(props: PasswordInputProps) {
  const { common } = useWords();
  return <PasswordInput {...props} visibilityToggleButtonProps={{ 'aria-label': common.showPassword }} />;
}
