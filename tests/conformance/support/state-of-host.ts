import { filesBelow } from "../../support/secrets/leaked-secrets.ts";
import type { ARecordedHost } from "./a-recorded-host.ts";

/** Returns everything that a recorder or a check could leave behind. */
export function stateOf({ server, path }: Pick<ARecordedHost, "server" | "path">) {
  const { schedules, pkiKeys } = server.world.server;
  return {
    schedules: [...schedules.values()].map(({ definition }) => definition.name),
    keys: [...pkiKeys.keys()],
    hosted: server.world.databases.map(({ name, status }) => `${name} ${status}`),
    records: server.world.databases.map(({ tables }) =>
      [...tables.values()].map((table) => JSON.stringify(table).length),
    ),
    files: Object.keys(filesBelow(path)).filter((name) => !/\blogs\//i.test(name)),
  };
}
