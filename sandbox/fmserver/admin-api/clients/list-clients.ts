import type { DataSession } from "../../data-api/sessions/data-session.ts";
import { clientsOf, isSession } from "../../host/clients.ts";
import type { Host } from "../../host.ts";
import { type LiveClient, PRIVILEGE_OF } from "../../world/live/live-client.ts";
import type { AdminOperation, AdminResponse } from "../admin-operation.ts";

/** Lists connected clients with their open files. */
export const listClients: AdminOperation = {
  method: "GET",
  path: "/clients",
  access: ["DATABASE_MANAGEMENT"],
  run({ host }) {
    return {
      clients: clientsOf(host).map((client) =>
        isSession(client) ? describedSession(host, client) : describedClient(host, client),
      ),
    };
  },
};

function describedClient(host: Host, client: LiveClient): AdminResponse {
  return {
    id: client.id,
    status: "NORMAL",
    userName: client.userName,
    computerName: client.computerName,
    extpriv: PRIVILEGE_OF[client.appType],
    ipaddress: client.ipAddress,
    macaddress: client.macAddress,
    ...connection(host, client.connectedAt),
    appVersion: client.appVersion,
    appLanguage: client.appLanguage,
    appType: client.appType,
    operatingSystem: client.operatingSystem,
    concurrent: client.concurrent,
    teamLicensed: client.teamLicensed,
    guestFiles: client.files.map(({ database, account, privilegeSet }) =>
      guestFile(host, database, account, privilegeSet),
    ),
  };
}

function describedSession(host: Host, session: DataSession): AdminResponse {
  const { account, privileges } = session.account;
  return {
    id: session.clientId,
    status: "NORMAL",
    userName: account.name,
    computerName: "",
    extpriv: "fmrest",
    ipaddress: session.peer,
    macaddress: "",
    ...connection(host, session.openedAt),
    appVersion: `Data API ${host.world.definition.server.version}`,
    appLanguage: "en",
    appType: "FMDAPI",
    operatingSystem: "",
    concurrent: false,
    teamLicensed: false,
    guestFiles: [guestFile(host, session.database.name, account.name, privileges.name)],
  };
}

function guestFile(host: Host, database: string, accountName: string, privsetName: string): AdminResponse {
  const id = host.world.database(database)?.id ?? "";
  return { id, filename: `${database}.fmp12`, accountName, privsetName };
}

function connection(host: Host, since: number): AdminResponse {
  const seconds = Math.max(0, Math.floor((host.clock.now() - since) / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return {
    connectTime: new Date(since).toISOString(),
    connectDuration: parts.map((part) => String(part).padStart(2, "0")).join(":"),
  };
}
