import type { PropertyType, ResourceProperties, SpecDatabase } from "@aws-cdk/service-spec-types";
import { intrinsic, isObject, type Template, type Value } from "../../../sandbox/aws/cloudformation/template.ts";

/** Returns a sentence for each resource type, property or value format that CloudFormation's own specification doesn't have. */
export function shapeFaults(template: Template, spec: SpecDatabase): readonly string[] {
  return Object.entries(template.Resources).flatMap(([name, { Type, Properties = {} }]) => {
    const [type] = spec.lookup("resource", "cloudFormationType", "equals", Type);
    return type === undefined ? [`${name}: there is no ${Type}`] : faultsIn(Properties, type.properties, name, spec);
  });
}

function faultsIn(
  given: Readonly<Record<string, Value>>,
  known: ResourceProperties,
  path: string,
  spec: SpecDatabase,
): readonly string[] {
  const missing = Object.entries(known).filter(([name, { required }]) => required === true && !(name in given));
  return [
    ...missing.map(([name]) => `${path}: ${name} is missing`),
    ...Object.entries(given).flatMap(([name, value]) => {
      const property = known[name];
      return property === undefined
        ? [`${path}: there is no ${name}`]
        : faultsOf(value, property.type, `${path}.${name}`, spec);
    }),
  ];
}

function faultsOf(value: Value, type: PropertyType, path: string, spec: SpecDatabase): readonly string[] {
  const call = intrinsic(value);
  if (call?.name === "Fn::If" && Array.isArray(call.argument)) {
    return call.argument.slice(1).flatMap((branch) => faultsOf(branch, type, path, spec));
  }
  if (call !== undefined) return []; // Its value isn't known until the stack is created.
  switch (type.type) {
    case "json":
      return [];
    case "ref":
      return isObject(value)
        ? faultsIn(value, spec.get("typeDefinition", type.reference.$ref).properties, path, spec)
        : [`${path} is no object`];
    case "tag":
      return isObject(value) ? [] : [`${path} is no tag`];
    case "array":
      return Array.isArray(value)
        ? value.flatMap((item, at) => faultsOf(item, type.element, `${path}[${at}]`, spec))
        : [`${path} isn't a list`];
    case "map":
      return isObject(value)
        ? Object.entries(value).flatMap(([name, item]) => faultsOf(item, type.element, `${path}.${name}`, spec))
        : [`${path} is no map`];
    case "union": {
      const each = type.types.map((one) => faultsOf(value, one, path, spec));
      return each.find((faults) => faults.length === 0) ?? each[0] ?? [];
    }
    case "boolean":
      return typeof value === "boolean" || value === "true" || value === "false"
        ? []
        : [`${path} is neither true nor false`];
    case "integer":
      return Number.isInteger(Number(value)) ? [] : [`${path} isn't a whole number`];
    case "number":
      return Number.isFinite(Number(value)) ? [] : [`${path} is no number`];
    default:
      return typeof value === "object" ? [`${path} isn't text`] : [];
  }
}
