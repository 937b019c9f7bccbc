/** Keywords of lower bounds: raising one refuses values. */
export const lowest = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"] as const;
/** Keywords of upper bounds: lowering one refuses values. */
export const highest = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"] as const;
/** Keywords that are compared as a whole. */
export const wholes = ["pattern", "format", "multipleOf", "contentEncoding", "propertyNames", "uniqueItems"] as const;

/** Keywords that only limit values of the same kind. */
export const limitingKeywords: ReadonlySet<string> = new Set([
  ...lowest,
  ...highest,
  ...["pattern", "multipleOf", "propertyNames", "uniqueItems"],
]);

/** Keywords that the comparison of two releases knows. */
export const comparedKeywords: ReadonlySet<string> = new Set([
  ...["type", "enum", "const", "anyOf", "oneOf", "items", "prefixItems"],
  ...["properties", "required", "additionalProperties"],
  ...lowest,
  ...highest,
  ...wholes,
]);
