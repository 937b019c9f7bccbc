interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly propertyNames?: Schema;
  readonly items?: Schema | boolean;
  readonly prefixItems?: readonly Schema[];
  readonly minItems?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly pattern?: string;
}

/** Texts of the kinds that records hold. The first one that fits is used. */
const texts = [
  "text",
  "1",
  "2026-11-20T09:15:02.114Z",
  "2026-11-20",
  "09:15",
  "https://example.com/",
  "https://example.com",
  "Contacts.fmp12",
  "01a21fbb-40aa-70da-8bb0-f54269dcc7e2",
  "person@example.com",
  "192.0.2.1",
  "a1b2c3d4",
  "#a1b2c3",
];
const maxDepth = 6;

/**
 * Returns values that a JSON Schema accepts, as zod writes it: one with everything, one with the required fields only, and one for each
 * other variant of a field.
 */
export function samplesOf(schema: object): readonly unknown[] {
  const { $defs: named = {} } = schema as Schema;

  const samples = (one: Schema, depth: number): readonly unknown[] => {
    if (depth > maxDepth) return [];
    if (one.$ref !== undefined) return samples(named[one.$ref.split("/").at(-1) ?? ""] ?? {}, depth + 1);
    if ("const" in one) return [one.const];
    if (one.enum !== undefined) return one.enum;
    const variants = one.anyOf ?? one.oneOf;
    if (variants !== undefined) return variants.flatMap((variant) => samples(variant, depth + 1));
    if (one.allOf !== undefined) return samples(Object.assign({}, one, ...one.allOf, { allOf: undefined }), depth);
    if (Array.isArray(one.type)) return one.type.flatMap((type: string) => samples({ ...one, type }, depth + 1));
    switch (one.type) {
      case "null":
        return [null];
      case "boolean":
        return [true, false];
      case "integer":
      case "number":
        return [Math.max(1, one.minimum ?? 1, (one.exclusiveMinimum ?? 0) + 1)];
      case "string":
        return textsOf(one);
      case "array":
        return arraysOf(one, depth);
      case "object":
        return objectsOf(one, depth);
      default:
        return ["anything"];
    }
  };

  const arraysOf = (
    { items = {}, prefixItems, minItems = 0 }: Schema,
    depth: number,
  ): readonly (readonly unknown[])[] => {
    if (prefixItems !== undefined) return [prefixItems.map((one) => samples(one, depth + 1)[0])];
    const each = typeof items === "boolean" ? [] : samples(items, depth + 1);
    const filled = each.map((item) => Array.from({ length: Math.max(1, minItems) }, () => item));
    return minItems === 0 ? [...filled, []] : filled;
  };

  const objectsOf = (one: Schema, depth: number): readonly object[] => {
    const { properties = {}, required = [], additionalProperties, propertyNames } = one;
    if (Object.keys(properties).length === 0) {
      if (typeof additionalProperties !== "object" || propertyNames === undefined) return [{}];
      const [name] = samples(propertyNames, depth + 1);
      return [...samples(additionalProperties, depth + 1).map((value) => ({ [String(name)]: value })), {}];
    }
    const fields = Object.entries(properties).map(([name, property]) => [name, samples(property, depth + 1)] as const);
    const whole = Object.fromEntries(fields.flatMap(([name, [value]]) => (value === undefined ? [] : [[name, value]])));
    const least = Object.fromEntries(Object.entries(whole).filter(([name]) => required.includes(name)));
    const others = fields.flatMap(([name, [, ...values]]) => values.map((value) => ({ ...whole, [name]: value })));
    return [whole, least, ...others];
  };

  return samples(schema as Schema, 0);
}

function textsOf({ pattern, minLength = 0 }: Schema): readonly string[] {
  const candidates = [...texts, "a".repeat(Math.max(1, minLength)), "0".repeat(64)];
  const fits = new RegExp(pattern ?? "", "u");
  const found = candidates.find((text) => text.length >= minLength && fits.test(text));
  return found === undefined ? [] : [found];
}
