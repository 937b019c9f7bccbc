import type { PropertySpecifications, PropertyType, Specification } from "./specification.ts";
import { isObject, type Properties, type Value } from "./template.ts";

/** Returns a sentence for each evaluated property that is missing, unknown, or of another type than in the specification. */
export function schemaFaults(
  properties: Properties,
  known: PropertySpecifications,
  specification: Specification,
  path = "#",
): readonly string[] {
  const missing = Object.entries(known).filter(([name, { required }]) => required === true && !(name in properties));
  return [
    ...missing.map(([name]) => `${path}: required key [${name}] not found`),
    ...Object.entries(properties).flatMap(([name, value]) => {
      const property = known[name];
      return property === undefined
        ? [`${path}: extraneous key [${name}] is not permitted`]
        : valueFaults(value, property.type, specification, `${path}/${name}`);
    }),
  ];
}

function valueFaults(value: Value, type: PropertyType, specification: Specification, path: string): readonly string[] {
  const expected = (fits: boolean, what: string) => (fits ? [] : [`${path}: expected type: ${what}`]);
  switch (type.type) {
    case "json":
      return expected(isObject(value) || typeof value === "string", "JSONObject");
    case "tag":
      return expected(isObject(value), "Tag");
    case "ref":
      return isObject(value)
        ? schemaFaults(value, specification.definition(type.reference.$ref), specification, path)
        : expected(false, "JSONObject");
    case "array":
      return Array.isArray(value)
        ? value.flatMap((item, at) => valueFaults(item, type.element, specification, `${path}/${at}`))
        : expected(false, "JSONArray");
    case "map":
      return isObject(value)
        ? Object.entries(value).flatMap(([name, item]) =>
            valueFaults(item, type.element, specification, `${path}/${name}`),
          )
        : expected(false, "JSONObject");
    case "union": {
      const each = type.types.map((one) => valueFaults(value, one, specification, path));
      return each.find((faults) => faults.length === 0) ?? each[0] ?? [];
    }
    case "boolean":
      return expected([true, false, "true", "false"].includes(value as string | boolean), "Boolean");
    case "integer":
      return expected(isNumeric(value) && Number.isInteger(Number(value)), "Integer");
    case "number":
      return expected(isNumeric(value), "Number");
    default:
      return expected(typeof value !== "object", "String");
  }
}

function isNumeric(value: Value): boolean {
  return (typeof value === "number" || (typeof value === "string" && value !== "")) && Number.isFinite(Number(value));
}
