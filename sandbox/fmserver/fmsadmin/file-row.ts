import { userClientsIn } from "../host/clients.ts";
import { isOpen } from "../host/databases.ts";
import type { Host } from "../host.ts";
import type { LiveDatabase } from "../world/live/live-database.ts";

/** Returns the line of a file in a long list. */
export function fileRow(host: Host, database: LiveDatabase): readonly string[] {
  const { definition, id, name, status } = database;
  const sessions = host.dataSessions.list().filter((session) => session.database === database).length;
  const privileges = new Set(definition.privilegeSets.flatMap(({ extendedPrivileges }) => extendedPrivileges));
  const open = isOpen(database);
  return [
    id,
    `${name}.fmp12`,
    open ? String(sessions + userClientsIn(host, name).length) : "-",
    open ? String(definition.sizeBytes) : "-",
    `${status.slice(0, 1)}${status.slice(1).toLowerCase()}`,
    open ? [...privileges].join(" ") : "-",
    definition.encryptionKey === undefined ? "No" : "Yes",
  ];
}
