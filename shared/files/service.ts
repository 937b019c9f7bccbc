import type { ServiceOf } from "#shared/contract/operation.ts";
import { clientService } from "./clients/service.ts";
import type { files } from "./contract.ts";
import { databaseService } from "./databases/service.ts";
import { stateService } from "./databases/state-service.ts";
import { operationService } from "./operations/service.ts";
import { uploadService } from "./uploads/service.ts";

type Dependencies = Parameters<typeof uploadService>[0] &
  Parameters<typeof databaseService>[0] &
  Parameters<typeof stateService>[0] &
  Parameters<typeof clientService>[0] &
  Parameters<typeof operationService>[0];

export function fileService(dependencies: Dependencies): ServiceOf<typeof files> {
  return {
    ...databaseService(dependencies),
    ...stateService(dependencies),
    ...clientService(dependencies),
    ...operationService(dependencies),
    ...uploadService(dependencies),
  };
}
