import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parser } from '@prometheus-io/lezer-promql';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { NPM_START } from '../../../scripts/npm-start.ts';
import { SETTING_NAMES } from '../src/settings/setting-names.ts';
import { type Pappel, request, startPappel } from './harness.ts';

const ROOT = join(import.meta.dirname, '../../..');
const file = (name: string): string => readFileSync(join(ROOT, 'ops', name), 'utf8');

let pappel: Pappel;
let scraped: string;
let names: Set<string>;

before(async () => {
  pappel = await startPappel();
  scraped = (await request('GET', `${pappel.operator}/metrics`, pappel.service.base.operatorToken)).body;
  names = new Set([...scraped.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name));
});
after(() => pappel.stop());

/** What Grafana puts in before it asks. */
const filledIn = (expression: string): string =>
  expression.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*');

/** The names in an expression, which Prometheus's own grammar reads without a mistake. */
function metricsIn(expression: string): string[] {
  const text = filledIn(expression);
  const found: string[] = [];
  parser.parse(text).iterate({
    enter: ({ type, from, to }) => {
      assert.ok(!type.isError, `not PromQL at ${from}: ${text}`);
      if (type.name === 'VectorSelector')
        found.push(/^[a-zA-Z_:][\w:]*/.exec(text.slice(from, to))?.[0] ?? '');
    },
  });
  return found;
}

/** `up` is Prometheus's own. */
const isKnown = (name: string): boolean =>
  name === 'up' || names.has(name) || names.has(name.replace(/_(bucket|count|sum)$/, ''));

function assertKnown(expression: string): void {
  for (const name of metricsIn(expression))
    assert.ok(isKnown(name), `${name} is no metric of ours: ${expression}`);
}

test('A mistake in an expression is seen', () => {
  assert.throws(() => metricsIn('sum(rate(pappel_jobs_due[5m])'), /not PromQL/);
  assert.throws(() => assertKnown('sum(pappel_jobs_dew)'), /no metric of ours/);
});

