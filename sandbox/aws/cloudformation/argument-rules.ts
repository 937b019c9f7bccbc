import type { ArgumentRule, Place } from "./argument-rule.ts";
import { conditionRules } from "./condition-rules.ts";
import { kindOf } from "./result-kind.ts";
import { attributeFaults, referenceFaults, substitutionFaults } from "./target-rules.ts";
import { type Call, intrinsic, isObject, type Value } from "./template.ts";

export function argumentFaults({ name, argument }: Call, place: Place): readonly string[] {
  const rule = rules[name];
  if (rule === undefined) return [`${name} isn't a known function`];
  if (place.isCondition && !inConditions.has(name)) return [`${name} can't be used in a condition`];
  if (!place.isCondition && name in conditionRules && name !== "Fn::If")
    return [`${name} can only be used in Conditions`];
  return rule(argument, place);
}

const inConditions = new Set(["Ref", "Condition", "Fn::FindInMap", "Fn::Sub", ...Object.keys(conditionRules)]);
inConditions.delete("Fn::If");

const listCalls = ["Fn::FindInMap", "Fn::GetAtt", "Fn::GetAZs", "Fn::If", "Fn::Split", "Ref"];
const joinedCalls = [
  ...["Fn::Base64", "Fn::FindInMap", "Fn::GetAtt", "Fn::If", "Fn::ImportValue", "Fn::Join"],
  ...["Fn::Select", "Fn::Sub", "Ref"],
];
const splitCalls = [
  ...["Fn::FindInMap", "Fn::GetAtt", "Fn::GetAZs", "Fn::If", "Fn::ImportValue", "Fn::Join", "Fn::Select"],
  ...["Fn::Sub", "Ref"],
];
const importedCalls = ["Fn::Base64", "Fn::FindInMap", "Fn::If", "Fn::Join", "Fn::Select", "Fn::Sub", "Ref"];

const rules: Readonly<Record<string, ArgumentRule>> = {
  ...conditionRules,
  Ref: referenceFaults,
  "Fn::GetAtt": attributeFaults,
  "Fn::Sub": substitutionFaults,
  "Fn::Join": ofLength([2], ([delimiter, list], place) => [
    ...(typeof delimiter === "string" ? [] : ["the delimiter of Fn::Join must be literal text"]),
    ...listFaults("list of Fn::Join", list, place),
    ...(Array.isArray(list) ? list.flatMap((item) => textFaults("value in Fn::Join", item, joinedCalls, place)) : []),
  ]),
  "Fn::Split": ofLength([2], ([delimiter, source], place) => [
    ...(typeof delimiter === "string" && delimiter !== ""
      ? []
      : ["the delimiter of Fn::Split must be literal text that isn't empty"]),
    ...textFaults("source of Fn::Split", source, splitCalls, place),
  ]),
  "Fn::Select": ofLength([2], ([index, list], place) => [
    ...indexFaults(index, list),
    ...listFaults("list of Fn::Select", list, place),
    ...(Array.isArray(list) && list.includes(null) ? ["the list of Fn::Select can't contain null"] : []),
  ]),
  "Fn::Base64": (text, place) => textFaults("argument of Fn::Base64", text, [...joinedCalls, "Fn::GetAZs"], place),
  "Fn::GetAZs": (region, place) => textFaults("argument of Fn::GetAZs", region, ["Ref"], place),
  "Fn::ImportValue": (name, place) => textFaults("argument of Fn::ImportValue", name, importedCalls, place),
  "Fn::FindInMap": ofLength([3], (keys, place) => [
    ...keys.flatMap((key) => textFaults("key of Fn::FindInMap", key, ["Fn::FindInMap", "Ref"], place)),
    ...(typeof keys[0] === "string" && !(keys[0] in (place.template.Mappings ?? {}))
      ? [`mapping ${keys[0]} doesn't exist`]
      : []),
  ]),
};

/** Wraps a rule for functions whose argument is a list of values. */
function ofLength(
  lengths: readonly number[],
  rule: (items: readonly Value[], place: Place) => readonly string[],
): ArgumentRule {
  return (argument, place) =>
    Array.isArray(argument) && lengths.includes(argument.length)
      ? rule(argument, place)
      : [`needs ${lengths.join(" or ")} arguments`];
}

function listFaults(what: string, value: Value | undefined, { template, specification }: Place): readonly string[] {
  const call = intrinsic(value ?? null);
  if (call !== undefined && !listCalls.includes(call.name)) return [`the ${what} can't be ${call.name}`];
  const kind = kindOf(value ?? null, template, specification);
  return kind === "list" || kind === "any" ? [] : [`the ${what} isn't a list`];
}

function textFaults(
  what: string,
  value: Value | undefined,
  allowed: readonly string[],
  { template, specification }: Place,
): readonly string[] {
  if (value === undefined || value === null) return [`the ${what} is missing`];
  const call = intrinsic(value);
  if (call !== undefined && !allowed.includes(call.name)) return [`the ${what} can't be ${call.name}`];
  const kind = kindOf(value, template, specification);
  return ["text", "any", "nothing"].includes(kind) ? [] : [`the ${what} isn't text`];
}

function indexFaults(index: Value | undefined, list: Value | undefined): readonly string[] {
  const call = intrinsic(index ?? null);
  if (call !== undefined)
    return ["Ref", "Fn::FindInMap"].includes(call.name) ? [] : [`the index of Fn::Select can't be ${call.name}`];
  if (isObject(index) || !/^\d+$/.test(String(index))) return ["the index of Fn::Select must be a whole number from 0"];
  const length = literalLength(list);
  return length !== undefined && Number(index) >= length
    ? [`index ${index} is outside of the list of Fn::Select, which has ${length} values`]
    : [];
}

/** Returns the number of values in a literal list or a split literal; undefined if it isn't known. */
function literalLength(list: Value | undefined): number | undefined {
  if (Array.isArray(list)) return list.length;
  const { name, argument } = intrinsic(list ?? null) ?? {};
  if (name !== "Fn::Split" || !Array.isArray(argument)) return undefined;
  const [delimiter, source] = argument;
  return typeof delimiter === "string" && typeof source === "string" ? source.split(delimiter).length : undefined;
}
