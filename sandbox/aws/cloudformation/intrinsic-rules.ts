import type { Place } from "./argument-rule.ts";
import { argumentFaults } from "./argument-rules.ts";
import { literalFaults } from "./literal-rules.ts";
import { propertyFaults } from "./property-kinds.ts";
import type { Specification } from "./specification.ts";
import { intrinsic, isObject, type Template, type Value } from "./template.ts";

/**
 * Returns a sentence for each use of an intrinsic function that CloudFormation rejects: wrong arguments, targets that don't exist, and
 * results that don't fit their property. The rules are those of the "Supported functions" sections of
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/intrinsic-function-reference.html
 */
export function intrinsicFaults(template: Template, specification: Specification): readonly string[] {
  const inside = (path: string, value: Value | undefined, isCondition = false) =>
    value === undefined ? [] : faultsIn(value, { path, template, specification, isCondition });
  return [
    ...Object.entries(template.Conditions ?? {}).flatMap(([name, value]) => inside(`Conditions.${name}`, value, true)),
    ...Object.entries(template.Resources).flatMap(([name, { Properties, Metadata }]) => [
      ...inside(`Resources.${name}.Properties`, Properties),
      ...inside(`Resources.${name}.Metadata`, Metadata),
    ]),
    ...Object.entries(template.Outputs ?? {}).flatMap(([name, output]) => inside(`Outputs.${name}`, output)),
    ...literalFaults(template),
    ...propertyFaults(template, specification),
  ];
}

function faultsIn(value: Value, place: Place): readonly string[] {
  const call = intrinsic(value);
  // Statements of policies have a property of this name.
  if (call !== undefined && (call.name !== "Condition" || place.isCondition)) {
    const { path } = place;
    return [
      ...argumentFaults(call, place).map((fault) => `${path}: ${fault}`),
      ...faultsIn(call.argument, { ...place, path: `${path}.${call.name}` }),
    ];
  }
  if (Array.isArray(value))
    return value.flatMap((item, at) => faultsIn(item, { ...place, path: `${place.path}[${at}]` }));
  if (!isObject(value)) return [];
  const mixed = Object.keys(value).find((name) => name.startsWith("Fn::"));
  return [
    ...(mixed === undefined ? [] : [`${place.path}: ${mixed} must be the only key of its object`]),
    ...Object.entries(value).flatMap(([name, item]) => faultsIn(item, { ...place, path: `${place.path}.${name}` })),
  ];
}
