import type { framework } from "../framework.ts";
import { challengesStackOf } from "./challenges-stack.ts";
import type { CloudFormation } from "./cloudformation.ts";
import { edgeAlarmsStackOf } from "./edge-alarms.ts";
import type { Deployment } from "./parameters.ts";

interface RemoveDependencies {
  readonly formation: CloudFormation;
  readonly edgeFormation: CloudFormation;
  readonly framework: typeof framework;
  /** Required because CloudFormation only deletes empty buckets. */
  readonly emptyBucket: (bucket: string) => Promise<void>;
  readonly print: (sentence: string) => void;
}

/** Deletes both stacks, the referenced one last. Returns an exit code. */
export async function removeStacks(
  { stack, region, frameworkArguments }: Deployment,
  { formation, edgeFormation, framework, emptyBucket, print }: RemoveDependencies,
): Promise<number> {
  const stands = await formation.stack(stack);
  if (stands !== undefined) {
    const bucket = stands.outputs.get("ConsoleBucket");
    if (bucket !== undefined) await emptyBucket(bucket);
    const code = framework("remove", frameworkArguments);
    if (code !== 0) return code;
    print(`The stack ${stack} was removed. Its table, KMS keys and blob bucket were kept.`);
  }
  await edgeFormation.delete(edgeAlarmsStackOf(stack, region));
  const challenges = challengesStackOf(stack, region);
  const left = await edgeFormation.delete(challenges);
  if (left === undefined) {
    print(`The stack ${challenges} was removed.`);
    return 0;
  }
  print(
    `The stack ${challenges} was kept: CloudFront still has copies of its function and deletes them within hours. Then run this command again. (${left.reason ?? left.status})`,
  );
  return 1;
}
