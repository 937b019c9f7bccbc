import { ServiceError } from "#shared/contract/errors.ts";
import { type HostLocation, mayChange, mayFill, rootRules } from "./rules.ts";

/** @throws ServiceError host_folder_read_only if a folder accepts no files from callers */
export function refuseUnlessFillable(folder: HostLocation): void {
  if (!mayFill(folder)) throw new ServiceError("host_folder_read_only", { text: rootRules[folder.root].name });
}

/** @throws ServiceError host_folder_read_only if callers can't change a place */
export function refuseUnlessChangeable(location: HostLocation): void {
  if (!mayChange(location)) throw new ServiceError("host_folder_read_only", { text: rootRules[location.root].name });
}
