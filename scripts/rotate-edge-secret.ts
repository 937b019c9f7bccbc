import { SettingRefused } from "../functions/settings/setting-refused.ts";
import { callerIn } from "./deployment/caller.ts";
import { cloudFormation } from "./deployment/cloudformation.ts";
import { rotateEdgeSecret } from "./deployment/edge-secrets.ts";
import { readDeployment } from "./deployment/parameters.ts";

// Replaces the secret with which CloudFront proves its calls, while the service is running: npm run rotate-edge-secret -- --stage=prod
try {
  const { region, stack } = readDeployment(process.argv.slice(2));
  await rotateEdgeSecret(cloudFormation(await callerIn(region)), stack, print);
  print(`The edge secrets of ${stack} were replaced.`);
} catch (error) {
  if (!(error instanceof SettingRefused)) throw error;
  print(error.message);
  process.exitCode = 2;
}

function print(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}
