import type { Stats } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ReplyOf } from "#shared/agent/protocol/command.ts";
import { maxPlugins } from "#shared/agent/protocol/commands/plugin-commands.ts";
import { found, sizeOf } from "../disk/on-disk.ts";
import type { Host } from "../host.ts";

type Engines = ReplyOf<"plugins.list">["engines"];
export type Engine = Engines[number]["engine"];

/** Folders of the engines in FileMaker Server's folder: https://help.claris.com/en/server-help/content/plugins-folders.html */
const folders = {
  fmse: ["Database Server", "Extensions"],
  wpe: ["Web Publishing", "publishing-engine", "cwpc", "Plugins"],
  fmdapi: ["Web Publishing", "publishing-engine", "wip", "Plugins"],
} as const satisfies Readonly<Record<Engine, readonly string[]>>;

/** Names of the engines in texts. */
export const engineNames: Readonly<Record<Engine, string>> = {
  fmse: "the script engine",
  wpe: "web publishing",
  fmdapi: "the Data API",
};

export function pluginFolder(host: Host, engine: Engine): string {
  return join(host.serverPath, ...folders[engine]);
}

/** True if the engine exists. Its plug-in folder may be missing: an administrator creates it for the first plug-in. */
export async function isInstalled(host: Host, engine: Engine): Promise<boolean> {
  return (await found(dirname(pluginFolder(host, engine))))?.isDirectory() === true;
}

/** Lists the plug-ins of all engines. */
export async function listPlugins(host: Host): Promise<ReplyOf<"plugins.list">> {
  const engines: Engines = [];
  for (const engine of Object.keys(folders) as Engine[])
    engines.push({
      engine,
      isInstalled: await isInstalled(host, engine),
      plugins: await pluginsIn(pluginFolder(host, engine)),
    });
  return { engines };
}

const endings = /\.(?:fmx|fmx64|fmplugin)$/i;

/** True for a name that FileMaker Server loads on some system. */
export function isPluginName(name: string): boolean {
  return endings.test(name) && !name.startsWith(".");
}

async function pluginsIn(folder: string): Promise<Engines[number]["plugins"]> {
  if ((await found(folder)) === undefined) return [];
  const plugins: Engines[number]["plugins"] = [];
  for (const file of (await readdir(folder)).filter(isPluginName).sort().slice(0, maxPlugins)) {
    const stats = await targetOf(join(folder, file));
    if (stats === undefined) continue;
    const sizeBytes = stats.isDirectory() ? await sizeOf(join(folder, file)) : stats.size;
    plugins.push({ file, sizeBytes, modifiedAt: Math.floor(stats.mtimeMs) });
  }
  return plugins;
}

/** Returns the attributes of a file. Follows links, as FileMaker Server does; undefined for a link without a target. */
async function targetOf(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw thrown;
  }
}
