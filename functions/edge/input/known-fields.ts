import type * as z from "zod";

/** A field that no schema names. */
export interface UnknownField {
  /** Where it stands: names of fields and places in lists, from the outside in. */
  readonly path: readonly string[];
  /** What may stand there. */
  readonly names: ReadonlySet<string>;
}

/** Problems of one kind: all of them are counted, and as many are kept as an answer names. */
export interface Problems<T> {
  readonly first: readonly T[];
  readonly count: number;
}

/** Maximum number of problems of one kind that an answer names. */
export const maxNamed = 20;

/** What was sent, without fields that no schema names; and those fields. */
export interface KnownFields {
  readonly known: Readonly<Record<string, unknown>>;
  /** Those at a place where the operation is open. */
  readonly ignored: Problems<UnknownField>;
  /** All others. */
  readonly refused: Problems<UnknownField>;
}

/** Goes through a value and its schema together, as deep as both reach. What has the wrong type is left to the schema to refuse. */
export function knownFields(
  schema: z.core.$ZodType,
  given: Readonly<Record<string, unknown>>,
  isOpen: (name: string) => boolean = () => false,
): KnownFields {
  const ignored = problems<UnknownField>();
  const refused = problems<UnknownField>();
  /** Where the walk is: names of fields and places in lists, from the outside in. */
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

  /** `schemas`: the forms that the value may have. */
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
      // Of thousands of names a caller may know none.
      if (!names.has(name) && rest.length === 0) {
        note(name, names);
        continue;
      }
      const fields = shapes.flatMap((shape) => (Object.hasOwn(shape, name) ? [shape[name] as z.core.$ZodType] : []));
      known.push([name, at(name, () => sorted(fields.length > 0 ? fields : rest, inner))]);
    }
    // Not by assignment, which `__proto__` would be special to.
    return Object.fromEntries(known);
  };

  return { known: sorted([schema], given) as Record<string, unknown>, ignored, refused };
}

function problems<T>(): { readonly first: T[]; count: number } {
  return { first: [], count: 0 };
}

/** A schema without what is wrapped around it, or each of the forms that it has. */
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
      // What comes first may only prepare the value for the schema behind it.
      return formsOf(def.in._zod.def.type === "transform" ? def.out : def.in);
    default:
      return [form];
  }
}

type Shape = Readonly<Record<string, z.core.$ZodType>>;

interface ObjectForms {
  /** The fields of each form that the object may be meant as. */
  readonly shapes: readonly Shape[];
  /** What fields of any other name may hold. */
  readonly rest: readonly z.core.$ZodType[];
  /** Whether there is nothing to look for: any object will do, or none. */
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

/** What no object is taken for. */
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

/** Whether a field that has to have one of a few values, as those that tell forms apart, has one of them. */
function mayBe(field: z.core.$ZodType, value: unknown): boolean {
  const { def } = (field as z.core.$ZodTypes)._zod;
  if (def.type === "literal") return (def.values as readonly unknown[]).includes(value);
  return def.type !== "enum" || Object.values(def.entries).includes(value as string);
}
