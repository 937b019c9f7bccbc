import type { Change, StackContext } from "./apply.ts";
import { isRetainedOnRollback, type Leaving } from "./cleanup.ts";
import { report, type Stack } from "./stack.ts";

/**
 * Reverts the changes of a failed operation, last one first. Returns the resources that the operation created, to be deleted in this
 * order. AWS doesn't document which policy applies to the new copy of a replaced resource; it counts as created here.
 * @throws ResourceRejected if a resource can't be updated back
 */
export async function revert(
  stack: Stack,
  changes: readonly Change[],
  { provision }: StackContext,
): Promise<readonly Leaving[]> {
  const leaving: Leaving[] = [];
  for (const change of changes.toReversed()) {
    const { after } = change;
    if (change.kind === "created") stack.resources.delete(after.logicalId);
    else stack.resources.set(after.logicalId, change.before);
    if (change.kind !== "updated") {
      leaving.push({ entry: after, isRetained: isRetainedOnRollback(after.definition.DeletionPolicy) });
      continue;
    }
    const { logicalId, properties, resource } = change.before;
    await provision.update(resource, { region: stack.region, stackName: stack.name, logicalId, properties });
    report(stack, logicalId, "UPDATE_COMPLETE");
  }
  return leaving;
}
