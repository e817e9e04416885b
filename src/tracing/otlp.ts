/**
 * Spans for a collector, by OTLP/HTTP with the official SDK. Operators who want traces install its packages (docs/decisions/066); they are
 * loaded only then. The SDK reads its own settings (`OTEL_…`) from the environment.
 */
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { badConfiguration } from '../core/errors.ts';
import type { Packages, SdkSpan, SpanContext } from './sdk.ts';
import type { Beginning, Span, Tracing } from './span.ts';

export interface TracingOptions {
  version: string;
  warn(message: string): void;
  /** The module whose packages are used. */
  from?: string;
}

/** The newest that run on Node.js 20.19: from 3.0 and 0.300 on they need 22.15. */
export const PACKAGES = [
  '@opentelemetry/api@1.9',
  '@opentelemetry/resources@2',
  '@opentelemetry/sdk-trace-base@2',
  '@opentelemetry/exporter-trace-otlp-http@0.223',
];
/** Of the SDK: one that serves, one that asks a server, one that takes from a queue. */
const CLIENT = 2;
const KINDS = { request: 1, delivery: CLIENT, job: 4 };
const ERROR = 2;
const LONGEST_MESSAGE = 500;
/** Less than the process has to stop. */
const FLUSH_MS = 2_000;
/** A collector that is down must not fill the log. */
const WARN_EVERY_MS = 60_000;
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

export function openTracing({ version, warn, from = import.meta.url }: TracingOptions): Tracing {
  const { api, base, resources, exporter } = loaded(from);
  api.diag.setLogger(seldom(warn), { logLevel: api.DiagLogLevel.WARN });
  const named = resources.resourceFromAttributes({ 'service.name': 'masthead', 'service.version': version });
  const provider = new base.BasicTracerProvider({
    // What OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES say wins.
    resource: resources
      .defaultResource()
      .merge(named)
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new base.BatchSpanProcessor(new exporter.OTLPTraceExporter())],
  });
  const tracer = provider.getTracer('masthead', version);
  const contextOf = (parent: string | null) => {
    const context = parent === null ? null : spanContext(parent);
    return context ? api.trace.setSpanContext(api.ROOT_CONTEXT, context) : api.ROOT_CONTEXT;
  };
  const begun = (span: SdkSpan): Span =>
    spanOf(span, (name, attributes) => {
      const context = api.trace.setSpan(api.ROOT_CONTEXT, span);
      return begun(tracer.startSpan(name, { kind: CLIENT, attributes }, context));
    });
  return {
    begin: ({ kind, name, attributes, parent, links = [] }) =>
      begun(tracer.startSpan(name, { kind: KINDS[kind], attributes, links: linksTo(links) }, contextOf(parent))),
    stop: () => Promise.race([provider.shutdown().catch(() => {}), sleep(FLUSH_MS, undefined, { ref: false })]),
  };
}

function loaded(from: string): Packages {
  const load = createRequire(from);
  try {
    return {
      api: load('@opentelemetry/api'),
      base: load('@opentelemetry/sdk-trace-base'),
      resources: load('@opentelemetry/resources'),
      exporter: load('@opentelemetry/exporter-trace-otlp-http'),
    };
  } catch (error) {
    if ((error as { code?: string }).code !== 'MODULE_NOT_FOUND') throw error;
    throw badConfiguration(
      `Traces need the packages of OpenTelemetry. Install them beside Masthead, or in a folder that NODE_PATH names: npm install --no-save ${PACKAGES.join(' ')}`,
    );
  }
}

function spanOf(span: SdkSpan, child: Span['child']): Span {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceId,
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    child,
    set: (attributes) => span.setAttributes(attributes),
    end(error) {
      if (error !== undefined) span.setStatus({ code: ERROR, message: messageOf(error).slice(0, LONGEST_MESSAGE) });
      span.end();
    },
  };
}

function linksTo(links: NonNullable<Beginning['links']>): { context: SpanContext }[] {
  return links.flatMap((link) => {
    const context = link === null ? null : spanContext(link);
    return context ? [{ context }] : [];
  });
}

function spanContext(text: string): SpanContext | null {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(text) ?? [];
  if (!traceId || !spanId || !flags) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The SDK's own log, of failed exports mostly. */
function seldom(warn: (message: string) => void) {
  let next = 0;
  const note = (message: unknown) => {
    if (performance.now() < next) return;
    next = performance.now() + WARN_EVERY_MS;
    warn(`Traces: ${String(message).slice(0, LONGEST_MESSAGE)}`);
  };
  const ignore = () => {};
  return { error: note, warn: note, info: ignore, debug: ignore, verbose: ignore };
}
