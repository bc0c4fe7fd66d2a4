import { attributeOf, childElements, type XmlElement } from '@pappel/xml/tree';
import { type Placed, XSLT } from './include.ts';
import { type FunctionDefinition, type Instruction, SchemaError } from './schema.ts';

/** Reads an `xsl:function` [XSLT 2.0, 10.3]: the instructions that functions of rule packs consist of. */
export function readFunction({ element, file }: Placed): FunctionDefinition {
  const name = attributeOf(element, 'name') ?? '';
  const isParameter = (child: XmlElement): boolean => child.localName === 'param' && child.namespace === XSLT;
  const parameters = childElements(element)
    .filter(isParameter)
    .map((child) => ({ name: attributeOf(child, 'name') ?? '', as: attributeOf(child, 'as') }));
  const body = instructions({ element, file }, name, isParameter);
  return { name, parameters, as: attributeOf(element, 'as'), body, file };
}

function instructions(
  { element, file }: Placed,
  functionName: string,
  isSkipped: (child: XmlElement) => boolean = () => false,
): Instruction[] {
  return element.children.flatMap((node): Instruction[] => {
    if (node.kind === 'text') return node.value.trim() === '' ? [] : [{ kind: 'text', text: node.value }];
    if (node.kind !== 'element' || isSkipped(node)) return [];
    return [instruction({ element: node, file }, functionName)];
  });
}

function instruction(placed: Placed, functionName: string): Instruction {
  const { element, file } = placed;
  const body = (of: XmlElement): Instruction[] => instructions({ element: of, file }, functionName);
  const select = attributeOf(element, 'select');
  if (element.namespace === XSLT)
    switch (element.localName) {
      case 'sequence':
      case 'value-of':
        return { kind: element.localName, select: select ?? '()' };
      case 'text':
        return {
          kind: 'text',
          text: element.children.map((n) => (n.kind === 'text' ? n.value : '')).join(''),
        };
      case 'variable':
        return {
          kind: 'variable',
          name: attributeOf(element, 'name') ?? '',
          as: attributeOf(element, 'as'),
          value: select ?? body(element),
        };
      case 'if':
        return {
          kind: 'choose',
          branches: [{ test: attributeOf(element, 'test') ?? '', body: body(element) }],
          otherwise: [],
        };
      case 'choose':
        return choose(element, body);
      default:
    }
  throw new SchemaError({
    message: `${element.localName} in the function ${functionName} is not supported`,
    file,
    ruleId: functionName,
    construct: `xsl:${element.localName}`,
  });
}

function choose(element: XmlElement, body: (of: XmlElement) => Instruction[]): Instruction {
  const branches: { test: string; body: Instruction[] }[] = [];
  let otherwise: Instruction[] = [];
  for (const child of childElements(element)) {
    if (child.localName === 'when')
      branches.push({ test: attributeOf(child, 'test') ?? '', body: body(child) });
    else otherwise = body(child);
  }
  return { kind: 'choose', branches, otherwise };
}
