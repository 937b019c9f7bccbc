/** JSON Schema, as far as contracts use it. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly description?: string;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

/** Returns a schema as a TypeScript type, with the descriptions of its fields as comments. @throws Error for what it can't express */
export function typeOf(schema: object): string {
  const whole = schema as Schema;
  return typeIn(whole, whole, []);
}

function typeIn(schema: Schema, whole: Schema, open: readonly Schema[]): string {
  // A schema that contains itself ends here: its inner values are checked by the service.
  if (open.includes(schema)) return "unknown";
  const within = [...open, schema];
  const inner = (part: Schema) => typeIn(part, whole, within);
  const { type, anyOf, oneOf, allOf, items, prefixItems } = schema;
  if (schema.$ref !== undefined) return inner(referred(schema.$ref, whole));
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)));
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) return union(choices.map(inner));
  if (allOf !== undefined) return allOf.map((part) => grouped(inner(part))).join(" & ");
  if (Array.isArray(type)) return union(type.map((one: string) => inner({ ...schema, type: one })));
  if (type === "array") {
    if (prefixItems !== undefined) return `readonly [${prefixItems.map(inner).join(", ")}]`;
    return items === undefined ? "readonly unknown[]" : `readonly ${grouped(inner(items))}[]`;
  }
  if (type === "object") return objectType(schema, inner);
  if (type === "integer" || type === "number") return "number";
  if (type === "string" || type === "boolean" || type === "null") return type;
  if (type === undefined) return "unknown";
  throw new Error(`Unknown type ${JSON.stringify(type)} in a schema`);
}

function objectType(
  { properties, required = [], additionalProperties }: Schema,
  inner: (part: Schema) => string,
): string {
  const rest = typeof additionalProperties === "object" ? inner(additionalProperties) : "unknown";
  if (properties === undefined || Object.keys(properties).length === 0)
    return additionalProperties === undefined || additionalProperties === false
      ? "{ readonly [name: string]: never }"
      : `{ readonly [name: string]: ${rest} }`;
  const fields = Object.entries(properties).map(([name, field]) => {
    const isOptional = !required.includes(name);
    const comment = field.description === undefined ? "" : `/** ${field.description.replaceAll("*/", "*\\/")} */\n`;
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    return `${comment}readonly ${key}${isOptional ? "?" : ""}: ${inner(field)}${isOptional ? " | undefined" : ""}`;
  });
  return `{\n${fields.join(";\n")} }`;
}

/** Adds parentheses where an operator would bind to a part of the type. */
function grouped(type: string): string {
  return /[|&]/.test(type) || type.startsWith("readonly ") ? `(${type})` : type;
}

function union(types: readonly string[]): string {
  return types.length === 0 ? "never" : [...new Set(types)].join(" | ");
}

function referred(address: string, whole: Schema): Schema {
  if (address === "#") return whole;
  const found = whole.$defs?.[address.replace(/^#\/\$defs\//, "")];
  if (found === undefined) throw new Error(`${address} isn't in the schema`);
  return found;
}
