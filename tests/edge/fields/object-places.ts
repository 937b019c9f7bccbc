import type { JSONSchema } from "zod/v4/core";

type Schema = JSONSchema.BaseSchema;

/** Object within an operation's input. */
interface ObjectPlace {
  /** Path to the object, from the outside in. */
  readonly path: readonly string[];
  /** Returns an input with these fields in the object. The rest of the input may be invalid. */
  with(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
}

const deepest = 6;

/** Returns every object with named fields in a schema; recursive ones to a limited depth. */
export function objectPlaces(schema: Schema): readonly ObjectPlace[] {
  return placesIn(schema, schema, [], (value) => value as Readonly<Record<string, unknown>>);
}

function placesIn(
  root: Schema,
  given: Schema,
  path: readonly string[],
  within: (value: unknown) => Readonly<Record<string, unknown>>,
): readonly ObjectPlace[] {
  if (path.length > deepest) return [];
  const schema = resolved(root, given);
  const forms = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])] as readonly Schema[];
  const inForms = forms.flatMap((form) => placesIn(root, form, path, within));
  const items = schema.items as Schema | undefined;
  const inItems = items === undefined ? [] : placesIn(root, items, [...path, "0"], (value) => within([value]));
  const values = schema.additionalProperties as Schema | boolean | undefined;
  const inValues =
    typeof values === "object" && Object.keys(values).length > 0
      ? placesIn(root, values, [...path, "any"], (value) => within({ any: value }))
      : [];
  const takesAny = values === true || (typeof values === "object" && Object.keys(values).length === 0);
  if (schema.properties === undefined || takesAny) return [...inForms, ...inItems, ...inValues];
  const properties = Object.entries(schema.properties) as readonly (readonly [string, Schema])[];
  // Fields that distinguish this variant of an object from others.
  const marks = Object.fromEntries(
    properties.flatMap(([name, field]) => {
      const { const: only, enum: choices } = resolved(root, field);
      const mark = only ?? choices?.[0];
      return mark === undefined ? [] : [[name, mark]];
    }),
  );
  const inFields = properties.flatMap(([name, field]) =>
    placesIn(root, field, [...path, name], (value) => within({ ...marks, [name]: value })),
  );
  return [
    { path, with: (fields) => within({ ...marks, ...fields }) },
    ...inForms,
    ...inItems,
    ...inValues,
    ...inFields,
  ];
}

function resolved(root: Schema, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  if (schema.$ref === "#") return root;
  const name = schema.$ref.split("/").at(-1) ?? "";
  return (root.$defs?.[name] as Schema | undefined) ?? schema;
}
