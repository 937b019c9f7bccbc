import * as z from "zod";
import { missing } from "../../host/refusals.ts";
import type { Settings } from "../../world/schema/settings-schema.ts";
import { valuesIn } from "../admin-body.ts";
import type { AdminOperation } from "../admin-operation.ts";

const access = "root";
const Switch = z.object({ enabled: z.boolean() });

/** Lists plug-ins, enables or disables them, and enables or disables plug-ins for whole engines. */
export const pluginOperations: readonly AdminOperation[] = [
  {
    method: "GET",
    path: "/plugins",
    access,
    run: ({ host }) => ({ plugins: [...host.world.server.plugins.values()] }),
  },
  {
    method: "PATCH",
    path: "/plugins/{id}",
    access,
    run(call) {
      const plugin = call.host.world.server.plugins.get(call.path.id ?? "");
      if (plugin === undefined) throw missing();
      plugin.enabled = valuesIn(call, Switch).enabled;
      return {};
    },
  },
  {
    method: "GET",
    path: "/plugins/available",
    access,
    run: ({ host }) => ({ available: host.world.server.plugins.size > 0 }),
  },
  ...switchFor("DbsPlugins", "dbsPlugins", "usePlugins"),
  ...switchFor("WpePlugins", "wpePlugins", "usePlugins"),
  ...switchFor("DAPIPlugins", "dapiPlugins", "usePlugins"),
  ...switchFor("DbsAllowInstallPluginScript", "dbsPlugins", "allowInstallPlugin"),
  ...switchFor("WpeAllowInstallPluginScript", "wpePlugins", "allowInstallPlugin"),
  ...switchFor("DAPIAllowInstallPluginScript", "dapiPlugins", "allowInstallPlugin"),
];

type PluginSettings = Settings["dbsPlugins"];

function switchFor(
  name: string,
  group: "dbsPlugins" | "wpePlugins" | "dapiPlugins",
  setting: keyof PluginSettings,
): readonly AdminOperation[] {
  return [
    {
      method: "POST",
      path: `/plugins/${name}`,
      access,
      run(call) {
        const { settings } = call.host.world.server;
        settings[group][setting] = valuesIn(call, Switch).enabled;
        return {};
      },
    },
  ];
}
