/** A collector of OpenTelemetry on loopback, which keeps the spans that arrive as JSON (OTLP/HTTP). */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { atFileEnd } from './at-file-end.ts';

export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  links: { traceId: string }[];
  attributes: Record<string, string | number>;
  status: { code: number; message?: string };
  resource: Record<string, string | number>;
}

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number };
}

interface Exported {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<CollectedSpan, 'attributes' | 'resource'> & { attributes: Attribute[] })[] }[];
  }[];
}

/** Where `npm test` installs the packages of OpenTelemetry, as operators do beside Masthead. */
export const PACKAGES = fileURLToPath(new URL('../scripts/test-tools/', import.meta.url));

export interface Collector {
  url: string;
  spans: CollectedSpan[];
  named(name: string): CollectedSpan[];
  /** The spans of the trace of this one. */
  traceOf(span: CollectedSpan | undefined): CollectedSpan[];
}

export async function collector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      if (request.url === '/v1/traces') spans.push(...spansIn(JSON.parse(Buffer.concat(parts).toString('utf8'))));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  atFileEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    named: (name) => spans.filter((one) => one.name === name),
    traceOf: (span) => spans.filter(({ traceId }) => traceId === span?.traceId),
  };
}

function spansIn({ resourceSpans }: Exported): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        attributes: valuesOf(span.attributes),
        resource: valuesOf(resource.attributes),
      })),
    ),
  );
}

function valuesOf(attributes: Attribute[]): Record<string, string | number> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)] as const),
  );
}
