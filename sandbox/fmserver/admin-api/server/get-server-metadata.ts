import { logTime } from "../../logs/log-time.ts";
import type { AdminOperation } from "../admin-operation.ts";

/** Describes the server; two live tools saw the keys with capital letters. */
export const getServerMetadata: AdminOperation = {
  method: "GET",
  path: "/server/metadata",
  access: "anyone",
  run({ host }) {
    const { server, admin } = host.world.definition;
    const time = logTime(host.clock.now(), server.utcOffsetMinutes).replace(" ", "T").slice(0, 19);
    return {
      ServerName: host.world.server.name,
      ServerID: server.id,
      ServerIPAddress: server.ipAddress,
      ServerVersion: server.version,
      ServerHostTime: time,
      ...(admin.guideSpelling
        ? {
            serverName: host.world.server.name,
            serverID: server.id,
            serverIP: server.ipAddress,
            serverVersion: server.version,
            serverHostTime: time,
          }
        : {}),
    };
  },
};
