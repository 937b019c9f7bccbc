import type { ValueSchema } from "../protocol/schema.ts";

/** Fields of a result by name. */
export type ResultFields = Readonly<Record<string, ValueSchema>>;

// A description is left out if it would only repeat the name: models read all of them with each request.
export const text = (description?: string): ValueSchema => ({ type: "string", ...described(description) });
export const whole = (description?: string): ValueSchema => ({ type: "integer", ...described(description) });
export const number = (description?: string): ValueSchema => ({ type: "number", ...described(description) });
export const flag = (description?: string): ValueSchema => ({ type: "boolean", ...described(description) });
export const texts = (description?: string): ValueSchema => ({
  type: "array",
  items: { type: "string" },
  ...described(description),
});

function described(description: string | undefined) {
  return description === undefined ? {} : { description };
}

/** Returns the schema of an object. */
export function record(description: string, properties: ResultFields): ValueSchema {
  return { type: "object", description, properties };
}

/** Returns the schema of an object whose names differ, such as counts by type. */
export function map(description: string, value: ValueSchema): ValueSchema {
  return { type: "object", description, additionalProperties: value };
}

/** Returns the schema of a list of objects. */
export function rows(description: string, properties: ResultFields): ValueSchema {
  return { type: "array", description, items: { type: "object", properties } };
}

export const doneField = flag();
export const processField = whole("For get_process");
