import { isDeepStrictEqual } from "node:util";
import { ResourceRejected } from "../errors.ts";
import { conditionValues, type ParameterValues, selected } from "../evaluation/conditions.ts";
import { evaluated, type Scope } from "../evaluation/evaluate.ts";
import { activeResources, type Choose, creationOrder, dependencies } from "../evaluation/order.ts";
import type { Provisioner } from "../provisioner.ts";
import type { Specification } from "../specification.ts";
import type { Properties, Resource, Template, Value } from "../template.ts";
import { activeOutputs, setOutputs } from "./outputs.ts";
import { replacingChanges } from "./replacement.ts";
import { report, type Stack, type StackResource } from "./stack.ts";

export interface StackContext {
  readonly provision: Provisioner;
  readonly specification: Specification;
  readonly choose: Choose | undefined;
  /** All stacks of the region. */
  readonly neighbors: () => readonly Stack[];
}

/** Change of one resource that a rollback has to revert. */
export type Change =
  | { readonly kind: "created"; readonly after: StackResource }
  | { readonly kind: "updated"; readonly before: StackResource; readonly after: StackResource }
  | { readonly kind: "replaced"; readonly before: StackResource; readonly after: StackResource };

/**
 * Creates and updates resources until the stack matches a template, and sets its outputs. Adds each finished change to `changes`. Removed
 * resources stay: CloudFormation deletes them after everything else has succeeded. @throws ResourceRejected
 */
export async function applyTemplate(
  stack: Stack,
  template: Template,
  parameters: ParameterValues,
  changes: Change[],
  context: StackContext,
): Promise<void> {
  const conditions = conditionValues(template, parameters);
  const active = activeResources(template, conditions);
  const imports = new Set<string>();
  const scope: Scope = {
    region: stack.region,
    parameters,
    resource: (logicalId) => (active.has(logicalId) ? stack.resources.get(logicalId)?.resource : undefined),
    exported(name) {
      imports.add(name);
      return context.neighbors().flatMap(({ exports }) => exports.get(name) ?? [])[0];
    },
  };
  for (const logicalId of creationOrder(dependencies(active), context.choose)) {
    const definition = active.get(logicalId) as Resource;
    const before = stack.resources.get(logicalId);
    try {
      const properties = evaluated(definition.Properties ?? {}, scope) as Properties;
      const change = await changed(stack, { logicalId, definition, properties }, before, context);
      if (change !== undefined) {
        changes.push(change);
        report(stack, logicalId, before === undefined ? "CREATE_COMPLETE" : "UPDATE_COMPLETE");
      }
    } catch (error) {
      if (!(error instanceof ResourceRejected)) throw error;
      report(stack, logicalId, before === undefined ? "CREATE_FAILED" : "UPDATE_FAILED", error.message);
      throw new ResourceRejected(`${logicalId}: ${error.message}`);
    }
  }
  const evaluate = (value: Value) => String(evaluated(selected(value, conditions) ?? "", scope));
  setOutputs(stack, activeOutputs(template, conditions), evaluate, context.neighbors());
  stack.imports = imports;
}

type Wanted = Omit<StackResource, "resource">;

/** Creates, updates or replaces a resource. Returns undefined if its properties are unchanged. */
async function changed(
  stack: Stack,
  wanted: Wanted,
  before: StackResource | undefined,
  { provision, specification }: StackContext,
): Promise<Change | undefined> {
  const { logicalId, definition, properties } = wanted;
  const request = { region: stack.region, stackName: stack.name, logicalId, properties };
  if (before === undefined) {
    const after = { ...wanted, resource: await provision.create(definition.Type, request, stack.id) };
    stack.resources.set(logicalId, after);
    return { kind: "created", after };
  }
  if (isDeepStrictEqual(before.properties, properties)) {
    stack.resources.set(logicalId, { ...before, definition });
    return undefined;
  }
  const { properties: known = {}, primaryIdentifier = [] } = specification.resource(definition.Type) ?? {};
  if (replacingChanges(before.properties, properties, known, specification).length === 0) {
    await provision.update(before.resource, request);
    const after = { ...wanted, resource: before.resource };
    stack.resources.set(logicalId, after);
    return { kind: "updated", before, after };
  }
  const [name = "", another] = primaryIdentifier;
  if (another === undefined && name in properties && properties[name] === before.properties[name])
    throw new ResourceRejected(
      `CloudFormation cannot update a stack when a custom-named resource requires replacing. Rename ${properties[name]} and update the stack again.`,
    );
  const after = { ...wanted, resource: await provision.create(definition.Type, request, stack.id) };
  stack.resources.set(logicalId, after);
  return { kind: "replaced", before, after };
}
