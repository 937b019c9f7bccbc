import { SettingRefused } from "../../functions/settings/setting-refused.ts";
import type { framework } from "../framework.ts";
import { adoptRetained } from "./adopt.ts";
import { challengesStackOf, challengesTemplate, versionOutput } from "./challenges-stack.ts";
import { changedParameters, parametersIn } from "./changed-parameters.ts";
import type { CloudFormation } from "./cloudformation.ts";
import { edgeSecretVariables } from "./edge-secrets.ts";
import type { PackagedTemplate } from "./packaged-template.ts";
import type { Deployment } from "./parameters.ts";
import { usableStack } from "./usable-stack.ts";

interface DeployDependencies {
  /** CloudFormation in the service's region and in the region of CloudFront functions. */
  readonly formation: CloudFormation;
  readonly edgeFormation: CloudFormation;
  readonly framework: typeof framework;
  readonly packagedTemplate: () => PackagedTemplate;
  /** Turns on deletion protection of a table. Returns false if it was on. */
  readonly protectFromDeletion: (table: string) => Promise<boolean>;
  readonly print: (sentence: string) => void;
}

/** Output with the name of the table. */
const tableOutput = "TableName";

/** Deploys both stacks, the referenced one first. Returns the framework's exit code. @throws SettingRefused before anything changes */
export async function deployStacks(
  { stack, region, parameters, named, adopted, frameworkArguments }: Deployment,
  { formation, edgeFormation, framework, packagedTemplate, protectFromDeletion, print }: DeployDependencies,
): Promise<number> {
  const before = await usableStack(formation, stack, print);
  if (before !== undefined) {
    if (Object.keys(adopted).length > 0)
      throw new SettingRefused(
        `The stack ${stack} already exists: only a new stack can adopt resources of another one. Deploy without --adopt.`,
      );
    for (const line of changedParameters({ parameters, named }, parametersIn(await formation.metadata(stack))))
      print(line);
  }
  const challenges = challengesStackOf(stack, region);
  const { outputs } = await edgeFormation.put(challenges, challengesTemplate(challenges));
  const version = outputs.get(versionOutput);
  if (version === undefined) throw new Error(`The stack ${challenges} has no function version.`);
  const variables = { CHALLENGES_VERSION: version };
  if (Object.keys(adopted).length > 0) {
    const code = framework("package", frameworkArguments, variables);
    if (code !== 0) return code;
    await adoptRetained(formation, stack, packagedTemplate(), adopted);
  }
  const code = framework("deploy", frameworkArguments, { ...variables, ...edgeSecretVariables(before?.parameters) });
  const table = (await formation.stack(stack))?.outputs.get(tableOutput);
  if (code !== 0) {
    if (table === undefined)
      print(
        `The first deployment failed, and CloudFormation deleted what it had created. Two stacks without data are left: ${stack}, with the bucket of the packages, and ${challenges}. Deploy again, or delete both with npm run remove.`,
      );
    return code;
  }
  if (table === undefined) throw new Error(`The stack ${stack} has no table.`);
  if (await protectFromDeletion(table)) print(`Turned on deletion protection of the table ${table}.`);
  return 0;
}
