import {
  type Assertion,
  type Let,
  type MessagePart,
  type Pattern,
  type Rule,
  SchemaError,
} from '../schema/schema.ts';
import { type Expression, XPathError } from '../xpath/ast.ts';
import { parseXPath } from '../xpath/parser.ts';
import { absentPaths } from './absence.ts';
import type { Code, NodeType } from './code.ts';
import { type Alternative, alternativeJs, contextAlternatives, contextType } from './context.ts';
import type { Env, Item } from './env.ts';
import { withVariable } from './env.ts';
import { literal, namedFunction } from './js-module.ts';
import { arrayOf, atomised, each, loopOver, textOf, truth } from './operand.ts';

/** What has been written so far of the tables that the run time reads. */
export interface Tables {
  assertions: string[];
  rules: number;
  ids: string[];
}

/** Carries out a part of the compilation; what is wrong with it is said with file and rule. */
export function within<T>(place: { file: string; ruleId?: string }, compile: () => T): T {
  try {
    return compile();
  } catch (error) {
    if (!(error instanceof XPathError)) throw error;
    const { message, construct } = error;
    throw new SchemaError({ message, ...place, ...(construct === undefined ? {} : { construct }) });
  }
}

/** The JavaScript of a pattern: a list of its rules. */
export function patternJs(pattern: Pattern, base: Env, tables: Tables): string {
  const env = pattern.lets.reduce((outer, of) => documentLet(of, outer), base);
  return `[${pattern.rules.map((rule) => ruleJs(rule, env, tables)).join(',')}]`;
}

/** A variable with the value that an expression has at the document, looked up when it is first used. */
export function documentLet(of: Let, env: Env): Env {
  const root: Item = { js: '0', type: 'tree' };
  const outside: Env = { ...env, context: root, current: root, position: undefined, last: undefined };
  return lazily(of, outside, env, (code) => {
    const { module } = env.unit;
    if (code.form === 'loop') return arrayOf(module, code);
    return module.hoist(`return ${code.js};`);
  });
}

/** A variable of a rule: its value at the node, kept while that node is looked at. */
function ruleLet(of: Let, env: Env, node: Item): Env {
  return lazily(of, env, env, (code) => {
    const { module } = env.unit;
    const slot = module.nextLet();
    const value = code.form === 'loop' ? arrayOf(module, code) : code.js;
    const name = module.define([node.js], `return ${value};`);
    module.add(
      `function l${slot}(c){return LN[${slot}]===c?LV[${slot}]:(LV[${slot}]=${name}(c),LN[${slot}]=c,LV[${slot}]);}`,
    );
    return `l${slot}(${node.js})`;
  });
}

/** Compiles a variable when it is first referred to; what is never used costs nothing. */
function lazily(of: Let, inside: Env, env: Env, store: (code: Code) => string): Env {
  let known: { code: Code; js: string } | undefined;
  let isBusy = false;
  const read = (): Code => {
    if (isBusy) throw new XPathError(`The variable $${of.name} refers to itself`, `$${of.name}`);
    isBusy = true;
    known ??= within({ file: of.file }, () => {
      const code = inside.unit.compile(parseXPath(of.value), inside);
      return { code, js: store(code) };
    });
    isBusy = false;
    const { code, js } = known;
    if (code.form === 'value')
      return code.constant !== undefined || code.presence === 'never' ? code : { ...code, js };
    const constants = code.constants ? { constants: code.constants } : {};
    return { ...loopOver(env.unit.module, js, code.type), ...constants };
  };
  return withVariable(env, of.name, read);
}

function ruleJs(rule: Rule, base: Env, tables: Tables): string {
  const { module } = base.unit;
  const ruleId = rule.assertions[0]?.id;
  const place = { file: rule.file, ...(ruleId === undefined ? {} : { ruleId }) };
  const alternatives = within(place, () => contextAlternatives(rule.context));
  const type = contextType(alternatives);
  const node: Item = { js: module.local(), type };
  const outside: Env = { ...base, context: node, current: node, position: undefined, last: undefined };
  const env = rule.lets.reduce((outer, of) => ruleLet(of, outer, node), outside);
  const cases: string[] = [];
  const absences: string[] = [];
  for (const assertion of rule.assertions)
    within({ file: rule.file, ruleId: assertion.id }, () => {
      const number = addAssertion(assertion, env, node, tables);
      const test = parseXPath(assertion.test);
      const paths = assertion.isReport ? undefined : absentPathsOf(test, env, type);
      if (paths) absences.push(`{assertion:${number},paths:${JSON.stringify(paths)}}`);
      else addCase(cases, test, assertion, number, env);
    });
  const contexts = within(place, () => alternatives.map((one: Alternative) => alternativeJs(one, outside)));
  const name = cases.length > 0 ? ruleFunction(`r${tables.rules++}`, cases, node, env) : 'undefined';
  return `{alternatives:[${contexts.join(',')}],run:${name},absences:[${absences.join(',')}]}`;
}

const absentPathsOf = (test: Expression, env: Env, type: NodeType): ReturnType<typeof absentPaths> =>
  type === 'tree' ? absentPaths(test, env) : undefined;

function addCase(cases: string[], test: Expression, assertion: Assertion, number: number, env: Env): void {
  const condition = truth(env.unit.module, env.unit.compile(test, env));
  if (condition === String(!assertion.isReport)) return;
  const isWrong = assertion.isReport ? condition : `!(${condition})`;
  const node = env.current?.js ?? '0';
  const at = cases.length;
  cases.push(`case ${at}:at=${at + 1};id=${number};if(${isWrong})hits.push(${number},${node});\n`);
}

/** All tests of a rule at one node. What cannot be evaluated is noted and the next test goes on. */
function ruleFunction(name: string, cases: readonly string[], node: Item, env: Env): string {
  const body = `let at=0,id=0;for(;;)try{switch(at){${cases.join('')}}return;}catch(error){failed(id,${node.js},error);}`;
  env.unit.module.add(namedFunction(name, [node.js], body));
  return name;
}

function addAssertion(assertion: Assertion, env: Env, node: Item, tables: Tables): number {
  const number = tables.assertions.length;
  const name = `t${number}`;
  const parts = messageParts(assertion.message, env);
  env.unit.module.add(namedFunction(name, [node.js], `return [${parts.join(',')}];`));
  tables.ids.push(assertion.id);
  tables.assertions.push(
    `{id:${literal(assertion.id)},severity:${literal(assertion.severity)},message:${name}}`,
  );
  return number;
}

/** Text, and functions for what is evaluated when the message is made. */
function messageParts(message: readonly MessagePart[], env: Env): string[] {
  return message.map((part) => {
    if (part.kind === 'text') return literal(part.text);
    const { module } = env.unit;
    const values = atomised(module, env.unit.compile(parseXPath(part.select), env));
    const list = module.local();
    const pushes = each(module, values, (item) => `${list}.push(${textOf(item, values.type)});`);
    return `()=>${module.hoist(`const ${list}=[];${pushes}return ${list}.join(" ");`)}`;
  });
}
