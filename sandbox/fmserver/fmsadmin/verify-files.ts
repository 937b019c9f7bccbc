import { closeDatabase, isOpen, openDatabase, whenSettled } from "../host/databases.ts";
import type { CommandCall } from "./command.ts";
import { namedFiles } from "./named-files.ts";

/** Closes files, verifies them, and opens those again that were open. */
export async function verifyFiles(call: CommandCall): Promise<void> {
  const { host } = call;
  for (const database of namedFiles(call, (one) => isOpen(one) || one.status === "CLOSED")) {
    const wasOpen = isOpen(database);
    if (wasOpen) closeDatabase(host, database, { force: true });
    await whenSettled(database);
    database.status = "VERIFYING";
    call.writeLine(`File Verifying: ${database.name}.fmp12`);
    await host.clock.wait(host.world.definition.admin.verifyMilliseconds);
    // The Database Server may have been stopped in the meantime.
    if (database.status !== "VERIFYING") continue;
    database.status = "CLOSED";
    const { damaged, encryptionKey } = database.definition;
    host.logs.event(
      damaged ? 745 : 738,
      `Database "${database.name}" ${damaged ? "is damaged" : "verified"}.`,
      damaged ? "Error" : "Information",
    );
    call.writeLine(`File Verified: ${database.name}.fmp12`);
    if (!wasOpen || damaged) continue;
    openDatabase(host, database, { key: encryptionKey ?? "" });
    await whenSettled(database);
  }
}
