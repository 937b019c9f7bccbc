import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";

const root = new URL("..", import.meta.url).pathname;

/** Runs a command of the framework on serverless.yml, optionally with additional variables, and returns its exit code. */
export function framework(
  command: "package" | "deploy" | "remove",
  words: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): number {
  // Leftovers of an interrupted run would be packed into the functions of this one.
  for (const left of [".serverless", ".esbuild"]) rmSync(join(root, left), { recursive: true, force: true });
  const { status } = spawnSync(join(root, "node_modules/.bin/serverless"), [command, ...words], {
    cwd: root,
    stdio: "inherit",
    env: {
      ...process.env,
      ...variables,
      // The SDK inside the framework would otherwise ask the machine for an account and wait for the answer.
      ...(command === "package" && { AWS_EC2_METADATA_DISABLED: "true" }),
      SLS_NOTIFICATIONS_MODE: "off",
      SLS_TELEMETRY_DISABLED: "1",
    },
  });
  return status ?? 1;
}
