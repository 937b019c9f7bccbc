import type * as z from "zod";

export interface UnknownField {
  /** Location: field names and list indexes, from the outside in. */
  readonly path: readonly string[];
  /** Valid field names at this location. */
  readonly names: ReadonlySet<string>;
}

/** Problems of one kind. All are counted; only the first `maxNamed` are kept. */
export interface Problems<T> {
  readonly first: readonly T[];
  readonly count: number;
}

/** Maximum number of problems of one kind that an answer names. */
export const maxNamed = 20;

/** Input without unknown fields, and the unknown fields. */
export interface KnownFields {
  readonly known: Readonly<Record<string, unknown>>;
  /** Unknown fields where the operation accepts any fields. */
  readonly ignored: Problems<UnknownField>;
  /** All other unknown fields. */
  readonly refused: Problems<UnknownField>;
}

/** Removes unknown fields from a value by walking value and schema together. Values of the wrong type are left for the schema to reject. */
export function knownFields(
  schema: z.core.$ZodType,
  given: Readonly<Record<string, unknown>>,
  isOpen: (name: string) => boolean = () => false,
): KnownFields {
  const ignored = problems<UnknownField>();
  const refused = problems<UnknownField>();
  /** Current location: field names and list indexes, from the outside in. */
  const path: string[] = [];
  const note = (name: string, names: ReadonlySet<string>) => {
    const kept = isOpen(path[0] ?? name) ? ignored : refused;
    kept.count += 1;
    if (kept.first.length < maxNamed) kept.first.push({ path: [...path, name], names });
  };
  const at = <T>(name: string, act: () => T): T => {
    path.push(name);
    const result = act();
    path.pop();
    return result;
  };

  /** `schemas`: possible forms of the value. */
  const sorted = (schemas: readonly z.core.$ZodType[], value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    const forms = schemas.flatMap(formsOf);
    if (Array.isArray(value)) {
      const elements = forms.flatMap(({ _zod: { def } }) => (def.type === "array" ? [def.element] : []));
      return value.map((item, index) => at(String(index), () => sorted(elements, item)));
    }
    const { shapes, rest, isAny } = objectsOf(forms, value as Readonly<Record<string, unknown>>);
    if (isAny) return value;
    const names = new Set(shapes.flatMap((shape) => Object.keys(shape)));
    const known: [string, unknown][] = [];
    for (const [name, inner] of Object.entries(value)) {
      // A caller can send thousands of unknown names.
      if (!names.has(name) && rest.length === 0) {
        note(name, names);
        continue;
      }
      const fields = shapes.flatMap((shape) => (Object.hasOwn(shape, name) ? [shape[name] as z.core.$ZodType] : []));
      known.push([name, at(name, () => sorted(fields.length > 0 ? fields : rest, inner))]);
    }
    // Not assigned one by one, because `__proto__` would be special.
    return Object.fromEntries(known);
  };

  return { known: sorted([schema], given) as Record<string, unknown>, ignored, refused };
}

function problems<T>(): { readonly first: T[]; count: number } {
  return { first: [], count: 0 };
}

/** Unwraps a schema and returns each of its forms. */
function formsOf(schema: z.core.$ZodType): readonly z.core.$ZodTypes[] {
  const form = schema as z.core.$ZodTypes;
  const { def } = form._zod;
  switch (def.type) {
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "nonoptional":
    case "readonly":
    case "catch":
      return formsOf(def.innerType);
    case "lazy":
      return formsOf(def.getter());
    case "union":
      return def.options.flatMap(formsOf);
    case "pipe":
      // The first part of a pipe may only prepare the value for the second.
      return formsOf(def.in._zod.def.type === "transform" ? def.out : def.in);
    default:
      return [form];
  }
}

type Shape = Readonly<Record<string, z.core.$ZodType>>;

interface ObjectForms {
  /** Fields of each form that the object can match. */
  readonly shapes: readonly Shape[];
  /** Schemas of fields with any other name. */
  readonly rest: readonly z.core.$ZodType[];
  /** True if there is nothing to check: any object is accepted, or none. */
  readonly isAny: boolean;
}

function objectsOf(forms: readonly z.core.$ZodTypes[], value: Readonly<Record<string, unknown>>): ObjectForms {
  const shapes: Shape[] = [];
  const rest: z.core.$ZodType[] = [];
  let isAny = false;
  for (const { _zod } of forms) {
    const { def } = _zod;
    if (def.type === "record") rest.push(def.valueType);
    else if (def.type === "object") {
      shapes.push(def.shape);
      if (def.catchall !== undefined && def.catchall._zod.def.type !== "never") rest.push(def.catchall);
    } else if (!scalars.has(def.type)) isAny = true;
  }
  const meant = shapes.filter((shape) => Object.entries(shape).every(([name, field]) => mayBe(field, value[name])));
  return {
    shapes: meant.length === 0 ? shapes : meant,
    rest,
    isAny: isAny || (shapes.length === 0 && rest.length === 0),
  };
}

/** Schema types that never match an object. */
const scalars: ReadonlySet<z.core.$ZodTypes["_zod"]["def"]["type"]> = new Set([
  "array",
  "bigint",
  "boolean",
  "date",
  "enum",
  "literal",
  "null",
  "number",
  "string",
  "undefined",
] as const);

/** True unless the field requires certain values (as a discriminator does) and has none of them. */
function mayBe(field: z.core.$ZodType, value: unknown): boolean {
  const { def } = (field as z.core.$ZodTypes)._zod;
  if (def.type === "literal") return (def.values as readonly unknown[]).includes(value);
  return def.type !== "enum" || Object.values(def.entries).includes(value as string);
}
