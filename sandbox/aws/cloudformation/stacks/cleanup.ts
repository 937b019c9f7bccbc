import { ResourceRejected } from "../errors.ts";
import { creationOrder, dependencies } from "../evaluation/order.ts";
import type { Provisioner } from "../provisioner.ts";
import { report, type Stack, type StackResource } from "./stack.ts";

/** Resource that leaves a stack. */
export interface Leaving {
  readonly entry: StackResource;
  readonly isRetained: boolean;
}

/** True if a resource stays in the account when its stack or an update removes it. */
export function isRetained(policy: string | undefined): boolean {
  return policy === "Retain" || policy === "RetainExceptOnCreate";
}

/**
 * True if a resource stays when the operation that created it is rolled back:
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-attribute-deletionpolicy.html
 */
export function isRetainedOnRollback(policy: string | undefined): boolean {
  return policy === "Retain";
}

/** Returns resources in an order in which each is deleted before those that it needs. */
export function deletionOrder(entries: Iterable<StackResource>): readonly StackResource[] {
  const byName = new Map([...entries].map((entry) => [entry.logicalId, entry]));
  const needs = dependencies(new Map([...byName].map(([name, { definition }]) => [name, definition])));
  return creationOrder(needs)
    .toReversed()
    .flatMap((name) => byName.get(name) ?? []);
}

/** Deletes resources in this order. Returns those that couldn't be deleted. */
export async function cleanUp(
  stack: Stack,
  leaving: readonly Leaving[],
  provision: Provisioner,
): Promise<readonly StackResource[]> {
  const left: StackResource[] = [];
  for (const { entry, isRetained } of leaving) {
    const { logicalId, resource } = entry;
    if (isRetained) {
      resource.stackId = undefined;
      report(stack, logicalId, "DELETE_SKIPPED");
      continue;
    }
    try {
      await provision.remove(resource, logicalId);
      report(stack, logicalId, "DELETE_COMPLETE");
    } catch (error) {
      if (!(error instanceof ResourceRejected)) throw error;
      report(stack, logicalId, "DELETE_FAILED", error.message);
      left.push(entry);
    }
  }
  return left;
}
