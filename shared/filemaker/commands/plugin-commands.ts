import * as z from "zod";
import type { AdminCredential } from "#shared/contract/call.ts";
import { fileMakerCodes } from "#shared/contract/filemaker-errors.ts";
import { type Answer, unexpectedAnswer } from "../answer.ts";
import type { AdminCalls } from "./admin-calls.ts";

/** Parts of FileMaker Server that load plug-ins. */
type Engine = "fmse" | "wpe" | "fmdapi";

/** Plug-in as the Admin API lists it. */
export interface ListedPlugin {
  readonly id: string;
  readonly name: string;
  readonly file: string;
  readonly enabled: boolean;
}

/** Settings of an engine. A field is null if this release doesn't report it. */
interface EngineSettings {
  readonly enabled: boolean | null;
  readonly installStep: boolean | null;
}

/** Commands of the Admin API for plug-ins. Every call throws ServiceError if FileMaker Server rejects it or does not respond. */
export interface PluginCommands {
  /** Returns undefined if this release has no list of plug-ins. */
  list(credential: AdminCredential): Promise<readonly ListedPlugin[] | undefined>;
  /** Returns undefined if this release doesn't have the setting. */
  readEngine(credential: AdminCredential, engine: Engine): Promise<EngineSettings | undefined>;
  /** Returns false if the plug-in isn't listed anymore. */
  setEnabled(credential: AdminCredential, id: string, enabled: boolean): Promise<boolean>;
  /** Returns false if this release doesn't have the setting. */
  setEngine(
    credential: AdminCredential,
    engine: Engine,
    setting: keyof EngineSettings,
    enabled: boolean,
  ): Promise<boolean>;
}

const Listed = z.object({
  plugins: z.array(
    z.object({
      id: z.union([z.string(), z.number()]).transform(String),
      pluginName: z.string(),
      filename: z.string(),
      enabled: z.boolean(),
    }),
  ),
});
const Config = z.object({
  config: z.object({
    usePlugins: z.boolean().nullable().catch(null),
    allowInstallPlugin: z.boolean().nullable().catch(null),
  }),
});

/** Names of the engines in the paths of the Admin API. */
const engineNames: Readonly<Record<Engine, string>> = { fmse: "Dbs", wpe: "Wpe", fmdapi: "DAPI" };
const settingNames = { enabled: "Plugins", installStep: "AllowInstallPluginScript" } as const;

export function pluginCommands(call: AdminCalls): PluginCommands {
  const change = async (credential: AdminCredential, method: "PATCH" | "POST", path: string, enabled: boolean) => {
    const answer = await call(credential, { method, path, body: { enabled } });
    if (isAbsent(answer)) return false;
    if (answer.code !== "0") throw unexpectedAnswer(`Admin API ${path}`, answer);
    return true;
  };

  return {
    async list(credential) {
      const answer = await call(credential, { method: "GET", path: "/plugins" });
      if (isAbsent(answer)) return undefined;
      const listed = Listed.safeParse(answer.response);
      if (answer.code !== "0" || !listed.success) throw unexpectedAnswer("Admin API /plugins", answer);
      return listed.data.plugins.map(({ id, pluginName, filename, enabled }) => ({
        ...{ id, enabled },
        name: pluginName,
        file: filename,
      }));
    },

    async readEngine(credential, engine) {
      const path = `/plugins/${engineNames[engine]}PluginConfig`;
      const answer = await call(credential, { method: "GET", path });
      if (isAbsent(answer)) return undefined;
      const read = Config.safeParse(answer.response);
      if (answer.code !== "0" || !read.success) throw unexpectedAnswer(`Admin API ${path}`, answer);
      const { usePlugins, allowInstallPlugin } = read.data.config;
      return { enabled: usePlugins, installStep: allowInstallPlugin };
    },

    setEnabled: (credential, id, enabled) => change(credential, "PATCH", `/plugins/${encodeURIComponent(id)}`, enabled),

    setEngine: (credential, engine, setting, enabled) =>
      change(credential, "POST", `/plugins/${engineNames[engine]}${settingNames[setting]}`, enabled),
  };
}

/** True for a path that this release doesn't have, or an object that doesn't exist. */
function isAbsent({ status, code }: Answer): boolean {
  const { notInstalled, resourceMissing } = fileMakerCodes;
  return status === 404 || status === 405 || code === notInstalled || code === resourceMissing;
}
