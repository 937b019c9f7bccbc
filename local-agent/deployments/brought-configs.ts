import { readFile } from "node:fs/promises";
import * as z from "zod";
import { jsonIn } from "#shared/agent/protocol/frame.ts";
import type { DeploymentOutcome } from "#shared/agent/protocol/tasks/deployment-tasks.ts";
import type { TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { found } from "../disk/on-disk.ts";
import type { TaskContext } from "../tasks/task-context.ts";
import { manifestPath } from "./text-files.ts";

type Configs = DeploymentOutcome["configs"];

const Manifest = z.object({
  files: z.array(z.object({ fileName: z.string(), config: z.object({}).catchall(z.unknown()).optional() })).default([]),
});

/** Maximum length in characters of JSON, besides everything else that a deployment reports. */
const maxCharacters = 40_000;

/** Returns the data that the build includes for files: notes, webhooks and MCP servers, which the service applies. */
export async function broughtConfigs(
  { files }: Pick<TaskFields<"deployments.run">, "files">,
  { host, process, say }: Pick<TaskContext, "host" | "process" | "say">,
): Promise<Configs> {
  return configsIn(manifestPath(host, process), files, say);
}

/** Returns the manifest's data for files that are made from its build. None without a readable manifest. */
export async function configsIn(
  path: string,
  files: TaskFields<"deployments.run">["files"],
  say: TaskContext["say"],
): Promise<Configs> {
  if ((await found(path)) === undefined) return [];
  const named = Manifest.safeParse(jsonIn(await readFile(path, "utf8"))).data?.files ?? [];
  const brought: Configs[number][] = [];
  let characters = 0;
  for (const file of files) {
    if (file.operation === "close") continue;
    const source = file.operation === "migrate" ? file.clone.file : file.source.file;
    const config = named.find(
      ({ fileName }) => normalizedDatabaseName(fileName) === normalizedDatabaseName(source),
    )?.config;
    if (config === undefined) continue;
    const target = file.target.file;
    characters += JSON.stringify(config).length;
    if (characters > maxCharacters) say("error", `The build's settings for ${target} are too long and were skipped`);
    else {
      brought.push({ file: target, config });
      say("info", `The build includes notes, webhooks or MCP servers for ${target}`);
    }
  }
  return brought;
}
