/**
 * The span that is at work, found by its asynchronous context: what begins work (a request, a job, a delivery) begins a span, and
 * the statements within are its children. While tracing is off there is no context, and nothing is recorded.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export type Attributes = Record<string, string | number | boolean>;

export interface Span {
  traceId: string;
  /** What continues the trace elsewhere (W3C Trace Context): a job or an event carries it. */
  traceparent: string;
  child(name: string, attributes: Attributes): Span;
  set(attributes: Attributes): void;
  /** With an error, or a sentence about it, if it failed. */
  end(error?: unknown): void;
}

export interface Beginning {
  kind: 'request' | 'job' | 'delivery';
  name: string;
  attributes: Attributes;
  /** The `traceparent` of what caused it; null begins a trace. */
  parent: string | null;
  /** Other causes, of a batch. */
  links?: (string | null)[];
}

export interface Tracing {
  begin(beginning: Beginning): Span;
  /** Sends what is left. */
  stop(): Promise<void>;
}

const active = new AsyncLocalStorage<Span>();

export function activeSpan(): Span | undefined {
  return active.getStore();
}

/** Of the span at work; null without one. */
export function traceparent(): string | null {
  return active.getStore()?.traceparent ?? null;
}

export function runIn<T>(span: Span, work: () => T): T {
  return active.run(span, work);
}

/** Runs `work` in the span and ends it. */
export async function traced<T>(span: Span | undefined, work: () => Promise<T>): Promise<T> {
  if (!span) return work();
  try {
    const result = await active.run(span, work);
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}

/** For work that another caller runs later: it stays in the span of this one. */
export function inThisSpan<Given extends unknown[], T>(work: (...given: Given) => T): (...given: Given) => T {
  const span = active.getStore();
  return span ? (...given) => active.run(span, () => work(...given)) : work;
}

/** Of a job or an event, for the log. */
export function traceIdOf(parent: string | null): string | undefined {
  return parent?.split('-')[1];
}
