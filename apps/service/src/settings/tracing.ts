import { SAMPLERS, type TracingSettings } from '../platform/tracing/tracing-settings.ts';
import { type Settings, WEB } from './settings.ts';

/** By the names that OpenTelemetry gives them. Undefined, and nothing else of it looked at, without OTEL_EXPORTER_OTLP_ENDPOINT. */
export function readTracingSettings(settings: Settings): TracingSettings | undefined {
  if (!settings.text('OTEL_EXPORTER_OTLP_ENDPOINT')) return undefined;
  const endpoint = settings.url('OTEL_EXPORTER_OTLP_ENDPOINT', WEB, '');
  const protocol = settings.text('OTEL_EXPORTER_OTLP_PROTOCOL') ?? 'http/protobuf';
  if (protocol !== 'http/protobuf')
    settings.problem(
      `OTEL_EXPORTER_OTLP_PROTOCOL=${protocol} is not spoken. Set http/protobuf, and the endpoint of OTLP over HTTP, mostly at port 4318.`,
    );
  const { 'service.name': named, ...resource } = pairs(settings, 'OTEL_RESOURCE_ATTRIBUTES');
  return {
    url: `${endpoint}/v1/traces`,
    headers: pairs(settings, 'OTEL_EXPORTER_OTLP_HEADERS'),
    timeoutMs: settings.number('OTEL_EXPORTER_OTLP_TIMEOUT', 10_000, { min: 1, max: 60_000 }),
    serviceName: settings.text('OTEL_SERVICE_NAME') ?? named ?? 'pappel',
    resource,
    sampler: {
      name: settings.choice('OTEL_TRACES_SAMPLER', SAMPLERS, 'parentbased_always_on'),
      ratio: ratio(settings),
    },
  };
}

/** `name=value,name=value`, values with percent signs as in URLs. They may be secrets, and are not repeated. */
function pairs(settings: Settings, name: string): Record<string, string> {
  const parts = settings.text(name)?.split(',') ?? [];
  const found = parts.map((part) => /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*=\s*(.*?)\s*$/.exec(part));
  try {
    return Object.fromEntries(
      found.map((pair) => {
        if (!pair) throw new Error('no pair');
        return [pair[1], decodeURIComponent(pair[2] ?? '')];
      }),
    );
  } catch {
    settings.problem(`${name} is no list such as name=value,other=value. Write commas in values as %2C.`);
    return {};
  }
}

function ratio(settings: Settings): number {
  const text = settings.text('OTEL_TRACES_SAMPLER_ARG') ?? '1';
  const value = Number(text);
  if (value >= 0 && value <= 1) return value;
  settings.problem(`OTEL_TRACES_SAMPLER_ARG=${text} is not a number from 0 to 1. Set such as 0.1.`);
  return 1;
}
