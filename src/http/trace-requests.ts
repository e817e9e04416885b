/** A span for each request that reaches the router; the statements that it sends are its children. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { runIn, type Span, type Tracing } from '../tracing/span.ts';

/** They are asked every few seconds, and say nothing about the work. */
const PROBES = ['/healthz', '/readyz', '/metrics'];

export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  const end = (request: FastifyRequest, error?: string) => {
    spans.get(request)?.end(error);
    spans.delete(request);
  };
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url;
    if (route === undefined || PROBES.includes(route)) return done();
    const span = tracing.begin({
      kind: 'request',
      name: `${request.method} ${route}`,
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'masthead.request.id': request.id,
      },
      parent: parentOf(request),
    });
    spans.set(request, span);
    runIn(span, done);
  });
  app.addHook('onResponse', async (request, reply) => {
    const caller = request.admission?.admitted.caller.name;
    spans.get(request)?.set({
      'http.response.status_code': reply.statusCode,
      ...(caller ? { 'masthead.caller': caller } : {}),
    });
    end(request, reply.statusCode >= 500 ? `The answer was ${reply.statusCode}.` : undefined);
  });
  app.addHook('onRequestAbort', async (request) => end(request, 'The client closed the connection.'));
}

/** Of a trusted proxy alone: others could write into any trace. */
function parentOf({ headers, ip, socket }: FastifyRequest): string | null {
  const { traceparent } = headers;
  return typeof traceparent === 'string' && ip !== socket.remoteAddress ? traceparent : null;
}
