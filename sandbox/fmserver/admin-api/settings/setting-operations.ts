import type * as z from "zod";
import { badValue } from "../../host/refusals.ts";
import { armSchedules } from "../../host/schedule-times.ts";
import { Settings, type SettingsGroup } from "../../world/schema/settings-schema.ts";
import { missingParameter, unknownParameter } from "../admin-body.ts";
import { type AdminOperation, type AdminResponse, adminBody } from "../admin-operation.ts";

/** Endpoint of a group of settings. */
export interface SettingEndpoint {
  readonly path: string;
  readonly group: SettingsGroup;
  readonly verbs: "GET" | "PATCH" | "GET, PATCH";
  /** Only these names of the group. Default: all. */
  readonly names?: readonly string[];
  /** Names that can be written but are never shown. */
  readonly secret?: readonly string[];
  /** Object in `response` that contains them. */
  readonly under?: "config";
}

/** Returns the operations that read and change a group of settings. */
export function settingOperations(endpoint: SettingEndpoint): readonly AdminOperation[] {
  const { path, verbs } = endpoint;
  const read: AdminOperation = {
    method: "GET",
    path,
    access: "root",
    run({ host }) {
      return shown(endpoint, host.world.server.settings[endpoint.group]);
    },
  };
  const change: AdminOperation = {
    method: "PATCH",
    path,
    access: "root",
    run(call) {
      Object.assign(call.host.world.server.settings[endpoint.group], changed(endpoint, adminBody(call)));
      if (endpoint.group === "general") armSchedules(call.host);
      return {};
    },
  };
  return [...(verbs.includes("GET") ? [read] : []), ...(verbs.includes("PATCH") ? [change] : [])];
}

function shown({ group, names, secret = [], under }: SettingEndpoint, values: AdminResponse): AdminResponse {
  const visible = (names ?? Object.keys(shapeOf(group))).filter(
    (name) => name !== "installed" && !secret.includes(name),
  );
  const found = Object.fromEntries(visible.map((name) => [name, values[name]]));
  return under === undefined ? found : { [under]: found };
}

function changed({ group, names }: SettingEndpoint, body: AdminResponse): AdminResponse {
  const shape = shapeOf(group);
  const known = (names ?? Object.keys(shape)).filter((name) => name !== "installed");
  if (Object.keys(body).length === 0) throw missingParameter(known[0] ?? "");
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const part = known.includes(name) ? shape[name] : undefined;
      if (part === undefined) throw unknownParameter(name);
      const result = part.safeParse(value);
      if (!result.success) throw badValue();
      return [name, result.data];
    }),
  );
}

function shapeOf(group: SettingsGroup): Readonly<Record<string, z.ZodType>> {
  return Settings.shape[group].unwrap().shape;
}
