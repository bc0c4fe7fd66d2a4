import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Settings } from './settings.ts';
import { readTracingSettings } from './tracing.ts';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318/' };

function read(env: Record<string, string>) {
  const settings = new Settings(env);
  return { tracing: readTracingSettings(settings), problems: settings.problems };
}

describe('The settings of OpenTelemetry', () => {
  test('Without an endpoint nothing is traced, and what else is set for others is not looked at', () => {
    const others = { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_TRACES_SAMPLER: 'xray' };
    assert.deepEqual(read(others), { tracing: undefined, problems: [] });
  });

  test('An endpoint is enough', () => {
    assert.deepEqual(read(ENDPOINT), {
      tracing: {
        url: 'http://collector.example:4318/v1/traces',
        headers: {},
        timeoutMs: 10_000,
        serviceName: 'pappel',
        resource: {},
        sampler: { name: 'parentbased_always_on', ratio: 1 },
      },
      problems: [],
    });
  });

  test('Headers, resource, name and sampler are taken as OpenTelemetry writes them', () => {
    const { tracing, problems } = read({
      ...ENDPOINT,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20YTpi%3D, x-tenant = a%2Cb',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,deployment.environment.name=prod',
      OTEL_SERVICE_NAME: 'peppol',
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
      OTEL_EXPORTER_OTLP_TIMEOUT: '2000',
    });
    assert.deepEqual(problems, []);
    assert.deepEqual(tracing?.headers, { authorization: 'Basic YTpi=', 'x-tenant': 'a,b' });
    assert.deepEqual(tracing?.resource, { 'deployment.environment.name': 'prod' });
    assert.equal(tracing?.serviceName, 'peppol');
    assert.deepEqual(tracing?.sampler, { name: 'traceidratio', ratio: 0.25 });
    assert.equal(tracing?.timeoutMs, 2000);
  });

  const wrong: [string, Record<string, string>, RegExp][] = [
    ['no URL', { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, /^OTEL_EXPORTER_OTLP_ENDPOINT is no URL/],
    ['gRPC', { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, /Set http\/protobuf/],
    ['a header without value', { OTEL_EXPORTER_OTLP_HEADERS: 'secret' }, /^OTEL_EXPORTER_OTLP_HEADERS is no/],
    ['half a percent sign', { OTEL_EXPORTER_OTLP_HEADERS: 'a=%E0' }, /^OTEL_EXPORTER_OTLP_HEADERS is no/],
    ['a sampler of others', { OTEL_TRACES_SAMPLER: 'xray' }, /OTEL_TRACES_SAMPLER=xray/],
    ['a ratio of more than all', { OTEL_TRACES_SAMPLER_ARG: '2' }, /OTEL_TRACES_SAMPLER_ARG=2/],
    ['no time', { OTEL_EXPORTER_OTLP_TIMEOUT: '0' }, /OTEL_EXPORTER_OTLP_TIMEOUT=0/],
  ];
  for (const [what, env, says] of wrong)
    test(`${what} is refused in one sentence, without what may be secret`, () => {
      const { problems } = read({ ...ENDPOINT, ...env });
      assert.equal(problems.length, 1);
      assert.match(problems[0] ?? '', says);
      assert.doesNotMatch(problems[0] ?? '', /secret/);
    });
});
