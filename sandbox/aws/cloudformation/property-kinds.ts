import { type Kind, kindOf, kindOfType } from "./result-kind.ts";
import type { PropertyType, Specification } from "./specification.ts";
import { intrinsic, isObject, type Template, type Value } from "./template.ts";

/** Returns a sentence for each property and output whose function returns a list where a text is expected, or the reverse. */
export function propertyFaults(template: Template, specification: Specification): readonly string[] {
  const ofType = (value: Value, type: PropertyType, path: string): readonly string[] => {
    const call = intrinsic(value);
    if (call?.name === "Fn::If" && Array.isArray(call.argument))
      return call.argument.slice(1).flatMap((branch) => ofType(branch, type, path));
    if (call !== undefined) return fits(kindOf(value, template, specification), type, path);
    if (type.type === "ref") return ofProperties(value, specification.definition(type.reference.$ref), path);
    if (type.type === "array" && Array.isArray(value))
      return value.flatMap((item, at) => ofType(item, type.element, `${path}[${at}]`));
    if (type.type === "map" && isObject(value))
      return Object.entries(value).flatMap(([name, item]) => ofType(item, type.element, `${path}.${name}`));
    if (type.type !== "union") return [];
    const each = type.types.map((one) => ofType(value, one, path));
    return each.find((faults) => faults.length === 0) ?? each[0] ?? [];
  };
  const ofProperties = (
    value: Value | undefined,
    known: Readonly<Record<string, { readonly type: PropertyType }>>,
    path: string,
  ): readonly string[] => {
    if (!isObject(value)) return [];
    return Object.entries(value).flatMap(([name, item]) => {
      const property = known[name];
      return property === undefined ? [] : ofType(item, property.type, `${path}.${name}`);
    });
  };
  const outputs = Object.entries(template.Outputs ?? {}).flatMap(([name, output]) =>
    isObject(output) ? ofType(output.Value ?? null, { type: "string" }, `Outputs.${name}.Value`) : [],
  );
  return [
    ...Object.entries(template.Resources).flatMap(([name, { Type, Properties }]) =>
      ofProperties(Properties, specification.resource(Type)?.properties ?? {}, `Resources.${name}.Properties`),
    ),
    ...outputs,
  ];
}

function fits(kind: Kind, type: PropertyType, path: string): readonly string[] {
  const expected = type.type === "union" ? type.types.map(kindOfType) : [kindOfType(type)];
  if (kind === "any" || kind === "nothing" || expected.includes(kind) || expected.includes("any")) return [];
  return [`${path} needs ${expected.map(described).join(" or ")}, and its function returns ${described(kind)}`];
}

function described(kind: Kind): string {
  return kind === "object" ? "an object" : kind === "list" ? "a list" : kind === "text" ? "text" : `a ${kind}`;
}
