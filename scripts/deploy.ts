import { readFileSync } from "node:fs";
import { GetCallerIdentityCommand, STSClient } from "@aws-sdk/client-sts";
import { SettingRefused } from "../functions/environment.ts";
import { type Deployment, readDeployment } from "./deploy-parameters.ts";
import { framework } from "./framework.ts";

// Checks what it can before anything changes, then deploys: npm run deploy -- --param="fmsUrl=https://fms.example.com"
// --dry-run packages and says what would be deployed, and needs no account.
try {
  process.exitCode = await deploy(readDeployment(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof SettingRefused)) throw error;
  say(error.message);
  process.exitCode = 2;
}

async function deploy({ dryRun, parameters, region, frameworkArguments }: Deployment): Promise<number> {
  await look(parameters.fmsUrl ?? "");
  if (dryRun) {
    const code = framework("package", frameworkArguments);
    if (code === 0) say(`Would be deployed to ${region}: ${inventory()}.`);
    return code;
  }
  say(`Deploying to account ${await account(region)}, ${region}.`);
  return framework("deploy", frameworkArguments);
}

/** The Data API answers this to everybody. The stack may reach what this machine does not, so that silence stops nothing. */
async function look(fmsUrl: string): Promise<void> {
  const address = `${fmsUrl}/fmi/data/vLatest/productInfo`;
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(10_000), redirect: "manual" });
    if (answer.ok) say(`FileMaker Server answers at ${fmsUrl}.`);
    else say(`${address} answers ${answer.status}. Is the Data API switched on?`);
    await answer.body?.cancel();
  } catch {
    say(`${fmsUrl} cannot be reached from this machine. AWS has to reach it.`); // Whatever the reason, there is only this to say.
  }
}

async function account(region: string): Promise<string> {
  const client = new STSClient({ region });
  try {
    const { Account = "unknown" } = await client.send(new GetCallerIdentityCommand({}));
    return Account;
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

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}
