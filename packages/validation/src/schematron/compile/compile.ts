import { createHash } from 'node:crypto';
import * as run from '../runtime/rule-module.ts';
import { type Schema, SchemaError, type SchemaProblem } from '../schema/schema.ts';
import type { Env, Unit } from './env.ts';
import { compileExpression } from './expression.ts';
import { JsModule, literal } from './js-module.ts';
import { documentLet, patternJs, type Tables } from './rule.ts';

/** Changes whenever source of an older version cannot be used by this run time: part of the key of a cache. */
export const { SOURCE_VERSION } = run;

export type Compilation =
  | { ok: true; source: string; ids: readonly string[]; hash: string }
  | { ok: false; problem: SchemaProblem };

/**
 * Compiles a schema to the source of a JavaScript function, which can be kept as text, for instance under its `hash`,
 * and given to `instantiate`. Everything textual in it is an ASCII literal; it calls nothing but the functions of the
 * run time. A function, axis or construct that is not known is a problem with its name, its file and its rule.
 */
export function compileSchema(schema: Schema): Compilation {
  try {
    const tables: Tables = { assertions: [], rules: 0, ids: [] };
    const source = moduleSource(schema, tables);
    return {
      ok: true,
      source,
      ids: [...new Set(tables.ids)],
      hash: createHash('sha256').update(source).digest('hex'),
    };
  } catch (error) {
    if (error instanceof SchemaError) return { ok: false, problem: error.problem };
    if (error instanceof RangeError)
      return { ok: false, problem: { message: 'The rules are nested too deep' } };
    throw error;
  }
}

function moduleSource(schema: Schema, tables: Tables): string {
  const module = new JsModule();
  const unit: Unit = {
    module,
    namespaces: schema.namespaces,
    functions: schema.functions,
    keys: schema.keys,
    globals: new Map(),
    compiledFunctions: new Map(),
    compile: compileExpression,
  };
  const env: Env = {
    unit,
    context: undefined,
    current: undefined,
    position: undefined,
    last: undefined,
    variables: unit.globals,
  };
  declareGlobals(schema, env);
  const patterns = schema.patterns.map((pattern) => patternJs(pattern, env, tables));
  const names = module.names.map(({ uri, localName }) => `[${literal(uri)},${literal(localName)}]`);
  return `"use strict";
${PRELUDE}
const M=new Array(${module.memoCount}).fill(UNSET),LN=new Int32Array(${module.letCount}).fill(-1),LV=new Array(${module.letCount});
${module.definitions.join('\n')}
return {version:${SOURCE_VERSION},begin,names:[${names.join(',')}],assertions:[${tables.assertions.join(',\n')}],patterns:[${patterns.join(',\n')}]};`;
}

/**
 * As in the stylesheets that are usually made of a schema, variables of the schema and of its patterns are seen
 * everywhere and may refer to each other in any order; a pattern sees its own first.
 */
function declareGlobals(schema: Schema, env: Env): void {
  for (const of of [...schema.lets, ...schema.patterns.flatMap(({ lets }) => lets)]) {
    const read = documentLet(of, env).variables.get(of.name);
    if (read && !env.unit.globals.has(of.name)) env.unit.globals.set(of.name, read);
  }
}

/** The functions of the run time by name, the columns of the document, and what is done before each document. */
const PRELUDE = `const {${[
  'FIRST_ATTRIBUTE,UNSET,FAILED,raise,tooMany,remember,requiredNode,item,stringOf,textOfItem,isTrue,isZero,isTrueNumber',
  'add,subtract,multiply,divide,divideInteger,modulo,negate,compareExact,toDouble,fromDouble,formatExact,parseDecimal,parseInteger',
  'absolute,ceiling,floor,round,roundHalfToEven,numeric,arithmetic,integerQuotient,integerOf,doubleOf,within',
  'parseDouble,numberOf,numberOfItem,formatDouble,parseBoolean,cast,convertItem,isCastable,isCastableItem,areCastable',
  'compareGeneral,compareValues,compareStrings,isAtPosition,average,extreme,distinct,distinctTexts,indexesOf,subsequence,remove',
  'substring,stringLength,normalizeSpace,translate,substringBefore,substringAfter,codepoints,fromCodepoints,isListed',
  'compileRegex,regexOf,matches,replace,tokenize,parseMoment,momentOf,formatMoment',
  'inOrder,common,without,addToIndex,fromIndex',
].join(',')}}=rt;
let doc,name,parent,end,attributes,attributeNames,texts,attributeTexts,N,hits,failed;
function begin(run){({doc,N,hits,failed}=run);({name,parent,end,attributes,attributeNames,texts,attributeTexts}=doc);M.fill(UNSET);LN.fill(-1);LV.fill(undefined);}
function text(n){return texts[n]??doc.text(n);}
function attributeText(n){return attributeTexts[n-FIRST_ATTRIBUTE]??doc.attributeText(n);}
function attributeOf(x,n){const e=attributes[x+1];for(let a=attributes[x];a<e;a++)if(attributeNames[a-FIRST_ATTRIBUTE]===n)return a;return -1;}`;
