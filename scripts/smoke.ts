import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { SettingRefused } from "../functions/settings/setting-refused.ts";
import { callerIn } from "./deployment/caller.ts";
import { cloudFormation } from "./deployment/cloudformation.ts";
import { readDeployment } from "./deployment/parameters.ts";
import { onOwnStack } from "./smoke/own-stack.ts";
import { smoke } from "./smoke/smoke.ts";
import { SmokeFailure } from "./smoke/smoke-failure.ts";
import { smokeTarget } from "./smoke/target.ts";

// Deploys its own stack, tests each feature, and deletes it:
// REMOTE=1 npm run smoke -- --param="fmsUrl=…" --param="region=…"
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
  const { address, stage, param = [] } = parsed(words);
  if (address !== undefined) {
    await tried(address);
    return 0;
  }
  if (process.env.REMOTE !== "1")
    throw new SettingRefused(
      "This deploys to your AWS account and costs some cents. Set REMOTE=1 to confirm, or use --address=… to test an existing deployment.",
    );
  smokeTarget("", process.env); // Reports missing variables before minutes have passed.
  const stageWords = [`--stage=${stage}`, ...param.map((each) => `--param=${each}`)];
  const { stack, region, prefix } = readDeployment(stageWords);
  return onOwnStack(stack, {
    formation: cloudFormation(await callerIn(region)),
    deploy: () => program("deploy", stageWords),
    remove: () => program("remove", [...stageWords, `--confirm=${stack}`]),
    run: (origin) => tried(`${origin}/${prefix}`),
    print: console.log,
  });
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
        param: { type: "string", multiple: true },
      },
    }).values;
  } catch (error) {
    if (error instanceof TypeError) throw new SettingRefused(error.message); // Thrown by parseArgs for invalid arguments.
    throw error;
  }
}
