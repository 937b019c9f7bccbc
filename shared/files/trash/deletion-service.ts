import { callerName } from "../../contract/caller-name.ts";
import { foldedDatabaseName } from "../../contract/database-name.ts";
import { ServiceError } from "../../contract/errors.ts";
import type { ServiceOf } from "../../contract/operation.ts";
import type { ServerCommands } from "../../filemaker/server-commands.ts";
import type { Jobs } from "../../jobs/accept.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Ids } from "../../ports/ids.ts";
import type { Vault } from "../../ports/vault.ts";
import type { AdministratorOf } from "../database-service.ts";
import type { deletion } from "./contract.ts";
import { credentialContext, type DeleteOrder, deletePlan } from "./delete-job.ts";

interface DeletionDependencies {
  readonly server: ServerCommands;
  readonly administrator: AdministratorOf;
  readonly jobs: () => Pick<Jobs, "accept">;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly ids: Ids;
  /** How long deleted files are kept. Milliseconds. */
  readonly keptMs: number;
}

/** Deleting hosted files, into the trash. */
export function deletionService(dependencies: DeletionDependencies): ServiceOf<typeof deletion> {
  const { server, administrator, jobs, vault, clock, ids, keptMs } = dependencies;

  return {
    async deleteFiles({ files: names, message, force }, call) {
      const credential = await administrator(call);
      const rows = new Map((await server.databases(credential)).map((row) => [foldedDatabaseName(row.filename), row]));
      const missing = names.filter((name) => !rows.has(foldedDatabaseName(name)));
      if (missing.length > 0) throw new ServiceError("database_not_found", { response: { files: missing } });
      const found = names.flatMap((name) => rows.get(foldedDatabaseName(name)) ?? []);
      const files = found.map(({ filename }) => ({ id: ids.uuid(), filename }));
      const order = ids.uuid();
      const startedBy = callerName(call.caller);
      const sealedCredential = await vault.seal(JSON.stringify(credential), credentialContext(order));
      const keptUntil = clock.now() + keptMs;
      const input = {
        order,
        files,
        message,
        force,
        keptUntil,
        deletedBy: startedBy,
        sealedCredential,
      } satisfies DeleteOrder;
      return { processId: await jobs().accept({ plan: deletePlan, input, startedBy }), trash: files };
    },
  };
}
