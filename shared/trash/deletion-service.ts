import type { AdministratorOf } from "#shared/contract/call.ts";
import { callerName } from "#shared/contract/caller-name.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { fileObjects, normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { ServerCommands } from "#shared/filemaker/commands/server-commands.ts";
import type { Jobs } from "#shared/jobs/api.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { deletion } from "./contract.ts";
import { credentialContext, type DeleteOrder, deletePlan } from "./delete-job.ts";

interface DeletionDependencies {
  readonly server: ServerCommands;
  readonly administrator: AdministratorOf;
  readonly jobs: () => Pick<Jobs, "accept">;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Retention of deleted files in milliseconds. */
  readonly keptMs: number;
}

/** Deletes hosted files by moving them to the trash. */
export function deletionService(dependencies: DeletionDependencies): ServiceOf<typeof deletion> {
  const { server, administrator, jobs, vault, clock, ids, keptMs } = dependencies;

  return {
    async deleteFiles({ files: names, message, force }, call) {
      const credential = await administrator(call);
      const rows = new Map(
        (await server.databases(credential)).map((row) => [normalizedDatabaseName(row.filename), row]),
      );
      const missing = names.filter((name) => !rows.has(normalizedDatabaseName(name)));
      if (missing.length > 0) throw new ServiceError("database_not_found", { response: { files: missing } });
      const found = names.flatMap((name) => rows.get(normalizedDatabaseName(name)) ?? []);
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
      const filenames = files.map(({ filename }) => filename);
      const title = `Delete ${filenames.join(", ")}`.slice(0, 200);
      const plan = { ...deletePlan, title, objects: fileObjects(filenames) };
      return { processId: await jobs().accept({ plan, input, startedBy }), trash: files };
    },
  };
}
