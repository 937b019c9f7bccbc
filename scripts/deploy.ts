import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { SettingRefused } from "../functions/settings/setting-refused.ts";
import { builtConsole } from "./console/built-console.ts";
import { consoleInventory, deployConsole } from "./console/deploy-console.ts";
import { callerIn } from "./deployment/caller.ts";
import { challengesRegion } from "./deployment/challenges-stack.ts";
import { cloudFormation } from "./deployment/cloudformation.ts";
import { checkConcurrency } from "./deployment/concurrency.ts";
import { deployStacks } from "./deployment/deploy-stacks.ts";
import { putEdgeAlarms } from "./deployment/edge-alarms.ts";
import { packagedTemplate } from "./deployment/packaged-template.ts";
import { parameterFile } from "./deployment/parameter-file.ts";
import { type Deployment, readDeployment } from "./deployment/parameters.ts";
import { protectFromDeletion } from "./deployment/protect-table.ts";
import { framework } from "./framework.ts";

// Runs all possible checks first, then deploys:
// npm run deploy -- --param="fmsUrl=https://fms.example.com" --param="region=eu-central-1"
// Parameters are saved in stages/prod.yml for the next time. --dry-run packages and reports what would be deployed, without an account.
// --only-console uploads the console to an existing stack. --adopt="Table=…" makes a new stack around resources of an old one.
try {
  process.exitCode = await deploy(readDeployment(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof SettingRefused)) throw error;
  print(error.message);
  process.exitCode = 2;
}

async function deploy(wanted: Deployment): Promise<number> {
  const { dryRun, onlyConsole, stage, parameters, prefix, region, stack, frameworkArguments } = wanted;
  await checkServer(parameters.fmsUrl ?? "");
  if (dryRun) {
    const code = framework("package", frameworkArguments);
    if (code !== 0) return code;
    print(`Would deploy to ${region}: ${inventory()}.`);
    print(`Would upload the console: ${consoleInventory(await builtConsole(prefix))}.`);
    return 0;
  }
  const caller = await callerIn(region);
  const warning = await checkConcurrency(caller, parameters);
  if (warning !== undefined) print(warning);
  // Before anything changes, so that a failing build of the console stops the deployment.
  const objects = await builtConsole(prefix);
  print(`Deploying to account ${caller.account}, ${region}.`);
  if (!onlyConsole) {
    const formation = cloudFormation(caller);
    const edgeFormation = cloudFormation({ ...caller, region: challengesRegion });
    const client = new DynamoDBClient({ region });
    const code = await deployStacks(wanted, {
      ...{ formation, edgeFormation, framework, packagedTemplate, print },
      protectFromDeletion: (table) => protectFromDeletion(client, table),
    }).finally(() => client.destroy());
    if (code !== 0) return code;
    await putEdgeAlarms({ formation, edgeFormation, stack, region, topicArn: parameters.edgeAlarmTopicArn });
    print(`Saved the parameters in ${parameterFile().write(stage, parameters)}.`);
  }
  for (const line of await deployConsole(caller, stack, objects)) print(line);
  return 0;
}

/**
 * Checks FileMaker Server with a Data API call that needs no credential. Only warns on failure, because the stack may reach servers that
 * this machine can't.
 */
async function checkServer(fmsUrl: string): Promise<void> {
  const address = `${fmsUrl}/fmi/data/vLatest/productInfo`;
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(10_000), redirect: "manual" });
    if (answer.ok) print(`FileMaker Server responds at ${fmsUrl}.`);
    else print(`${address} responds with ${answer.status}. Is the Data API enabled?`);
    await answer.body?.cancel();
  } catch {
    print(`Can't reach ${fmsUrl} from this machine. AWS must be able to reach it.`); // The warning is the same for every reason.
  }
}

/** Describes the contents of the packaged template. */
function inventory(): string {
  const kinds = Object.groupBy(Object.values(packagedTemplate().Resources), ({ Type }) => Type);
  return Object.entries(kinds)
    .map(([type, all]) => `${all?.length ?? 0} ${type}`)
    .sort()
    .join(", ");
}

function print(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}