test('Metrics are named after the conventions of OpenMetrics', () => {
  const types = [...scraped.matchAll(/^# TYPE (pappel_\S+) (\S+)$/gm)];
  assert.ok(types.length > 30, `${types.length} metrics`);
  for (const [, name = '', type] of types) {
    assert.match(name, /^pappel_[a-z][a-z0-9_]*$/);
    assert.equal(name.endsWith('_total'), type === 'counter', `${name} is a ${type}`);
    assert.doesNotMatch(name, /_(ms|milliseconds|minutes|hours|days|kb|mb|percent)(_|$)/);
    if (type === 'histogram') assert.match(name, /_seconds$/);
    assert.match(scraped, new RegExp(`^# HELP ${name} .{10,}$`, 'm'));
  }
});

interface Rule {
  alert: string;
  expr: string;
}

const RULE = {
  type: 'object',
  required: ['alert', 'expr', 'labels', 'annotations'],
  additionalProperties: false,
  properties: {
    alert: { type: 'string', pattern: '^Pappel[A-Za-z]+$' },
    expr: { type: 'string' },
    for: { type: 'string', pattern: '^\\d+[smhd]$' },
    labels: {
      type: 'object',
      required: ['severity'],
      additionalProperties: false,
      properties: { severity: { enum: ['page', 'ticket'] } },
    },
    annotations: {
      type: 'object',
      required: ['summary', 'do'],
      additionalProperties: false,
      properties: { summary: { type: 'string' }, do: { type: 'string', minLength: 10 } },
    },
  },
};

test('Every alert rule is one that Prometheus reads, asks for metrics that there are, and says what to do', () => {
  const { groups } = parse(file('alerts.yml')) as { groups: { name: string; rules: Rule[] }[] };
  const check = new Ajv().compile<Rule[]>({ type: 'array', items: RULE, minItems: 20 });
  for (const { name, rules } of groups) {
    assert.equal(name, 'pappel');
    assert.ok(check(rules), JSON.stringify(check.errors));
    assert.equal(new Set(rules.map((rule) => rule.alert)).size, rules.length);
    for (const rule of rules) assertKnown(rule.expr);
  }
  assert.deepEqual(parse(file('prometheus.yml')).rule_files, ['alerts.yml']);
});

interface Panel {
  id: number;
  gridPos: { x: number; w: number };
  targets?: { expr: string }[];
}

const TARGET = {
  type: 'object',
  required: ['refId', 'datasource', 'expr', 'legendFormat'],
  properties: { refId: { type: 'string', pattern: '^[A-Z]$' }, expr: { type: 'string', minLength: 3 } },
};
const PANEL = {
  type: 'object',
  required: ['id', 'type', 'title', 'gridPos'],
  properties: {
    id: { type: 'integer', minimum: 1 },
    type: { enum: ['row', 'stat', 'timeseries'] },
    title: { type: 'string', minLength: 1 },
    gridPos: {
      type: 'object',
      required: ['h', 'w', 'x', 'y'],
      additionalProperties: false,
      properties: {
        h: { type: 'integer', minimum: 1 },
        w: { type: 'integer', minimum: 1, maximum: 24 },
        x: { type: 'integer', minimum: 0, maximum: 23 },
        y: { type: 'integer', minimum: 0 },
      },
    },
    targets: { type: 'array', items: TARGET, minItems: 1 },
  },
  if: { properties: { type: { enum: ['stat', 'timeseries'] } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['targets', 'datasource', 'fieldConfig', 'options'] },
};
const DASHBOARD = {
  type: 'object',
  required: ['uid', 'title', 'schemaVersion', 'version', 'time', 'templating', 'annotations', 'panels'],
  properties: {
    uid: { type: 'string', maxLength: 40 },
    schemaVersion: { type: 'integer', minimum: 36 },
    templating: {
      type: 'object',
      required: ['list'],
      properties: { list: { type: 'array', items: { type: 'object', required: ['name', 'type', 'query'] } } },
    },
    panels: { type: 'array', items: PANEL, minItems: 15 },
  },
};

test('The dashboard is one that Grafana loads, and asks for metrics that there are', () => {
  const dashboard: unknown = JSON.parse(file('grafana-dashboard.json'));
  const check = new Ajv().compile<unknown>(DASHBOARD);
  assert.ok(check(dashboard), JSON.stringify(check.errors));
  const { panels } = dashboard as { panels: Panel[] };
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
  for (const { gridPos, targets = [] } of panels) {
    assert.ok(gridPos.x + gridPos.w <= 24);
    for (const { expr } of targets) assertKnown(expr);
  }
});

test('Every metric of ours is in docs/monitoring.md', () => {
  const text = readFileSync(join(ROOT, 'docs/monitoring.md'), 'utf8');
  const missing = [...names].filter(
    (name) => name.startsWith('pappel_') && !name.startsWith('pappel_sftp_') && !text.includes(name),
  );
  assert.deepEqual(missing, []);
});

test('systemd starts the service as npm start does', () => {
  const unit = file('pappel.service');
  const [, ...words] = /^ExecStart=(.+)$/m.exec(unit)?.[1]?.split(' ') ?? [];
  assert.deepEqual(words, [...NPM_START.execArgv, NPM_START.file]);
  const settings = [...unit.matchAll(/^Environment=(.+)$/gm)].flatMap(([, all = '']) => all.split(' '));
  for (const [name, value] of Object.entries(NPM_START.env))
    assert.ok(settings.includes(`${name}=${value}`), name);
});

test('The image and the containers start what npm start does, with settings that there are', () => {
  const image = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
  const command = ['node_modules/.bin/node', ...NPM_START.execArgv, NPM_START.file];
  assert.deepEqual(JSON.parse(/^CMD (\[.+\])$/m.exec(image)?.[1] ?? ''), command);
  const [, ours = ''] = /^ENV (.+)$/m.exec(image) ?? [];
  for (const [name, value] of Object.entries(NPM_START.env))
    assert.ok(ours.split(' ').includes(`${name}=${value}`), name);

  const { services } = parse(file('two-nodes/compose.yml'), { merge: true });
  for (const name of ['one', 'two']) assert.deepEqual(services[name].command, command);
  for (const name of ['one', 'two', 'other'])
    for (const setting of Object.keys(services[name].environment))
      assert.ok((SETTING_NAMES as readonly string[]).includes(setting), `${name}: ${setting}`);

  const balanced = [...file('two-nodes/haproxy.cfg').matchAll(/^ {2}server (\w+) 127\.0\.0\.1:(\d+)/gm)];
  const ports = balanced.map(([, name = '', port]) => `${name} ${port}`).sort();
  const listening = ['one', 'two', 'other'].flatMap((name) =>
    ['PORT', 'OPERATOR_PORT', ...(name === 'other' ? [] : ['SMP_PORT', 'AS4_PORT'])].map(
      (setting) => `${name} ${services[name].environment[setting]}`,
    ),
  );
  assert.deepEqual(ports, listening.sort());
});
