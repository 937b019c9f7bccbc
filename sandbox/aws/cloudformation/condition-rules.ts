import type { ArgumentRule, Place } from "./argument-rule.ts";
import { intrinsic, isObject, type Template, type Value } from "./template.ts";

/** Argument rules of `Fn::If` and of the functions that make conditions. */
export const conditionRules: Readonly<Record<string, ArgumentRule>> = {
  Condition: (name, { template }) => nameFaults(name, template),
  "Fn::If": (argument, { template }) => {
    if (!Array.isArray(argument) || argument.length !== 3) return ["Fn::If needs a condition and two branches"];
    return nameFaults(argument[0], template);
  },
  "Fn::Equals": (argument, place) => ofConditions("Fn::Equals", argument, [2, 2], place, comparedFaults),
  "Fn::And": (argument, place) => ofConditions("Fn::And", argument, [2, 10], place, conditionFaults),
  "Fn::Or": (argument, place) => ofConditions("Fn::Or", argument, [2, 10], place, conditionFaults),
  "Fn::Not": (argument, place) => ofConditions("Fn::Not", argument, [1, 1], place, conditionFaults),
};

/** Functions whose result is true or false. */
const conditions = new Set(["Condition", "Fn::And", "Fn::Equals", "Fn::Not", "Fn::Or"]);

function nameFaults(name: Value | undefined, { Conditions = {} }: Template): readonly string[] {
  if (typeof name !== "string") return ["the name of a condition must be literal text"];
  return name in Conditions ? [] : [`condition ${name} doesn't exist`];
}

type ValueRule = (name: string, value: Value, place: Place) => readonly string[];

function ofConditions(
  name: string,
  argument: Value,
  [min, max]: readonly [min: number, max: number],
  place: Place,
  rule: ValueRule,
): readonly string[] {
  if (!Array.isArray(argument) || argument.length < min || argument.length > max)
    return [`${name} needs ${min === max ? min : `${min} to ${max}`} values`];
  return argument.flatMap((value) => rule(name, value, place));
}

function conditionFaults(name: string, value: Value): readonly string[] {
  return conditions.has(intrinsic(value)?.name ?? "") ? [] : [`a value of ${name} isn't a condition`];
}

/** Conditions are evaluated before any resource exists, so they only compare what is known then. */
function comparedFaults(name: string, value: Value, { template }: Place): readonly string[] {
  const call = intrinsic(value);
  if (call === undefined)
    return isObject(value) || Array.isArray(value) || value === null ? [`a value of ${name} isn't text`] : [];
  if (call.name === "Ref" && String(call.argument) in template.Resources)
    return [`a value of ${name} refers to ${call.argument}, a resource`];
  return ["Ref", "Fn::FindInMap", "Fn::Sub"].includes(call.name) || conditions.has(call.name)
    ? []
    : [`a value of ${name} can't be ${call.name}`];
}
