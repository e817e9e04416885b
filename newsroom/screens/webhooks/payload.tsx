/** The request as it was sent, and a check of its signature. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeliveryPayload } from '../../../src/sdk/client.ts';
import { TextField } from '../../editor/fields.tsx';
import { signatureIn, signaturesBy } from './signature-check.ts';
import { useWebhookWords } from './words.ts';

export function Payload({ payload: { body, headers }, url }: { payload: DeliveryPayload; url: string }) {
  const { delivery: words } = useWebhookWords();
  return (
    <>
      <h3>{words.requestHeaders}</h3>
      {headers ? <Headers headers={headers} /> : <p className="note">{words.neverSent}</p>}
      <h3>{words.body}</h3>
      <textarea aria-label={words.body} className="raw" readOnly rows={12} value={body} />
      <Check signed={signatureIn({ url, body, headers: headers ?? {} })} />
    </>
  );
}

export function Headers({ headers }: { headers: Readonly<Record<string, string>> }) {
  return (
    <dl className="raw-headers">
      {Object.entries(headers).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Check({ signed }: { signed: ReturnType<typeof signatureIn> }) {
  const { check: words } = useWebhookWords().delivery;
  const [secret, setSecret] = useState('');
  const { data } = useQuery({
    queryKey: ['signature', secret, signed],
    queryFn: async () => signed !== null && (await signaturesBy(secret, signed.text)).includes(signed.sent),
    enabled: secret !== '' && window.isSecureContext,
    // The secret is part of the key: forget it with the page.
    gcTime: 0,
  });
  return (
    <div className="form signature-check">
      <h3>{words.title}</h3>
      {!window.isSecureContext && <p className="note">{words.insecure}</p>}
      {!signed && <p className="note">{words.none}</p>}
      {signed && window.isSecureContext && (
        <>
          <TextField hint={words.hint} label={words.secret} onChange={setSecret} value={secret} />
          <p data-right={data} role="status">
            {secret !== '' && data !== undefined && (data ? words.right : words.wrong)}
          </p>
        </>
      )}
      {signed && (
        <details>
          <summary>{words.text}</summary>
          <pre className="raw">{signed.text}</pre>
        </details>
      )}
    </div>
  );
}
