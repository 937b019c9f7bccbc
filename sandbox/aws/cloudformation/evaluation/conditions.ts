import { RequestRejected } from "../errors.ts";
import { intrinsic, isObject, type Template, type Value } from "../template.ts";

/** Values of parameters and pseudo parameters. */
export type ParameterValues = Readonly<Record<string, string>>;

export type ConditionValues = Readonly<Record<string, boolean>>;

/** Evaluates a template's conditions, which only depend on parameters. */
export function conditionValues({ Conditions = {} }: Template, parameters: ParameterValues): ConditionValues {
  const known = new Map<string, boolean>();
  const named = (name: string): boolean => {
    const value = known.get(name) ?? holds(Conditions[name] ?? null);
    known.set(name, value);
    return value;
  };

  function holds(condition: Value): boolean {
    const { name, argument } = intrinsic(condition) ?? {};
    const values = Array.isArray(argument) ? argument : [];
    switch (name) {
      case "Condition":
        return named(String(argument));
      case "Fn::And":
        return values.every(holds);
      case "Fn::Or":
        return values.some(holds);
      case "Fn::Not":
        return !holds(values[0] ?? null);
      case "Fn::Equals":
        return operand(values[0]) === operand(values[1]);
      default:
        throw new RequestRejected(`Template format error: invalid condition ${JSON.stringify(condition)}`);
    }
  }

  function operand(value: Value | undefined): string {
    const { name, argument } = intrinsic(value ?? null) ?? {};
    return name === "Ref" ? (parameters[String(argument)] ?? "") : String(value);
  }

  return Object.fromEntries(Object.keys(Conditions).map((name) => [name, named(name)]));
}

/** Replaces each `Fn::If` with the branch that its condition selects, and omits `AWS::NoValue`. Undefined if nothing is left. */
export function selected(value: Value, conditions: ConditionValues): Value | undefined {
  const call = intrinsic(value);
  if (call?.name === "Ref" && call.argument === "AWS::NoValue") return undefined;
  if (call?.name === "Fn::If" && Array.isArray(call.argument)) {
    const [condition, yes = null, no = null] = call.argument;
    return selected(conditions[String(condition)] === true ? yes : no, conditions);
  }
  if (Array.isArray(value)) return value.map((item) => selected(item, conditions)).filter((item) => item !== undefined);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, item]) => [name, selected(item, conditions)] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, Value] => entry[1] !== undefined));
}
