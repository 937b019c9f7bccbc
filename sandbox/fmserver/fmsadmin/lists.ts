import { inNotation } from "../disk/server-folder.ts";
import { clientsOf } from "../host/clients.ts";
import { isOpen } from "../host/databases.ts";
import { kindOf } from "../world/live/live-schedule.ts";
import { clientRow, LONG_CLIENT_TITLES, SHORT_CLIENT_TITLES } from "./client-row.ts";
import type { Command, CommandCall } from "./command.ts";
import { describedSchedule } from "./described-schedule.ts";
import { fileRow } from "./file-row.ts";
import { pathOf } from "./named-files.ts";
import { tableText } from "./table-text.ts";

/** Commands that list files, clients, plug-ins and schedules. */
export const listCommands: Readonly<Record<string, Command>> = {
  "LIST FILES": { access: ["DATABASE_MANAGEMENT"], run: listFiles },
  "LIST CLIENTS": { access: ["DATABASE_MANAGEMENT"], run: listClients },
  "LIST SCHEDULES": {
    access: ["SCHEDULE_MANAGEMENT"],
    run(call) {
      const rows = [...call.host.world.server.schedules.values()].map((schedule) =>
        describedSchedule(call.host, schedule, kindOf(schedule.definition)),
      );
      print(call, ["ID", "Name", "Type", "Last Completed", "Next Run", "Status"], rows);
    },
  },
  "LIST PLUGINS": {
    access: "root",
    run(call) {
      const rows = [...call.host.world.server.plugins.values()].map(({ id, pluginName, filename, enabled }) => [
        id,
        pluginName,
        filename,
        enabled ? "Enabled" : "Disabled",
      ]);
      print(call, ["ID", "Name", "File", "Status"], rows);
    },
  },
};

function listFiles(call: CommandCall): void {
  const { databases } = call.host.world;
  if (call.options.stats !== true) {
    for (const database of databases.filter(isOpen)) call.writeLine(inNotation(pathOf(call, database)));
    return;
  }
  const titles = ["ID", "File", "Clients", "Size", "Status", "Enabled Extended Privileges", "Encrypted"];
  print(
    call,
    titles,
    databases.map((database) => fileRow(call.host, database)),
  );
}

function listClients(call: CommandCall): void {
  const isLong = call.options.stats === true;
  const rows = clientsOf(call.host).flatMap((client) => clientRow(call.host, client, isLong));
  print(call, isLong ? LONG_CLIENT_TITLES : SHORT_CLIENT_TITLES, rows);
}

function print(call: CommandCall, titles: readonly string[], rows: readonly (readonly string[])[]): void {
  for (const line of tableText(titles, rows)) call.writeLine(line);
}
