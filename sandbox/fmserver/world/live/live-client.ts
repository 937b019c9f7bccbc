import type { Client } from "../schema/machine-schema.ts";
import type { World } from "../schema/world-schema.ts";
import { sameName } from "../values/same-name.ts";
import { WorldError } from "../world-error.ts";

/** User with FileMaker Pro, Go or a browser. */
export interface LiveClient extends Omit<Client, "files" | "connectedSecondsAgo"> {
  readonly id: string;
  readonly connectedAt: number;
  /** Names without extension, in their original spelling. */
  files: readonly Client["files"][number][];
  /** Messages from administrators. */
  readonly messages: string[];
}

/** Extended privilege that each kind of client requires. */
export const PRIVILEGE_OF: Readonly<Record<LiveClient["appType"], string>> = {
  FMPRO: "fmapp",
  FMGO: "fmapp",
  FMWEBDIRECT: "fmwebdirect",
  FMSE: "fmscriptengine",
  XDBC: "fmxdbc",
};

export function liveClient(client: Client, id: string, now: number, world: World, path: string): LiveClient {
  const { files, connectedSecondsAgo, ...rest } = client;
  return {
    ...rest,
    id,
    connectedAt: now - connectedSecondsAgo * 1000,
    messages: [],
    files: files.map((file, at) => {
      const database = world.databases.find(({ name }) => sameName(name, file.database));
      if (database === undefined || database.status === "CLOSED") {
        throw new WorldError(`${path}.files[${at}].database`, `no open file "${file.database}"`);
      }
      return { ...file, database: database.name };
    }),
  };
}
