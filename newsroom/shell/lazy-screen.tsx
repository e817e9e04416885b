/** A screen in a script of its own. */
import { type ComponentType, useEffect, useState } from 'react';
import { Waiting } from './states.tsx';

/** As `lazy` of React, which shows a screen no earlier than 300 ms after its placeholder, even if the script is there at once. */
export function lazyScreen<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const loaded: { screen?: ComponentType<Props> } = {};
  const read = async () => {
    loaded.screen = (await load()).default;
    return loaded.screen;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each screen, as `lazy` is
  function LazyScreen(props: Props) {
    const [Screen, setScreen] = useState(() => loaded.screen);
    const [failure, setFailure] = useState<{ error: unknown }>();
    useEffect(() => {
      if (Screen) return;
      read().then(
        (screen) => setScreen(() => screen),
        (error: unknown) => setFailure({ error }),
      );
    }, [Screen]);
    if (failure) throw failure.error; // for the boundary
    return Screen ? <Screen {...props} /> : <Waiting />;
  }
  /** Loads the script before the screen is opened; opening it reports a failure. */
  LazyScreen.preload = () => void read().catch(() => undefined);
  return LazyScreen;
}
