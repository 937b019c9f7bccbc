import type { Place } from "./argument-rule.ts";
import { kindOf, kindOfAttribute, kindOfReference, pseudoParameters } from "./result-kind.ts";
import { intrinsic, isObject, type Value } from "./template.ts";

// Argument rules of the functions that name resources, attributes and parameters.

export function referenceFaults(name: Value, { template, isCondition }: Place): readonly string[] {
  if (typeof name !== "string") return ["the name in Ref must be literal text"];
  if (name in pseudoParameters || name in (template.Parameters ?? {})) return [];
  if (!(name in template.Resources)) return [`Ref names ${name}, which doesn't exist`];
  return isCondition ? [`a condition can't refer to ${name}, a resource`] : [];
}

export function attributeFaults(argument: Value, place: Place): readonly string[] {
  const { template } = place;
  if (!Array.isArray(argument) || argument.length !== 2) return ["Fn::GetAtt needs a resource and an attribute"];
  const [resource, attribute] = argument;
  if (typeof resource !== "string") return ["the resource in Fn::GetAtt must be literal text"];
  if (!(resource in template.Resources)) return [`Fn::GetAtt names ${resource}, which isn't a resource`];
  if (typeof attribute === "string") return missingAttribute(resource, attribute, place);
  const call = intrinsic(attribute ?? null);
  if (call?.name !== "Ref") return ["the attribute in Fn::GetAtt must be literal text or a Ref"];
  return String(call.argument) in (template.Parameters ?? {}) ? [] : ["the attribute in Fn::GetAtt isn't a parameter"];
}

export function substitutionFaults(argument: Value, place: Place): readonly string[] {
  const [text, variables = {}, ...more] = Array.isArray(argument) ? argument : [argument];
  if (typeof text !== "string") return ["the text of Fn::Sub must be literal text"];
  if (!isObject(variables) || more.length > 0 || (Array.isArray(argument) && argument.length !== 2))
    return ["Fn::Sub needs a text, or a text and a map of variables"];
  return [
    ...Object.entries(variables).flatMap(([name, value]) =>
      isTextual(kindOf(value, place.template, place.specification)) ? [] : [`variable ${name} of Fn::Sub isn't text`],
    ),
    ...variablesIn(text)
      .filter((name) => !(name in variables))
      .flatMap((name) => variableFaults(name, place)),
  ];
}

/** Returns the variables in a text of `Fn::Sub`. `${!name}` is literal text. */
export function variablesIn(text: string): readonly string[] {
  return [...text.matchAll(/\$\{([^!}][^}]*)\}/g)].map(([, name = ""]) => name.trim());
}

function variableFaults(name: string, place: Place): readonly string[] {
  const { template, specification } = place;
  const dot = name.indexOf(".");
  if (dot < 0) {
    const faults = referenceFaults(name, place);
    if (faults.length > 0) return faults.map((fault) => fault.replace("Ref", "Fn::Sub"));
    return isTextual(kindOfReference(name, template)) ? [] : [`variable ${name} of Fn::Sub isn't text`];
  }
  const [resource, attribute] = [name.slice(0, dot), name.slice(dot + 1)];
  if (!(resource in template.Resources)) return [`Fn::Sub names ${resource}, which isn't a resource`];
  if (place.isCondition) return [`a condition can't refer to ${resource}, a resource`];
  const faults = missingAttribute(resource, attribute, place);
  if (faults.length > 0) return faults;
  return isTextual(kindOfAttribute(resource, attribute, template, specification))
    ? []
    : [`variable ${name} of Fn::Sub isn't text`];
}

function isTextual(kind: string): boolean {
  return kind === "text" || kind === "any";
}

/** Types whose attributes are those of another template or program. */
const open = /^(?:Custom::|AWS::CloudFormation::(?:CustomResource|Stack)$)/;

function missingAttribute(resource: string, attribute: string, { template, specification }: Place): readonly string[] {
  const type = template.Resources[resource]?.Type ?? "";
  if (open.test(type) || attribute in (specification.resource(type)?.attributes ?? {})) return [];
  return [`${type} has no attribute ${attribute}`];
}
