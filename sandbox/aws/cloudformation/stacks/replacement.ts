import { isDeepStrictEqual } from "node:util";
import type { PropertySpecifications, Specification } from "../specification.ts";
import { isObject, type Properties } from "../template.ts";

/** Returns the paths of changed properties whose change replaces the resource. Empty if it can be updated in place. */
export function replacingChanges(
  before: Properties,
  after: Properties,
  known: PropertySpecifications,
  specification: Specification,
): readonly string[] {
  return Object.keys({ ...before, ...after }).flatMap((name) => {
    const [old, changed, property] = [before[name], after[name], known[name]];
    if (property === undefined || isDeepStrictEqual(old, changed)) return [];
    if (property.causesReplacement === "yes") return [name];
    if (property.type.type !== "ref" || !isObject(old) || !isObject(changed)) return [];
    const nested = specification.definition(property.type.reference.$ref);
    return replacingChanges(old, changed, nested, specification).map((path) => `${name}.${path}`);
  });
}
