import { ServiceError } from "#shared/contract/errors.ts";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { DeploymentRecord } from "./record.ts";
import { SubDeployment } from "./request/contract.ts";

/** Returns the deployment that restores the files that a part replaced. @throws ServiceError deployment_backup_missing */
export function undoOf(
  { id, batchId, name, kept }: DeploymentRecord,
  payload: SubDeployment,
  transferContainerData: boolean,
): SubDeployment {
  if (kept.length === 0) throw new ServiceError("deployment_backup_missing");
  const keyOf = (file: string) =>
    payload.fileOperations.find(
      ({ target }) => normalizedDatabaseName(target.fileName) === normalizedDatabaseName(file),
    )?.target.encryptionKey;
  return SubDeployment.parse({
    source: { type: "backup", deploymentId: id, batchId },
    name: `Undo of ${name ?? `part ${id}`}`.slice(0, 200),
    fileOperations: kept.map((fileName) => ({
      operation: "replace",
      source: { fileName },
      target: { fileName, encryptionKey: keyOf(fileName) },
    })),
    options: { closeFilesMessage: payload.options.closeFilesMessage, transferContainerData },
  });
}
