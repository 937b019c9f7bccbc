import { readFileSync } from "node:fs";
import { GetCallerIdentityCommand, STSClient } from "@aws-sdk/client-sts";
import { SettingRefused } from "../functions/settings/setting-refused.ts";
import type { AwsCaller } from "./console/aws-call.ts";
import { builtConsole } from "./console/built-console.ts";
import { consoleInventory, deployConsole } from "./console/deploy-console.ts";
import { type Deployment, readDeployment } from "./deploy-parameters.ts";
import { framework } from "./framework.ts";

// Checks what it can before anything changes, then deploys: npm run deploy -- --param="fmsUrl=https://fms.example.com"
// --dry-run packages and says what would be deployed, and needs no account. --only-console brings the page to a stack that stands.
try {
  process.exitCode = await deploy(readDeployment(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof SettingRefused)) throw error;
  print(error.message);
  process.exitCode = 2;
}

async function deploy(wanted: Deployment): Promise<number> {
  const { dryRun, onlyConsole, parameters, prefix, region, stack, frameworkArguments } = wanted;
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
  const code = onlyConsole ? 0 : framework("deploy", frameworkArguments);
  if (code !== 0) return code;
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

/** The account that deploys. @throws SettingRefused where AWS does not know it */
async function callerIn(region: string): Promise<AwsCaller & { readonly account: string }> {
  const client = new STSClient({ region });
  try {
    const { Account = "unknown" } = await client.send(new GetCallerIdentityCommand({}));
    return { account: Account, region, credentials: await client.config.credentials() };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SettingRefused(`AWS does not know these credentials (${reason}). Set AWS_PROFILE, or sign in first.`);
  } finally {
    client.destroy();
  }
}

/** How many of what the packaged template holds. */
function inventory(): string {
  const template = new URL("../.serverless/cloudformation-template-update-stack.json", import.meta.url);
  const { Resources } = JSON.parse(readFileSync(template, "utf8"));
  const kinds = Object.groupBy(Object.values<{ Type: string }>(Resources), ({ Type }) => Type);
  return Object.entries(kinds)
    .map(([type, all]) => `${all?.length ?? 0} ${type}`)
    .sort()
    .join(", ");
}

function print(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}
