import { dependencies } from "../evaluation/order.ts";
import type { Provisioner } from "../provisioner.ts";
import { cleanUp, deletionOrder, isRetained } from "./cleanup.ts";
import { enter, report, type Stack, type StackResource } from "./stack.ts";

/**
 * Deletes the resources of a stack, last one first. A resource that can't be deleted stays, and so do those that it needs: the stack is
 * then in DELETE_FAILED, and can be deleted again.
 */
export async function deleteResources(stack: Stack, provision: Provisioner): Promise<void> {
  enter(stack, "DELETE_IN_PROGRESS");
  const needs = dependencies(new Map([...stack.resources].map(([name, { definition }]) => [name, definition])));
  const blocked = new Set<string>();
  const block = (logicalId: string): void => {
    for (const needed of needs.get(logicalId) ?? []) {
      if (blocked.has(needed)) continue;
      blocked.add(needed);
      block(needed);
    }
  };
  const failed: StackResource[] = [];
  for (const entry of deletionOrder(stack.resources.values())) {
    if (blocked.has(entry.logicalId)) continue;
    const leaving = { entry, isRetained: isRetained(entry.definition.DeletionPolicy) };
    const left = await cleanUp(stack, [leaving], provision);
    if (left.length === 0) {
      stack.resources.delete(entry.logicalId);
      continue;
    }
    failed.push(entry);
    block(entry.logicalId);
  }
  if (failed.length === 0) {
    enter(stack, "DELETE_COMPLETE");
    return;
  }
  for (const logicalId of blocked) report(stack, logicalId, "DELETE_FAILED", "resource is still in use");
  const names = failed.map(({ logicalId }) => logicalId).join(", ");
  enter(stack, "DELETE_FAILED", `The following resource(s) failed to delete: [${names}]. `);
}
