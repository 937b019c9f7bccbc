import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { S3Client } from "@aws-sdk/client-s3";
import { SettingRefused } from "../functions/settings/setting-refused.ts";
import { callerIn } from "./deployment/caller.ts";
import { challengesRegion, challengesStackOf, challengesTemplate } from "./deployment/challenges-stack.ts";
import { templateChecks } from "./deployment/change-set.ts";
import { cloudFormation } from "./deployment/cloudformation.ts";
import { edgeAlarmsStackOf, edgeAlarmsTemplate } from "./deployment/edge-alarms.ts";
import { packagedTemplate } from "./deployment/packaged-template.ts";
import { type Deployment, declaredParameters, readDeployment } from "./deployment/parameters.ts";
import { framework } from "./framework.ts";
import { onOwnStack } from "./smoke/own-stack.ts";
import { smoke } from "./smoke/smoke.ts";
import { SmokeFailure } from "./smoke/smoke-failure.ts";
import { smokeTarget } from "./smoke/target.ts";
import { validateStacks } from "./smoke/validate.ts";

// Deploys its own stack, tests each feature, and deletes it:
// REMOTE=1 npm run smoke -- --param="fmsUrl=…" --param="region=…"
// Lets CloudFormation validate the templates and plan the deployment, without executing it:
// REMOTE=1 npm run smoke -- --validate --param="fmsUrl=…" --param="region=…"
// Tests an existing deployment, including npm run dev:aws:
// npm run smoke -- --address=https://keys.example.com/svc
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (thrown) {
  if (!(thrown instanceof SettingRefused || thrown instanceof SmokeFailure)) throw thrown;
  console.error(thrown.message);
  process.exitCode = thrown instanceof SettingRefused ? 2 : 1;
}

async function main(words: readonly string[]): Promise<number> {
  const { address, stage, validate, param = [] } = parsed(words);
  if (address !== undefined) {
    await tried(address);
    return 0;
  }
  if (process.env.REMOTE !== "1")
    throw new SettingRefused(
      "This deploys to your AWS account and costs some cents. Set REMOTE=1 to confirm, or use --address=… to test an existing deployment.",
    );
  const stageWords = [`--stage=${stage}`, ...param.map((each) => `--param=${each}`)];
  if (validate) return validated(readDeployment(stageWords));
  smokeTarget("", process.env); // Reports missing variables before minutes have passed.
  const { stack, region, prefix, parameters } = readDeployment(stageWords);
  const fewerCalls = Number(parameters.callsPerSecond ?? declaredParameters.callsPerSecond) - 1;
  return onOwnStack(stack, {
    formation: cloudFormation(await callerIn(region)),
    deploy: () => program("deploy", stageWords),
    update: () => program("deploy", [...stageWords, `--param=callsPerSecond=${fewerCalls}`]),
    remove: () => program("remove", [...stageWords, `--confirm=${stack}`]),
    run: (origin) => tried(`${origin}/${prefix}`),
    print: console.log,
  });
}

/** Packages the stack and lets CloudFormation check its templates. */
async function validated({ stack, region, frameworkArguments }: Deployment): Promise<number> {
  const { account, credentials } = await callerIn(region);
  const challenges = challengesStackOf(stack, region);
  const version = `arn:aws:lambda:${challengesRegion}:${account}:function:${challenges}:1`;
  const code = framework("package", frameworkArguments, { CHALLENGES_VERSION: version });
  if (code !== 0) return code;
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const s3 = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) },
  });
  const topic = `arn:aws:sns:${challengesRegion}:${account}:alarms`;
  await validateStacks(
    { stack, template: packagedTemplate() },
    [
      { stack: challenges, template: challengesTemplate(challenges) },
      { stack: edgeAlarmsStackOf(stack, region), template: edgeAlarmsTemplate("E1EXAMPLE", topic) },
    ],
    {
      checks: templateChecks({ region, credentials }),
      edgeChecks: templateChecks({ region: challengesRegion, credentials }),
      ...{ s3, region, account, print: console.log },
    },
  ).finally(() => s3.destroy());
  return 0;
}

async function tried(address: string): Promise<void> {
  let since = performance.now();
  await smoke(smokeTarget(address, process.env), (step) => {
    console.log(`${step.padEnd(12)}${Math.round(performance.now() - since)} ms`);
    since = performance.now();
  });
}

function program(name: "deploy" | "remove", words: readonly string[]): number {
  const path = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  return spawnSync(process.execPath, [path, ...words], { stdio: "inherit" }).status ?? 1;
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        address: { type: "string" },
        stage: { type: "string", default: "smoke" },
        validate: { type: "boolean", default: false },
        param: { type: "string", multiple: true },
      },
    }).values;
  } catch (error) {
    if (error instanceof TypeError) throw new SettingRefused(error.message); // Thrown by parseArgs for invalid arguments.
    throw error;
  }
}
