import { SettingRefused } from "../../functions/settings/setting-refused.ts";
import { type CloudFormation, isLeftover, type Stack } from "./cloudformation.ts";

/**
 * Returns a stack that a deployment can update; undefined if there is none. Deletes a stack that a failed creation left: CloudFormation
 * neither updates it nor creates another one of its name, and it has no resources.
 * @throws SettingRefused if only an administrator can repair the stack
 */
export async function usableStack(
  formation: Pick<CloudFormation, "stack" | "delete">,
  name: string,
  print: (sentence: string) => void,
): Promise<Stack | undefined> {
  const found = await formation.stack(name);
  if (found === undefined) return undefined;
  if (isLeftover(found)) {
    const left = await formation.delete(name);
    if (left !== undefined) throw unusable(name, left);
    print(`Deleted ${name}, an empty stack that a failed deployment left.`);
    return undefined;
  }
  if (found.status.endsWith("_FAILED")) throw unusable(name, found);
  return found;
}

function unusable(name: string, { status, reason }: Stack): SettingRefused {
  const remedy =
    status === "UPDATE_ROLLBACK_FAILED"
      ? "Continue its rollback in the CloudFormation console, then deploy again."
      : "Delete it in the CloudFormation console, then deploy again.";
  return new SettingRefused(`The stack ${name} is in the state ${status} (${reason ?? "no reason given"}). ${remedy}`);
}
