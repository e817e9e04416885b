/** The parts of the SDK's packages that are used here; `npm start` does not install them, so their own types are absent. */
import type { Attributes } from './span.ts';

export interface Packages {
  api: {
    ROOT_CONTEXT: object;
    trace: {
      setSpan(context: object, span: SdkSpan): object;
      setSpanContext(context: object, from: SpanContext): object;
    };
    diag: { setLogger(logger: object, options: { logLevel: number }): void };
    DiagLogLevel: { WARN: number };
  };
  base: {
    BasicTracerProvider: new (options: {
      resource: Resource;
      spanProcessors: object[];
    }) => {
      getTracer(name: string, version: string): SdkTracer;
      shutdown(): Promise<void>;
    };
    BatchSpanProcessor: new (exporter: object) => object;
  };
  resources: {
    defaultResource(): Resource;
    resourceFromAttributes(attributes: Attributes): Resource;
    detectResources(options: { detectors: object[] }): Resource;
    envDetector: object;
  };
  exporter: { OTLPTraceExporter: new () => object };
}

export interface Resource {
  merge(other: Resource): Resource;
}

export interface SpanContext {
  traceId: string;
  spanId: string;
  traceFlags: number;
  isRemote?: boolean;
}

export interface SdkSpan {
  spanContext(): SpanContext;
  setAttributes(attributes: Attributes): void;
  setStatus(status: { code: number; message?: string }): void;
  end(): void;
}

export interface SdkTracer {
  startSpan(
    name: string,
    options: { kind: number; attributes: Attributes; links?: { context: SpanContext }[] },
    context: object,
  ): SdkSpan;
}
