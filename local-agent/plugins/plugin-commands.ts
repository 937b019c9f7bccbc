import { rename } from "node:fs/promises";
import type { CommandName, FieldsOf, ReplyOf } from "#shared/agent/protocol/command.ts";
import { oneAtATime } from "#shared/ports/limits/one-at-a-time.ts";
import type { Clock } from "../clock.ts";
import type { Host } from "../host.ts";
import { installPlugin, type PluginDependencies, removePlugin } from "./change-plugins.ts";
import { listPlugins } from "./plugin-folders.ts";

type PluginCommand = Extract<CommandName, `plugins.${string}`>;
type PluginCommands = { readonly [Name in PluginCommand]: (fields: FieldsOf<Name>) => Promise<ReplyOf<Name>> };

/** Commands for plug-ins. Changes run one at a time, so that two don't use the same name. */
export function pluginCommands(
  host: Host,
  clock: Clock,
  options: Pick<PluginDependencies, "machine" | "move"> = { machine: process, move: rename },
): PluginCommands {
  const dependencies = { host, clock, ...options };
  const sequentially = oneAtATime();
  return {
    "plugins.list": () => listPlugins(host),
    "plugins.install": (fields) => sequentially(() => installPlugin(dependencies, fields)),
    "plugins.remove": (fields) => sequentially(() => removePlugin(dependencies, fields)),
  };
}
