import { deviceOf } from './device.ts';
import { useProfileWords } from './words.ts';

/** `Chrome on Linux` */
export function useDeviceName(): (userAgent: string) => string {
  const { sessions: words } = useProfileWords();
  return (userAgent) => {
    const { browser, system } = deviceOf(userAgent);
    if (browser && system) return words.on(browser, system);
    return browser ?? system ?? words.unknown;
  };
}
