/** Wakes one sleeper; a ring while nobody sleeps is kept for the next one. */
export interface WakeSignal {
  wake(): void;
  /** Answers whether it was rung, at the latest after so many milliseconds. */
  wait(ms: number): Promise<boolean>;
}

export function newWakeSignal(): WakeSignal {
  let isRung = false;
  let wake: (() => void) | undefined;
  return {
    wake() {
      isRung = true;
      wake?.();
    },
    async wait(ms) {
      if (!isRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      const wasRung = isRung;
      wake = undefined;
      isRung = false;
      return wasRung;
    },
  };
}
