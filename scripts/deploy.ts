import { SettingRefused } from "../functions/settings/setting-refused.ts";
import { builtConsole } from "./console/built-console.ts";
import { consoleInventory, deployConsole } from "./console/deploy-console.ts";
import { callerIn } from "./deployment/caller.ts";
import { challengesRegion } from "./deployment/challenges-stack.ts";
import { cloudFormation } from "./deployment/cloudformation.ts";
import { deployStacks } from "./deployment/deploy-stacks.ts";
import { packagedTemplate } from "./deployment/packaged-template.ts";
import { parameterFile } from "./deployment/parameter-file.ts";
import { type Deployment, readDeployment } from "./deployment/parameters.ts";
import { framework } from "./framework.ts";

// Checks what it can before anything changes, then deploys: npm run deploy -- --param="fmsUrl=https://fms.example.com" --param="region=eu-central-1"
// What was given is kept in stages/prod.yml for the next time. --dry-run packages and says what would be deployed, and needs no account.
// --only-console brings the page to a stack that stands. --adopt="Table=…" makes a new stack around what another left behind.
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
    print(`Would be deployed to ${region}: ${inventory()}.`);
    print(`The console would be sent to its bucket: ${consoleInventory(await builtConsole(prefix))}.`);
    return 0;
  }
  const caller = await callerIn(region);
  // Before anything changes: a page that cannot be built stops the deployment.
  const objects = await builtConsole(prefix);
  print(`Deploying to account ${caller.account}, ${region}.`);
  if (!onlyConsole) {
    const formation = cloudFormation(caller);
    const edgeFormation = cloudFormation({ ...caller, region: challengesRegion });
    const code = await deployStacks(wanted, { formation, edgeFormation, framework, packagedTemplate, print });
    if (code !== 0) return code;
    print(`The parameters are kept in ${parameterFile().write(stage, parameters)}.`);
  }
  for (const line of await deployConsole(caller, stack, objects)) print(line);
  return 0;
}

/** The Data API answers this without a credential. The stack may reach what this machine does not, so that silence stops nothing. */
async function checkServer(fmsUrl: string): Promise<void> {
  const address = `${fmsUrl}/fmi/data/vLatest/productInfo`;
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(10_000), redirect: "manual" });
    if (answer.ok) print(`FileMaker Server answers at ${fmsUrl}.`);
    else print(`${address} answers ${answer.status}. Is the Data API switched on?`);
    await answer.body?.cancel();
  } catch {
    print(`${fmsUrl} cannot be reached from this machine. AWS has to reach it.`); // Whatever the reason, there is only this to say.
  }
}

/** How many of what the packaged template holds. */
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
