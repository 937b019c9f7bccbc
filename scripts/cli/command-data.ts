import * as z from "zod";
import { catalogue } from "#shared/contract/catalogue.ts";
import { hasOwnProtocol, type Operation } from "#shared/contract/operation.ts";
import type { FieldData, OperationData, ResourceData } from "../../cli/command-data.ts";

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
}

/** Returns the commands of all resources, from their contracts. */
export function commandData(): Readonly<Record<string, ResourceData>> {
  const resources = Object.entries(catalogue).map(([resource, operations]): [string, ResourceData] => {
    const usable = Object.entries<Operation>(operations).filter(([, operation]) => isCommand(operation));
    const property = resource.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const named = usable.map(([name, operation]) => operationData(resource, name, operation, usable));
    return [resource, { property, operations: named }];
  });
  return Object.fromEntries(resources.filter(([, { operations }]) => operations.length > 0).sort(byName));
}

/** True for operations whose input is JSON and whose output can be printed. The others have another protocol, or take bytes. */
export function isCommand({ answers = "envelope", takes, method }: Operation): boolean {
  return !hasOwnProtocol({ answers }) && answers !== "page" && takes !== "bytes" && method !== "HEAD";
}

function operationData(
  resource: string,
  name: string,
  operation: Operation,
  others: readonly (readonly [string, Operation])[],
): OperationData {
  const { method, path, summary, description = "", answers = "envelope", input, example } = operation;
  const fields = fieldsOf(z.toJSONSchema(input, { io: "input", unrepresentable: "any" }) as Schema, path);
  const above = /^(.*)\/\{\w+\}/.exec(path)?.[1];
  const list = others.find(([, other]) => other.path === above && other.method === "GET")?.[0];
  return {
    name,
    command: kebab(name),
    method,
    path,
    summary,
    description,
    answers: answers as OperationData["answers"],
    fields,
    ...(list !== undefined && { lists: list }),
    example: exampleOf(fields, example?.input ?? {}, `${resource} ${name}`),
  };
}

function fieldsOf({ properties = {}, required = [] }: Schema, path: string): readonly FieldData[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const names = [...inPath, ...Object.keys(properties).filter((name) => !inPath.includes(name))];
  return names.map((name) => {
    const schema = properties[name] ?? {};
    const choices = choicesOf(schema);
    return {
      name,
      flag: kebab(name),
      isInPath: inPath.includes(name),
      isRequired: required.includes(name) || inPath.includes(name),
      kind: inPath.includes(name) ? "text" : kindOf(schema),
      ...(choices !== undefined && { choices }),
      description: (schema.description ?? "").split("\n")[0] ?? "",
    };
  });
}

/** Returns how a field is typed. Fields that accept several types are JSON, which can be a plain text too. */
function kindOf(schema: Schema): FieldData["kind"] {
  const { type, items, anyOf } = schema;
  if (choicesOf(schema) !== undefined) return "text";
  const kinds = anyOf?.filter((each) => each.type !== "null") ?? [];
  if (kinds.length === 1 && kinds[0] !== undefined && kinds.length === anyOf?.length) return kindOf(kinds[0]);
  if (type === "boolean") return "boolean";
  if (type === "integer" || type === "number") return type;
  if (type === "string") return "text";
  if (type === "array" && items?.type === "string") return "list";
  return "json";
}

function choicesOf(schema: Schema): readonly string[] | undefined {
  const { anyOf, const: only } = schema;
  if (schema.enum?.every((value) => typeof value === "string")) return schema.enum as readonly string[];
  if (typeof only === "string") return [only];
  const parts = anyOf?.map(choicesOf);
  return parts?.every((part) => part !== undefined) ? parts.flat() : undefined;
}

/** Fields whose values aren't arguments in examples, because other accounts of a machine can see arguments. */
const isSecret = /pass|secret|encryptionKey|passphrase/i;

function exampleOf(fields: readonly FieldData[], input: Readonly<Record<string, unknown>>, operation: string): string {
  const words = Object.entries(input).flatMap(([name, value]) => {
    const field = fields.find((each) => each.name === name);
    if (field === undefined) throw new Error(`The example of ${operation} has an unknown field ${name}`);
    if (field.isInPath) return [];
    if (field.kind === "boolean" && typeof value === "boolean") return `--${value ? "" : "no-"}${field.flag}`;
    if (field.kind === "list")
      return [`--${field.flag}`, ...(value as readonly unknown[]).map((each) => quoted(String(each)))];
    if (isSecret.test(name) && typeof value === "string") return [`--${field.flag}`, `@${field.flag}.txt`];
    return [`--${field.flag}`, quoted(typeof value === "string" ? value : JSON.stringify(value))];
  });
  const inPath = fields.filter(({ isInPath }) => isInPath).map(({ name, flag }) => quoted(String(input[name] ?? flag)));
  return [...inPath, ...words].join(" ");
}

function quoted(text: string): string {
  const plain = text.startsWith("@") ? `@${text}` : text;
  return /^[\w./:@%+,=-]+$/.test(plain) ? plain : `'${plain.replaceAll("'", `'\\''`)}'`;
}

function kebab(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, "$1-$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1-$2")
    .replaceAll("_", "-")
    .toLowerCase();
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}
