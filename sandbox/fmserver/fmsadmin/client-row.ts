import type { DataSession } from "../data-api/sessions/data-session.ts";
import { isSession } from "../host/clients.ts";
import type { Host } from "../host.ts";
import { localTime } from "../logs/log-time.ts";
import { type LiveClient, PRIVILEGE_OF } from "../world/live/live-client.ts";

export const SHORT_CLIENT_TITLES = ["Client ID", "User Name", "Computer Name", "Ext Privilege"];
export const LONG_CLIENT_TITLES = [
  ...SHORT_CLIENT_TITLES,
  "IP Address",
  "MAC Address",
  "Connect Time",
  "Duration",
  "App Version",
  "App Language",
  "File Name",
  "Account Name",
  "Privilege Set",
];

/** Returns the lines of a client in a list: in a long list, one for each open file. */
export function clientRow(
  host: Host,
  client: LiveClient | DataSession,
  isLong: boolean,
): readonly (readonly string[])[] {
  const one = isSession(client) ? ofSession(host, client) : ofClient(client);
  const short = [one.id, one.userName, one.computerName, one.privilege];
  if (!isLong) return [short];
  const { utcOffsetMinutes } = host.world.definition.server;
  const local = localTime(one.connectedAt, utcOffsetMinutes);
  const long = [
    ...short,
    one.ipAddress,
    one.macAddress,
    `${local.slice(0, 10).replaceAll("-", "/")} ${local.slice(11, 19)}`,
    duration(host.clock.now() - one.connectedAt),
    one.appVersion,
    one.appLanguage,
  ];
  if (one.files.length === 0) return [[...long, "", "", ""]];
  return one.files.map(({ database, account, privilegeSet }) => [...long, database, account, privilegeSet]);
}

type Shown = Omit<LiveClient, "messages" | "appType" | "operatingSystem" | "concurrent" | "teamLicensed"> & {
  readonly privilege: string;
};

function ofClient(client: LiveClient): Shown {
  return { ...client, privilege: PRIVILEGE_OF[client.appType] };
}

function ofSession(host: Host, session: DataSession): Shown {
  const { account, privileges } = session.account;
  return {
    id: session.clientId,
    userName: account.name,
    computerName: "",
    privilege: "fmrest",
    ipAddress: session.peer,
    macAddress: "",
    connectedAt: session.openedAt,
    appVersion: `Data API ${host.world.definition.server.version}`,
    appLanguage: "en",
    files: [{ database: session.database.name, account: account.name, privilegeSet: privileges.name }],
  };
}

function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}
