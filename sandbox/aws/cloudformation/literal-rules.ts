import { isObject, type Template, type Value } from "./template.ts";

const deletionPolicies = ["Delete", "Retain", "RetainExceptOnCreate", "Snapshot"];
const replacePolicies = ["Delete", "Retain", "Snapshot"];

/** Returns a sentence for each attribute of a resource or output that must be literal text and isn't, or has no target. */
export function literalFaults({ Resources, Outputs = {}, Conditions = {} }: Template): readonly string[] {
  const condition = (path: string, name: Value | undefined): readonly string[] => {
    if (name === undefined) return [];
    if (typeof name !== "string") return [`${path}.Condition must be literal text`];
    return name in Conditions ? [] : [`${path}: condition ${name} doesn't exist`];
  };
  return [
    ...[...Object.keys(Resources), ...Object.keys(Outputs)]
      .filter((name) => !/^[A-Za-z0-9]+$/.test(name))
      .map((name) => `${name}: a logical name has only letters and digits`),
    ...Object.entries(Resources).flatMap(([name, { Type, DependsOn, Condition, ...policies }]) => {
      const path = `Resources.${name}`;
      const needed: readonly unknown[] = [DependsOn ?? []].flat();
      return [
        ...(typeof Type === "string" ? [] : [`${path}.Type must be literal text`]),
        ...needed.flatMap((other) => {
          if (typeof other !== "string") return [`${path}.DependsOn must be literal text`];
          return other in Resources ? [] : [`${path}: depends on ${other}, which doesn't exist`];
        }),
        ...condition(path, Condition),
        ...policyFaults(`${path}.DeletionPolicy`, policies.DeletionPolicy, deletionPolicies),
        ...policyFaults(`${path}.UpdateReplacePolicy`, policies.UpdateReplacePolicy, replacePolicies),
      ];
    }),
    ...Object.entries(Outputs).flatMap(([name, output]) =>
      isObject(output) ? condition(`Outputs.${name}`, output.Condition) : [`Outputs.${name} isn't an object`],
    ),
  ];
}

function policyFaults(path: string, policy: Value | undefined, known: readonly string[]): readonly string[] {
  if (policy === undefined || (typeof policy === "string" && known.includes(policy))) return [];
  return [`${path} must be one of ${known.join(", ")}`];
}
