import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";

// Makes the CloudFormation template and the functions' zips, with no account and no network: npm run package
const root = new URL("..", import.meta.url).pathname;
// What an interrupted run left behind would be packed into the functions of this one.
for (const left of [".serverless", ".esbuild"]) rmSync(join(root, left), { recursive: true, force: true });
const { status } = spawnSync(join(root, "node_modules/.bin/serverless"), ["package", ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
  // The SDK inside the framework would ask the machine for an account, and wait for the answer.
  env: {
    ...process.env,
    AWS_EC2_METADATA_DISABLED: "true",
    SLS_NOTIFICATIONS_MODE: "off",
    SLS_TELEMETRY_DISABLED: "1",
  },
});
process.exitCode = status ?? 1;
