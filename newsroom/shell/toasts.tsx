/** Short notices at the foot of the page, some with one action, such as Undo. */
import { createContext, useContext } from 'react';
import { useWords } from '../i18n/language.tsx';
import { Icon } from '../icons.tsx';
import { createStore, type Store, useStore } from '../store.ts';

export interface Toast {
  id: number;
  message: string;
  action?: { label: string; run: () => void } | undefined;
  about?: string | undefined;
}

export interface ToastList {
  list: Store<readonly Toast[]>;
  /** A notice `about` the same thing replaces the one before: its Undo would take back something else. */
  show(message: string, action?: Toast['action'], about?: string): void;
  hide(id: number): void;
}

const SHOWN_MS = 10_000;
/** More at once would cover the page: the oldest go. */
const MOST = 3;

export function createToasts(): ToastList {
  const list = createStore<readonly Toast[]>([]);
  let last = 0;
  const hide = (id: number) => list.set(list.get().filter((toast) => toast.id !== id));
  return {
    list,
    hide,
    show(message, action, about) {
      const id = ++last;
      // The same words again replace those that are there.
      const isOld = (toast: Toast) => toast.message === message || (about !== undefined && toast.about === about);
      const others = list.get().filter((toast) => !isOld(toast));
      list.set([...others, { id, message, action, about }].slice(-MOST));
      window.setTimeout(hide, SHOWN_MS, id);
    },
  };
}

const ToastContext = createContext<ToastList | null>(null);
export const ToastProvider = ToastContext.Provider;

export function useToasts(): ToastList {
  const toasts = useContext(ToastContext);
  if (!toasts) throw new Error('ToastProvider is missing.');
  return toasts;
}

export function Toasts() {
  const words = useWords();
  const { list, hide } = useToasts();
  const toasts = useStore(list);
  return (
    <div className="toasts" role="status">
      {toasts.map(({ id, message, action }) => (
        <div className="toast" key={id}>
          <span>{message}</span>
          {action && (
            <button
              className="toast-action"
              onClick={() => {
                hide(id);
                action.run();
              }}
              type="button"
            >
              {action.label}
            </button>
          )}
          <button aria-label={words.common.close} className="toast-close" onClick={() => hide(id)} type="button">
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}
