import { ResourceRejected } from "../errors.ts";
import type { ParameterValues } from "../evaluation/conditions.ts";
import type { Template } from "../template.ts";
import { applyTemplate, type Change, type StackContext } from "./apply.ts";
import { cleanUp } from "./cleanup.ts";
import { revert } from "./rollback.ts";
import { enter, type Stack } from "./stack.ts";

/**
 * Creates the resources of a new stack. On failure, the stack stays in ROLLBACK_COMPLETE, or in ROLLBACK_FAILED with the resources that
 * couldn't be deleted. Either can only be deleted.
 */
export async function createResources(
  stack: Stack,
  template: Template,
  parameters: ParameterValues,
  context: StackContext,
): Promise<void> {
  enter(stack, "CREATE_IN_PROGRESS");
  const changes: Change[] = [];
  try {
    await applyTemplate(stack, template, parameters, changes, context);
    Object.assign(stack, { template, parameters });
    enter(stack, "CREATE_COMPLETE");
  } catch (error) {
    if (!(error instanceof ResourceRejected)) throw error;
    enter(stack, "ROLLBACK_IN_PROGRESS", error.message);
    const left = await cleanUp(stack, await revert(stack, changes, context), context.provision);
    for (const entry of left) stack.resources.set(entry.logicalId, entry);
    enter(stack, left.length === 0 ? "ROLLBACK_COMPLETE" : "ROLLBACK_FAILED", error.message);
  }
}
