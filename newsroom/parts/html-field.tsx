/** An HTML field in the editor of articles, with its guarantee: untouched HTML is returned unchanged. */
import { lazy, Suspense, useEffect, useRef } from 'react';
import { servedHtml, storedHtml } from '../../src/core/media-text.ts';
import { useApi } from '../api/api.ts';
import { Waiting } from '../shell/states.tsx';
import type { Form } from './use-form.ts';

const Body = lazy(async () => ({ default: (await import('../editor/body.tsx')).Body }));

interface HtmlFieldProps<T> {
  form: Form<T>;
  name: keyof T & string;
  label: string;
}

export function HtmlField<T>({ form, name, label }: HtmlFieldProps<T>) {
  const problem = form.problem(name);
  return (
    <div className="html-field">
      <p className="html-label">{label}</p>
      <Suspense fallback={<Waiting />}>
        <Opened form={form} key={form.revision} label={label} name={name} />
      </Suspense>
      {problem && (
        <p className="field-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

function Opened<T>({ form, name, label }: HtmlFieldProps<T>) {
  const { flush } = form;
  const { mediaUrl } = useApi();
  const onBody = useRef<(body: string) => void>(() => {});
  const own = useRef<() => void>(() => {});
  useEffect(() => {
    flush.set(name, () => own.current());
    return () => {
      flush.delete(name);
    };
  }, [flush, name]);
  const set = useRef(form.set);
  set.current = form.set;
  return (
    <Body
      label={label}
      open={{
        // Pictures of the service are loaded from the page's own host; see pictures.ts.
        article: { body: storedHtml(String(form.value[name] ?? ''), mediaUrl) },
        set: ({ body }) => set.current({ [name]: servedHtml(body, mediaUrl) } as Partial<T>), // a field of HTML
        onBody,
        flush: own,
      }}
    />
  );
}
