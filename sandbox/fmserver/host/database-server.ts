import { refreshPlugins } from "../disk/plugin-files.ts";
import { refreshFiles } from "../disk/refresh-files.ts";
import type { Host } from "../host.ts";
import { closeDatabase, isOpen, notifySettled, openDatabase } from "./databases.ts";
import { wrongState } from "./refusals.ts";
import { endSchedule, loadSchedules } from "./schedule-times.ts";

/** Starts the Database Server, which opens its files if the settings say so. @throws FmError 1709 */
export function startDatabaseServer(host: Host): void {
  const { server, databases } = host.world;
  if (server.running) throw wrongState();
  server.running = true;
  refreshFiles(host);
  refreshPlugins(host);
  const { openDatabasesOnStart, onlyOpenLastOpenedDatabases } = server.settings.general;
  if (openDatabasesOnStart) {
    for (const database of databases) {
      if (database.status !== "CLOSED") continue;
      if (onlyOpenLastOpenedDatabases && !server.lastOpened.includes(database.name)) continue;
      openDatabase(host, database);
    }
  }
  loadSchedules(host);
}

/** Stops the Database Server: closes all files, disconnects all clients, ends schedules. @throws FmError 1709 */
export function stopDatabaseServer(host: Host): void {
  const { server, databases } = host.world;
  if (!server.running) throw wrongState();
  const open = databases.filter(isOpen);
  server.lastOpened = open.map(({ name }) => name);
  for (const schedule of server.schedules.values()) endSchedule(schedule);
  for (const database of databases) {
    if (isOpen(database)) closeDatabase(host, database, { force: true });
    // No intermediate states: files that are opening or closing are closed as well.
    database.cancelPending();
    if (database.status === "CLOSED") continue;
    database.status = "CLOSED";
    notifySettled(host, database);
  }
  // Server statistics continue after the next start; these have to be enabled again.
  server.statistics.topCalls = false;
  server.statistics.clients = false;
  server.clients.clear();
  host.dataSessions.closeAll();
  server.running = false;
}
