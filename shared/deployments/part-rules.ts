import { ServiceError } from "#shared/contract/errors.ts";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { isJitSource } from "./file-source.ts";
import type { SubDeployment } from "./request/contract.ts";
import { sourceFileOf } from "./rules.ts";

const maxBytes = 90_000;

/** Rejects a part that can't be deployed, before any work begins. @throws ServiceError input_invalid, deployment_too_long */
export function checkPart(part: SubDeployment): void {
  const { source, fileOperations } = part;
  if (Buffer.byteLength(JSON.stringify(part)) > maxBytes) throw new ServiceError("deployment_too_long");

  const targets = fileOperations.map(({ target }) => normalizedDatabaseName(target.fileName));
  const twice = targets.find((target, index) => targets.indexOf(target) !== index);
  if (twice !== undefined) throw refused(`${twice} is the target of two operations`);

  if (!isJitSource(source)) return;
  // A build contains each file once.
  const clones = new Map<string, boolean>();
  for (const file of fileOperations.map(sourceFileOf)) {
    if (file === undefined) continue;
    const name = normalizedDatabaseName(file.fileName);
    if (clones.has(name) && clones.get(name) !== file.isClone)
      throw refused(`${file.fileName} is used as a clone and as a copy. Use two deployments`);
    clones.set(name, file.isClone);
  }
}

function refused(text: string): ServiceError {
  return new ServiceError("input_invalid", { text: `\`fileOperations\`: ${text}` });
}
