/** Wakes one sleeper; a ring while nobody sleeps is kept for the next one. */
export interface Bell {
  ring(): void;
  wait(ms: number): Promise<void>;
}

export function newBell(): Bell {
  let isRung = false;
  let wake: (() => void) | undefined;
  return {
    ring() {
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
      wake = undefined;
      isRung = false;
    },
  };
}
