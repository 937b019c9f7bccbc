import { ResourceRejected } from "../errors.ts";
import type { ConditionValues } from "../evaluation/conditions.ts";
import { type Output, outputsOf, type Template, type Value } from "../template.ts";
import type { Stack } from "./stack.ts";

/** Returns the outputs whose conditions hold. */
export function activeOutputs(template: Template, conditions: ConditionValues): readonly (readonly [string, Output])[] {
  return Object.entries(outputsOf(template)).filter(
    ([, { Condition }]) => Condition === undefined || conditions[Condition] === true,
  );
}

/**
 * Sets the outputs and exports of a stack: https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/using-cfn-stack-exports.html
 * @throws ResourceRejected if another stack exports a name, or imports an export that changes
 */
export function setOutputs(
  stack: Stack,
  active: readonly (readonly [string, Output])[],
  evaluate: (value: Value) => string,
  neighbors: readonly Stack[],
): void {
  const outputs = new Map(active.map(([name, { Value }]) => [name, evaluate(Value)]));
  const exports = new Map(
    active.flatMap(([name, { Export }]) =>
      Export === undefined ? [] : [[evaluate(Export.Name), outputs.get(name) ?? ""] as const],
    ),
  );
  for (const other of neighbors.filter((one) => one !== stack)) {
    const twice = [...exports.keys()].find((name) => other.exports.has(name));
    if (twice !== undefined)
      throw new ResourceRejected(`Export with name ${twice} is already exported by stack ${other.name}`);
    const changed = [...stack.exports].find(([name, value]) => other.imports.has(name) && exports.get(name) !== value);
    if (changed !== undefined)
      throw new ResourceRejected(`Export ${changed[0]} cannot be updated as it is in use by ${other.name}`);
  }
  Object.assign(stack, { outputs, exports });
}
