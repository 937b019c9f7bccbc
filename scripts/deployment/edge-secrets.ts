import { randomBytes } from "node:crypto";
import { SettingRefused } from "../../functions/settings/setting-refused.ts";
import type { CloudFormation } from "./cloudformation.ts";

// The template has two secrets. Functions accept both, and CloudFront sends the one in use.

type Slot = "A" | "B";

const parameterOf = (slot: Slot) => `EdgeSecret${slot}`;
const inUse = "EdgeSecretInUse";

/** Variable with the secrets of a new stack, for the plugin that deploys. A secret is never an argument, which other programs can see. */
export const edgeSecretsVariable = "EDGE_SECRETS";

/** Parameter of a stack in a call to CloudFormation. */
type StackParameter =
  | { readonly ParameterKey: string; readonly ParameterValue: string }
  | { readonly ParameterKey: string; readonly UsePreviousValue: true };

/** Returns variables for the deployment of a stack: new secrets if it has none. */
export function edgeSecretVariables(parameters: ReadonlyMap<string, string> | undefined): Record<string, string> {
  if (parameters?.has(parameterOf("A")) === true) return {};
  return { [edgeSecretsVariable]: `${newSecret()},${newSecret()}` };
}

/** Returns the stack's parameters: the secrets of the variable, or those that it has. */
export function edgeSecretParameters(secrets: string | undefined): readonly StackParameter[] {
  const kept = (ParameterKey: string) => ({ ParameterKey, UsePreviousValue: true }) as const;
  if (secrets === undefined) return [kept(parameterOf("A")), kept(parameterOf("B")), kept(inUse)];
  const [one = "", other = ""] = secrets.split(",");
  return [
    { ParameterKey: parameterOf("A"), ParameterValue: one },
    { ParameterKey: parameterOf("B"), ParameterValue: other },
    { ParameterKey: inUse, ParameterValue: "A" },
  ];
}

/**
 * Replaces both secrets of a stack without a refused call: functions accept a new one, then CloudFront sends it, then the other one ends.
 * Can be repeated after an interruption at any step. @throws SettingRefused if there is no such stack
 */
export async function rotateEdgeSecret(
  formation: Pick<CloudFormation, "stack" | "changeParameters">,
  stack: string,
  print: (sentence: string) => void,
): Promise<void> {
  const current = (await formation.stack(stack))?.parameters.get(inUse);
  if (current !== "A" && current !== "B") throw new SettingRefused(`There is no stack ${stack} with an edge secret.`);
  const next = current === "A" ? "B" : "A";
  print("1 of 3: all functions learn a new secret.");
  await formation.changeParameters(stack, { [parameterOf(next)]: newSecret() });
  print("2 of 3: CloudFront and our own calls use it. This takes some minutes.");
  await formation.changeParameters(stack, { [inUse]: next });
  print("3 of 3: the secret that was in use becomes invalid.");
  await formation.changeParameters(stack, { [parameterOf(current)]: newSecret() });
}

function newSecret(): string {
  return randomBytes(32).toString("base64url");
}
