import { ResourceRejected } from "../errors.ts";
import { intrinsic, isObject, type Properties, type Value } from "../template.ts";
import type { ParameterValues } from "./conditions.ts";
import { attributeReference, placeholder, placeholderReference, type Reference } from "./references.ts";

/** Everything that intrinsic functions read. */
export interface Scope {
  readonly region: string;
  readonly parameters: ParameterValues;
  /** Returns a created resource of the stack. */
  resource(logicalId: string): { readonly id: string; readonly attributes: Properties } | undefined;
  /** Returns an exported value of any stack in the region. */
  exported(name: string): string | undefined;
}

/** Evaluates the intrinsic functions in a value whose conditions are already resolved. @throws ResourceRejected */
export function evaluated(value: Value, scope: Scope): Value {
  const call = intrinsic(value);
  if (call !== undefined) return evaluatedCall(call.name, call.argument, scope);
  if (Array.isArray(value)) return value.map((item) => evaluated(item, scope));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, evaluated(item, scope)]));
}

function evaluatedCall(name: string, argument: Value, scope: Scope): Value {
  if (name === "Ref") return referenced({ target: String(argument) }, scope);
  if (name === "Fn::GetAtt") return referenced(attributeReference(argument), scope);
  if (name === "Fn::Sub") return substituted(argument, scope);
  const given = evaluated(argument, scope);
  const [first, second] = Array.isArray(given) ? given : [given];
  switch (name) {
    case "Fn::Join":
      return list(second, name).map(String).join(String(first));
    case "Fn::Split":
      return String(second).split(String(first));
    case "Fn::Select": {
      const item = list(second, name)[Number(first)];
      if (item === undefined) throw new ResourceRejected(`Template error: Fn::Select cannot select index ${first}`);
      return item;
    }
    case "Fn::Base64":
      return Buffer.from(String(given)).toString("base64");
    case "Fn::GetAZs":
      return ["a", "b", "c"].map((zone) => `${String(given) || scope.region}${zone}`);
    case "Fn::ImportValue": {
      const exported = scope.exported(String(given));
      if (exported === undefined) throw new ResourceRejected(`No export named ${given} found.`);
      return exported;
    }
    default:
      throw new ResourceRejected(`Template error: ${name} isn't supported`);
  }
}

function referenced({ target, attribute }: Reference, scope: Scope): Value {
  const parameter = attribute === undefined ? scope.parameters[target] : undefined;
  if (parameter !== undefined) return parameter;
  const resource = scope.resource(target);
  if (resource === undefined) throw new ResourceRejected(`Unresolved resource dependencies [${target}]`);
  if (attribute === undefined) return resource.id;
  const value = resource.attributes[attribute];
  if (value === undefined) throw new ResourceRejected(`Attribute ${attribute} does not exist for resource ${target}`);
  return value;
}

function substituted(argument: Value, scope: Scope): string {
  const [text, variables] = Array.isArray(argument) ? argument : [argument];
  const given = isObject(variables) ? variables : {};
  return String(text)
    .replace(placeholder, (_, name: string) => {
      const variable = given[name.trim()];
      return String(
        variable === undefined ? referenced(placeholderReference(name), scope) : evaluated(variable, scope),
      );
    })
    .replaceAll("${!", "${");
}

function list(value: Value | undefined, name: string): readonly Value[] {
  if (!Array.isArray(value)) throw new ResourceRejected(`Template error: ${name} needs a list`);
  return value;
}
