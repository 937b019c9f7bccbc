import type { ApiDescription, DescribedSchema } from "../api-description.ts";

/** Field in a table of fields. */
export interface SchemaRow {
  /** Path from the outermost object: `points[].state`. */
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
}

const deepest = 6;

/** Returns the fields of a schema, outer fields first. */
export function schemaRows(
  schema: DescribedSchema,
  components: ApiDescription["components"],
  path = "",
  depth = 0,
): readonly SchemaRow[] {
  const at = resolved(schema, components);
  if (depth > deepest) return [];
  const alternatives = [...(at.anyOf ?? []), ...(at.oneOf ?? []), ...(at.allOf ?? [])];
  if (alternatives.length > 0)
    return distinct(alternatives.flatMap((inner) => schemaRows(inner, components, path, depth + 1)));
  if (at.items !== undefined) return schemaRows(at.items, components, `${path}[]`, depth + 1);
  const required = new Set(at.required);
  return Object.entries(at.properties ?? {}).flatMap(([name, inner]) => {
    const field = resolved(inner, components);
    const fieldPath = path === "" ? name : `${path}.${name}`;
    const row = {
      name: fieldPath,
      type: typeOf(field, components),
      isRequired: required.has(name) && field.default === undefined,
      description: inner.description ?? meaningOf(field, components),
    };
    return [row, ...schemaRows(field, components, fieldPath, depth + 1)];
  });
}

/** Returns a schema's description, or that of its alternatives or items. */
function meaningOf(schema: DescribedSchema, components: ApiDescription["components"]): string {
  const parts = [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter((part) => part !== undefined);
  const descriptions = [schema, ...parts.map((part) => resolved(part, components))].map(
    ({ description }) => description,
  );
  return descriptions.find((text) => text !== undefined) ?? "";
}

/** Returns a schema's type as text, with its limits. */
export function typeOf(schema: DescribedSchema, components: ApiDescription["components"]): string {
  const at = resolved(schema, components);
  const alternatives = at.anyOf ?? at.oneOf;
  if (alternatives !== undefined)
    return [...new Set(alternatives.map((inner) => typeOf(inner, components)))].join(" or ");
  if (at.const !== undefined) return JSON.stringify(at.const);
  if (at.enum !== undefined) return `one of ${at.enum.map((value) => JSON.stringify(value)).join(", ")}`;
  if (at.items !== undefined) return `list of ${typeOf(at.items, components)}${counted(at)}`;
  const type = Array.isArray(at.type) ? at.type.join(" or ") : String(at.type ?? "anything");
  return `${at.format === "date-time" ? "time (ISO 8601, UTC)" : type}${limited(at)}${defaultText(at)}`;
}

function limited({ minimum, maximum, minLength, maxLength }: DescribedSchema): string {
  // The largest safe integer isn't a relevant limit.
  const top = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined;
  if (minimum !== undefined && minimum > -Number.MAX_SAFE_INTEGER)
    return top === undefined ? `, at least ${minimum}` : `, ${minimum} to ${top}`;
  if (top !== undefined) return `, at most ${top}`;
  if (maxLength !== undefined) return `, ${minLength ?? 0} to ${maxLength} characters`;
  return minLength === undefined ? "" : `, at least ${minLength} characters`;
}

function counted({ minItems, maxItems }: DescribedSchema): string {
  if (maxItems !== undefined) return `, ${minItems ?? 0} to ${maxItems} items`;
  return minItems === undefined ? "" : `, at least ${minItems} items`;
}

function defaultText({ default: value }: DescribedSchema): string {
  return value === undefined ? "" : `, default ${JSON.stringify(value)}`;
}

function resolved(schema: DescribedSchema, components: ApiDescription["components"]): DescribedSchema {
  const name = schema.$ref?.split("/").at(-1);
  return (name === undefined ? undefined : components?.schemas?.[name]) ?? schema;
}

function distinct(rows: readonly SchemaRow[]): readonly SchemaRow[] {
  return [...new Map(rows.map((row) => [row.name, row])).values()];
}
