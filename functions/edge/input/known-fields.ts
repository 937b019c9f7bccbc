import * as z from "zod";
import { nearestName } from "#shared/contract/texts/nearest-name.ts";
import type { UnknownFieldRule } from "#shared/contract/values/unknown-fields.ts";

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

/**
 * Maximum number of different unknown names to compare with known ones, which is expensive. Input with more of them is for another
 * operation, and refused.
 */
const maxCompared = maxNamed;

/** Input without unknown and absent fields, and the unknown fields. */
export interface KnownFields {
  readonly known: Readonly<Record<string, unknown>>;
  /** Unknown fields that have no effect. */
  readonly ignored: Problems<UnknownField>;
  readonly refused: Problems<UnknownField>;
  /** Paths of empty texts that count as absent. */
  readonly empty: Problems<readonly string[]>;
}

/**
 * Removes unknown and absent fields from a value by walking value and schema together. An optional field is absent if it is null, or an
 * empty text, and its schema has no meaning for that. Values of the wrong type are left for the schema to reject.
 */
export function knownFields(
  schema: z.core.$ZodType,
  given: Readonly<Record<string, unknown>>,
  ruleFor: (name: string) => UnknownFieldRule = () => "refuse",
): KnownFields {
  const unknown = {
    ignore: problems<UnknownField>(),
    "refuse-similar": problems<UnknownField>(),
    refuse: problems<UnknownField>(),
  };
  const similar = problems<UnknownField>();
  const others = problems<UnknownField>();
  const empty = problems<readonly string[]>();
  const compared = new Map<string, boolean>();
  /** Current location: field names and list indexes, from the outside in. */
  const path: string[] = [];
  const isSimilar = (name: string, names: ReadonlySet<string>): boolean => {
    const pair = JSON.stringify([name, ...names]);
    const earlier = compared.get(pair);
    if (earlier !== undefined || compared.size > maxCompared) return earlier ?? false;
    const found = compared.size < maxCompared && nearestName(name, names) !== undefined;
    compared.set(pair, found);
    return found;
  };
  const note = (name: string, names: ReadonlySet<string>) => {
    const rule = ruleFor(path[0] ?? name);
    const field = { path: [...path, name], names };
    add(unknown[rule], field);
    if (rule === "refuse-similar") add(isSimilar(name, names) ? similar : others, field);
  };
  const isAbsent = (name: string, value: unknown, fields: readonly z.core.$ZodType[]): boolean => {
    if (value === null) return fields.every((field) => isOptional(field) && !z.safeParse(field, null).success);
    if (value !== "" || ruleFor(path[0] ?? name) === "refuse") return false;
    if (!fields.every((field) => isOptional(field) && isText(field) && !z.safeParse(field, "").success)) return false;
    add(empty, [...path, name]);
    return true;
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
      if (fields.length > 0 && isAbsent(name, inner, fields)) continue;
      known.push([name, at(name, () => sorted(fields.length > 0 ? fields : rest, inner))]);
    }
    // Not assigned one by one, because `__proto__` would be special.
    return Object.fromEntries(known);
  };

  const known = sorted([schema], given) as Record<string, unknown>;
  const areTooMany = compared.size > maxCompared;
  return {
    known,
    empty,
    ignored: areTooMany ? unknown.ignore : joined(unknown.ignore, others),
    refused: joined(unknown.refuse, areTooMany ? unknown["refuse-similar"] : similar),
  };
}

function add<T>(to: { readonly first: T[]; count: number }, problem: T): void {
  to.count += 1;
  if (to.first.length < maxNamed) to.first.push(problem);
}

function joined<T>(some: Problems<T>, more: Problems<T>): Problems<T> {
  return { first: [...some.first, ...more.first].slice(0, maxNamed), count: some.count + more.count };
}

function isOptional(schema: z.core.$ZodType): boolean {
  return schema._zod.optin === "optional";
}

/** Returns true for texts without a format. An empty time isn't an absent one: work would start at once instead of later. */
function isText(schema: z.core.$ZodType): boolean {
  return formsOf(schema).every(({ _zod: { def } }) => def.type === "string" && !("format" in def));
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
