import { RequestRejected } from "../errors.ts";
import type { Resource, Template } from "../template.ts";
import type { ConditionValues } from "./conditions.ts";
import { selected } from "./conditions.ts";
import { referencesIn } from "./references.ts";

/** Returns the resources of a template whose conditions hold, with `Fn::If` resolved in their properties. */
export function activeResources({ Resources }: Template, conditions: ConditionValues): Map<string, Resource> {
  const active = Object.entries(Resources).filter(
    ([, { Condition }]) => Condition === undefined || conditions[Condition] === true,
  );
  return new Map(
    active.map(([name, resource]) => [
      name,
      { ...resource, Properties: (selected(resource.Properties ?? {}, conditions) ?? {}) as never },
    ]),
  );
}

/** Returns the resources that each resource needs, by references and `DependsOn`. */
export function dependencies(resources: ReadonlyMap<string, Resource>): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    [...resources].map(([name, { Properties, DependsOn = [] }]) => {
      const needed = [...referencesIn(Properties).map(({ target }) => target), ...[DependsOn].flat()];
      return [name, new Set(needed.filter((target) => resources.has(target)))];
    }),
  );
}

/** Chooses the resource to continue with. CloudFormation works on all of them at the same time, so any choice has to work. */
export type Choose = (ready: readonly string[]) => string;

/** Sorts resources so that each comes after those that it needs. @throws RequestRejected if some need each other */
export function creationOrder(
  needs: ReadonlyMap<string, ReadonlySet<string>>,
  choose: Choose = ([first = ""]) => first,
): readonly string[] {
  const waiting = new Map([...needs].map(([name, needed]) => [name, needed.size]));
  const usedBy = new Map<string, string[]>();
  for (const [name, needed] of needs)
    for (const other of needed) usedBy.set(other, [...(usedBy.get(other) ?? []), name]);
  const ready = new Set([...waiting].filter(([, count]) => count === 0).map(([name]) => name));
  const order: string[] = [];
  while (ready.size > 0) {
    const next = choose([...ready]);
    ready.delete(next);
    order.push(next);
    for (const user of usedBy.get(next) ?? []) {
      const left = (waiting.get(user) ?? 0) - 1;
      waiting.set(user, left);
      if (left === 0) ready.add(user);
    }
  }
  const circular = [...needs.keys()].find((name) => (waiting.get(name) ?? 0) > 0);
  if (circular !== undefined)
    throw new RequestRejected(
      `Circular dependency between resources: [${circle(circular, needs, new Set(order)).join(", ")}]`,
    );
  return order;
}

/** Returns resources that need each other, found by following unfinished needs from one of them. */
function circle(
  start: string,
  needs: ReadonlyMap<string, ReadonlySet<string>>,
  finished: ReadonlySet<string>,
): readonly string[] {
  const path = [start];
  for (;;) {
    const next = [...(needs.get(path.at(-1) ?? "") ?? [])].find((name) => !finished.has(name)) ?? start;
    if (path.includes(next)) return path.slice(path.indexOf(next));
    path.push(next);
  }
}
