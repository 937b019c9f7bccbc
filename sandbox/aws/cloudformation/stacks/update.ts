import { ResourceRejected } from "../errors.ts";
import type { ParameterValues } from "../evaluation/conditions.ts";
import { conditionValues } from "../evaluation/conditions.ts";
import { activeResources } from "../evaluation/order.ts";
import type { Template } from "../template.ts";
import { applyTemplate, type Change, type StackContext } from "./apply.ts";
import { cleanUp, deletionOrder, isRetained, type Leaving } from "./cleanup.ts";
import { revert } from "./rollback.ts";
import { enter, type Stack } from "./stack.ts";

/**
 * Changes a stack to another template. Replaced and removed resources are deleted last, and one that can't be deleted stays in the account
 * without a stack. A failure before that reverts all changes.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/using-cfn-updating-stacks-update-behaviors.html
 */
export async function updateResources(
  stack: Stack,
  template: Template,
  parameters: ParameterValues,
  context: StackContext,
): Promise<void> {
  enter(stack, "UPDATE_IN_PROGRESS");
  const previous = { resources: new Map(stack.resources), outputs: stack.outputs, exports: stack.exports };
  const changes: Change[] = [];
  try {
    await applyTemplate(stack, template, parameters, changes, context);
  } catch (error) {
    if (!(error instanceof ResourceRejected)) throw error;
    await rollBack(stack, changes, previous, error.message, context);
    return;
  }
  enter(stack, "UPDATE_COMPLETE_CLEANUP_IN_PROGRESS");
  const kept = activeResources(template, conditionValues(template, parameters));
  const removed = deletionOrder(stack.resources.values()).filter(({ logicalId }) => !kept.has(logicalId));
  const leaving: readonly Leaving[] = [
    ...removed.map((entry) => ({ entry, isRetained: isRetained(entry.definition.DeletionPolicy) })),
    ...changes
      .toReversed()
      .flatMap((change) =>
        change.kind === "replaced"
          ? [{ entry: change.before, isRetained: isRetained(change.after.definition.UpdateReplacePolicy) }]
          : [],
      ),
  ];
  for (const { logicalId } of removed) stack.resources.delete(logicalId);
  const left = await cleanUp(stack, leaving, context.provision);
  for (const { resource } of left) resource.stackId = undefined;
  Object.assign(stack, { template, parameters });
  enter(stack, "UPDATE_COMPLETE");
}

async function rollBack(
  stack: Stack,
  changes: readonly Change[],
  previous: Pick<Stack, "resources" | "outputs" | "exports">,
  reason: string,
  context: StackContext,
): Promise<void> {
  enter(stack, "UPDATE_ROLLBACK_IN_PROGRESS", reason);
  let created: readonly Leaving[];
  try {
    created = await revert(stack, changes, context);
  } catch (error) {
    if (!(error instanceof ResourceRejected)) throw error;
    enter(stack, "UPDATE_ROLLBACK_FAILED", error.message);
    return;
  }
  Object.assign(stack, previous);
  enter(stack, "UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS");
  const left = await cleanUp(stack, created, context.provision);
  for (const { resource } of left) resource.stackId = undefined;
  enter(stack, "UPDATE_ROLLBACK_COMPLETE", reason);
}
