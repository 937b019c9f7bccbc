/** Type of a value: a name such as `string`, a list of one element type, fields by name (`name?` if optional), or alternatives. */
export type Outline =
  | string
  | readonly [Outline]
  | { readonly [field: string]: Outline }
  | { readonly "|": readonly Outline[] };

/** Operation in brief: its input by place, its response, and its statuses. */
export interface OperationOutline {
  readonly in: Outline;
  readonly out: Outline;
  readonly statuses: readonly string[];
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly additionalProperties?: Schema | boolean;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Described {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema?: Schema;
  }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

/** OpenAPI document, as far as an outline reads it. */
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}

/** Returns the names, types, required fields and statuses of an API, by method and path. */
export function outlineOf({ paths }: Description): Readonly<Record<string, OperationOutline>> {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [`${method.toUpperCase()} ${path}`, operationOutline(operation)] as const,
    ),
  );
  return Object.fromEntries(operations.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function operationOutline({ parameters = [], requestBody, responses }: Described): OperationOutline {
  const given = parameters.map(({ name, in: place, required, schema = {} }) => [
    `${place} ${name}${required === true ? "" : "?"}`,
    typeOf(schema),
  ]);
  const body = schemaIn(requestBody);
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith("2")) ?? [];
  return {
    in: { ...Object.fromEntries(given), ...(body !== undefined && { body: typeOf(body) }) },
    out: typeOf(schemaIn(success) ?? {}),
    statuses: Object.keys(responses).sort(),
  };
}

function schemaIn(part: Content | undefined): Schema | undefined {
  return Object.values(part?.content ?? {})[0]?.schema;
}

function typeOf(schema: Schema): Outline {
  const { type, properties, required = [], items, anyOf, oneOf, additionalProperties } = schema;
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) return alternatives(choices.map(typeOf));
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined)
    return schema.enum
      .map((value) => JSON.stringify(value))
      .sort()
      .join(" | ");
  if (properties !== undefined) {
    const fields = Object.entries(properties).map(([name, of]) => [
      `${name}${required.includes(name) ? "" : "?"}`,
      typeOf(of),
    ]);
    return Object.fromEntries(fields.sort(([one], [other]) => ((one as string) < (other as string) ? -1 : 1)));
  }
  if (items !== undefined) return [typeOf(items)];
  if (typeof additionalProperties === "object") return { "*": typeOf(additionalProperties) };
  return typeof type === "string" ? type : (type?.join(" | ") ?? "any");
}

function alternatives(all: readonly Outline[]): Outline {
  const simple = all.filter((one) => typeof one === "string");
  const rest = all.filter((one) => typeof one !== "string");
  if (rest.length === 0) return [...new Set(simple)].sort().join(" | ");
  return { "|": [...simple.sort(), ...rest] };
}
