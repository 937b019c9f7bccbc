import { ServiceError } from "#shared/contract/errors.ts";
import { type HostLocation, mayChange, mayFill, rootRules } from "./rules.ts";

/** @throws ServiceError where nothing comes in from outside */
export function refuseUnlessFillable(folder: HostLocation): void {
  if (!mayFill(folder)) throw new ServiceError("host_folder_read_only", { text: rootRules[folder.root].name });
}

/** @throws ServiceError where nothing is changed from outside */
export function refuseUnlessChangeable(location: HostLocation): void {
  if (!mayChange(location)) throw new ServiceError("host_folder_read_only", { text: rootRules[location.root].name });
}
