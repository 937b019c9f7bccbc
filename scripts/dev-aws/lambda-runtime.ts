import { isMainThread, workerData } from "node:worker_threads";
import { bufferedStreams } from "./buffered-streams.ts";
import { settingsVariable } from "./settings-variable.ts";

// Loaded before everything else in serverless-offline's process and in each of its workers, where a function runs.
if (isMainThread) {
  // The parent process is gone.
  process.once("disconnect", () => process.exit(1));
  process.channel?.unref();
} else {
  const settings: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(
    process.env[settingsVariable] ?? "{}",
  );
  // serverless-offline passes on references to the stack unresolved.
  Object.assign(process.env, settings[workerData.functionKey]);
  // serverless-offline can't stream: https://github.com/dherault/serverless-offline/issues/1681.
  Object.assign(globalThis, { awslambda: bufferedStreams });
}
