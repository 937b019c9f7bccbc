import { FmError } from "../fm-error.ts";
import type { Host } from "../host.ts";
import type { LiveDatabase } from "../world/live-database.ts";
import { type AdminOperation, adminBody } from "./admin-operation.ts";

/** Opens, closes, pauses or resumes a file. Code 0 means accepted: the state follows a little later. */
export const updateDatabase: AdminOperation = {
  method: "PATCH",
  path: "/databases/{id}",
  access: "account",
  run(call) {
    const { host, path } = call;
    const database = host.world.databases.find(({ id }) => id === path.id);
    if (database === undefined) throw new FmError("1700", { status: 404 });
    const { status, key } = adminBody(call);
    switch (status) {
      case "OPENED":
        open(host, database, key);
        return {};
      case "CLOSED":
        close(host, database);
        return {};
      case "PAUSED":
        change(database, "NORMAL", "PAUSED");
        return {};
      case "RESUMED":
        change(database, "PAUSED", "NORMAL");
        return {};
      default:
        throw new FmError("1708", { status: 400 });
    }
  },
};

function open(host: Host, database: LiveDatabase, key: unknown): void {
  change(database, "CLOSED", "OPENING");
  // A wrong encryption password is accepted too, and the file stays closed.
  const { encryptionKey } = database.definition;
  const outcome = encryptionKey === undefined || encryptionKey === key ? "NORMAL" : "CLOSED";
  settle(host, database, "OPENING", outcome);
}

function close(host: Host, database: LiveDatabase): void {
  if (database.status !== "NORMAL" && database.status !== "PAUSED") refuse();
  database.status = "CLOSING";
  host.dataSessions.closeFile(database);
  settle(host, database, "CLOSING", "CLOSED");
}

function change(database: LiveDatabase, from: LiveDatabase["status"], to: LiveDatabase["status"]): void {
  if (database.status !== from) refuse();
  database.status = to;
}

function settle(host: Host, database: LiveDatabase, from: LiveDatabase["status"], to: LiveDatabase["status"]): void {
  const waited = host.clock.wait(host.world.definition.admin.openMilliseconds);
  void waited.then(() => {
    if (database.status === from) database.status = to;
  });
}

function refuse(): never {
  throw new FmError("1709", { status: 400 });
}
