import type { AgentClient } from "#shared/agent/api.ts";
import type { ReplyOf } from "#shared/agent/protocol/command.ts";
import { HostPath, HostRoot } from "#shared/agent/protocol/host-path.ts";
import type { AdminCredential, AdministratorOf } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import type { PluginCommands } from "#shared/filemaker/commands/plugin-commands.ts";
import { PluginEngine, type plugins } from "./contract.ts";
import { mergedPlugins } from "./rules.ts";

interface PluginServiceDependencies {
  readonly commands: PluginCommands;
  readonly administrator: AdministratorOf;
  readonly agentClient: () => Pick<AgentClient, "request">;
  /** Free disk space to leave, in bytes. */
  readonly floorBytes: number;
}

const reading = { deadlineMs: 10_000 } as const;
/** Below the limit of a function behind API Gateway. */
const copying = { deadlineMs: 25_000 } as const;

/** Errors of the agent that the list reports as a problem, because the Admin API's part is known without it. */
const agentProblems = new Set(["agent_unavailable", "agent_timeout", "agent_refused", "agent_too_old"]);
const notManaged = "This FileMaker Server's Admin API doesn't manage plug-ins";

/** Creates the service for plug-ins: the Admin API enables them, and the agent installs and removes their files. */
export function pluginService({
  commands,
  administrator,
  agentClient,
  floorBytes,
}: PluginServiceDependencies): ServiceOf<typeof plugins> {
  const foldersOf = async (): Promise<ReplyOf<"plugins.list">["engines"] | { readonly problem: string }> => {
    try {
      return (await agentClient().request("plugins.list", {}, reading)).engines;
    } catch (thrown) {
      if (thrown instanceof ServiceError && agentProblems.has(thrown.error)) return { problem: thrown.text };
      throw thrown;
    }
  };

  /** Reads the Admin API's list and settings, one after the other: an account has few sessions. */
  const listedBy = async (credential: AdminCredential) => {
    const listed = await commands.list(credential);
    const settings = new Map<PluginEngine, Awaited<ReturnType<PluginCommands["readEngine"]>>>();
    if (listed !== undefined)
      for (const engine of PluginEngine.options) settings.set(engine, await commands.readEngine(credential, engine));
    return { listed, settings };
  };

  return {
    async listPlugins(_input, call) {
      const credential = await administrator(call);
      const [found, { listed, settings }] = await Promise.all([foldersOf(), listedBy(credential)]);
      const folders = "problem" in found ? undefined : found;
      return {
        engines: PluginEngine.options.map((engine) => ({
          engine,
          enabled: settings.get(engine)?.enabled ?? null,
          installStep: settings.get(engine)?.installStep ?? null,
          hasFolder: folders?.some((folder) => folder.engine === engine && folder.isInstalled) ?? null,
        })),
        plugins: mergedPlugins(listed ?? [], folders).map(({ copies, ...plugin }) => ({
          ...plugin,
          copies: copies?.map((copy) => ({ ...copy, modifiedAt: timestamp(copy.modifiedAt) })) ?? null,
        })),
        problems: [...(listed === undefined ? [notManaged] : []), ...("problem" in found ? [found.problem] : [])],
      };
    },

    async installPlugin({ path, engines, replace, sha256 }) {
      const fields = { ...sourceOf(path), engines: [...new Set(engines)], isReplacing: replace, floorBytes };
      const checked = sha256 !== undefined && { sha256 };
      const reply = await agentClient().request("plugins.install", { ...fields, ...checked }, copying);
      return { ...reply, restart: reply.engines };
    },

    async changePlugin({ file, enabled }, call) {
      const credential = await administrator(call);
      const listed = await commands.list(credential);
      if (listed === undefined) throw new ServiceError("plugins_not_managed");
      const plugin = listed.find((one) => one.file === file);
      if (plugin === undefined || !(await commands.setEnabled(credential, plugin.id, enabled)))
        throw new ServiceError("plugin_not_found", { text: file });
      return { file, enabled, restart: ["fmse"] };
    },

    async removePlugin({ file, engine }) {
      const engines = engine === undefined ? [...PluginEngine.options] : [engine];
      const reply = await agentClient().request("plugins.remove", { file, engines, floorBytes }, copying);
      return { ...reply, restart: reply.engines };
    },

    async changePluginEngine({ engine, enabled, installStep }, call) {
      const credential = await administrator(call);
      for (const [setting, value] of Object.entries({ enabled, installStep }))
        if (
          value !== undefined &&
          !(await commands.setEngine(credential, engine, setting as "enabled" | "installStep", value))
        )
          throw new ServiceError("plugins_not_managed");
      const read = await commands.readEngine(credential, engine);
      return { engine, enabled: read?.enabled ?? null, installStep: read?.installStep ?? null, restart: [engine] };
    },
  };
}

/** Returns the place of a file on the host. @throws ServiceError input_invalid */
function sourceOf(text: string): { readonly root: HostRoot; readonly path: string } {
  const end = text.indexOf("/");
  const [root, path] = [HostRoot.safeParse(text.slice(0, end)), HostPath.safeParse(text.slice(end + 1))];
  if (!root.success || !path.success) throw new ServiceError("input_invalid", { text: "`path`: invalid path" });
  return { root: root.data, path: path.data };
}
