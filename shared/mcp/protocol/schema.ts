import { type DateFormat, isDateText } from "#shared/contract/texts/date-text.ts";

/**
 * Supported subset of JSON Schema for tools: one object with plain values, lists or objects. All model vendors support it, it contains no
 * patterns that could run long, and we validate it ourselves.
 */
export interface ToolSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, ValueSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
}

export type ValueSchema =
  | {
      readonly type: "string";
      readonly description?: string;
      readonly enum?: readonly string[];
      readonly minLength?: number;
      readonly maxLength?: number;
      readonly format?: DateFormat;
      readonly default?: string;
    }
  | {
      readonly type: "number" | "integer";
      readonly description?: string;
      readonly minimum?: number;
      readonly maximum?: number;
      readonly default?: number;
    }
  | { readonly type: "boolean"; readonly description?: string; readonly default?: boolean }
  | { readonly type: "array"; readonly description?: string; readonly items?: ValueSchema; readonly maxItems?: number }
  | {
      readonly type: "object";
      readonly description?: string;
      readonly properties?: Readonly<Record<string, ValueSchema>>;
      readonly required?: readonly string[];
      /** Schema of the values of a map, whose names differ. */
      readonly additionalProperties?: boolean | ValueSchema;
    };

/** Returns the problems with the arguments of a call, each as a sentence that says what to send. Empty if there are none. */
export function problemsOf(schema: ToolSchema, given: unknown): readonly string[] {
  return problemsOfObject(schema, given, "arguments");
}

/** Returns arguments without optional ones that are null: many clients send null for what they leave out. */
export function withoutNulls<T extends Readonly<Record<string, unknown>>>(
  { properties, required = [] }: ToolSchema,
  given: T,
): T {
  const isLeftOut = ([name, value]: [string, unknown]) =>
    value === null && Object.hasOwn(properties, name) && !required.includes(name);
  return Object.fromEntries(Object.entries(given).filter((entry) => !isLeftOut(entry))) as T;
}

/** Returns arguments with the defaults of those that were left out. */
export function withDefaults<T extends Readonly<Record<string, unknown>>>({ properties }: ToolSchema, given: T): T {
  const defaults = Object.entries(properties).flatMap(([name, schema]) =>
    "default" in schema && schema.default !== undefined ? [[name, schema.default] as const] : [],
  );
  return defaults.length === 0 ? given : { ...Object.fromEntries(defaults), ...given };
}

type ObjectSchema = Omit<ToolSchema, "additionalProperties"> & {
  readonly additionalProperties?: boolean | ValueSchema;
};

function problemsOfObject(schema: ObjectSchema, given: unknown, at: string): readonly string[] {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return [`${at}: send an object`];
  const { properties, required = [], additionalProperties = true } = schema;
  const within = (name: string) => (at === "arguments" ? name : `${at}.${name}`);
  const problems = required.filter((name) => !Object.hasOwn(given, name)).map((name) => `${within(name)}: required`);
  for (const [name, value] of Object.entries(given)) {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (known !== undefined) problems.push(...problemsOfValue(known, value, within(name)));
    else if (typeof additionalProperties === "object")
      problems.push(...problemsOfValue(additionalProperties, value, within(shown(name))));
    else if (!additionalProperties)
      problems.push(
        `${within(shown(name))}: unknown name; known names: ${Object.keys(properties).join(", ") || "none"}`,
      );
  }
  return problems;
}

function problemsOfValue(schema: ValueSchema, value: unknown, at: string): readonly string[] {
  if (value === null) return [`${at}: send a value, or leave it out if it is optional`];
  if (schema.type === "object") return problemsOfObject({ ...schema, properties: schema.properties ?? {} }, value, at);
  if (schema.type === "array") return problemsOfList(schema, value, at);
  if (schema.type === "string") return problemOfText(schema, value, at);
  if (schema.type === "boolean") return typeof value === "boolean" ? [] : [`${at}: send true or false, without quotes`];
  return problemOfNumber(schema, value, at);
}

function problemsOfList(schema: ValueSchema & { readonly type: "array" }, value: unknown, at: string) {
  if (!Array.isArray(value)) return [`${at}: send a list, not a string or a single value`];
  const { items, maxItems = Number.POSITIVE_INFINITY } = schema;
  if (value.length > maxItems) return [`${at}: send at most ${maxItems} items`];
  return items === undefined ? [] : value.flatMap((item, index) => problemsOfValue(items, item, `${at}[${index}]`));
}

const dateForms = {
  date: "an existing date, such as 2026-11-20",
  "date-time": "a time with its zone, such as 2026-11-20T09:15:00Z",
} as const;

function problemOfText(schema: ValueSchema & { readonly type: "string" }, value: unknown, at: string) {
  if (typeof value !== "string") return [`${at}: send a string`];
  const { enum: allowed, format, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  if (format !== undefined && !isDateText(value, format)) return [`${at}: send ${dateForms[format]}`];
  if (allowed !== undefined && !allowed.includes(value)) return [`${at}: send one of ${allowed.join(", ")}`];
  if (value.length < minLength)
    return [minLength === 1 ? `${at}: must not be empty` : `${at}: send at least ${minLength} characters`];
  return value.length > maxLength ? [`${at}: send at most ${maxLength} characters`] : [];
}

function problemOfNumber(schema: ValueSchema & { readonly type: "number" | "integer" }, value: unknown, at: string) {
  const { type, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
  if (typeof value !== "number" || !Number.isFinite(value)) return [`${at}: send a number, without quotes`];
  if (type === "integer" && !Number.isInteger(value)) return [`${at}: send a whole number`];
  if (value < minimum) return [`${at}: send at least ${minimum}`];
  return value > maximum ? [`${at}: send at most ${maximum}`] : [];
}

/** Returns a caller-supplied name that is safe to use in a sentence. */
function shown(name: string): string {
  return name.replace(/[^\w.-]/g, "?").slice(0, 60);
}
