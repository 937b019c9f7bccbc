import { ServiceError } from "../contract/errors.ts";
import { type HostPlace, mayChange, mayFill, rootRules } from "./rules.ts";

/** @throws ServiceError where nothing comes in from outside */
export function refuseUnlessFillable(folder: HostPlace): void {
  if (!mayFill(folder)) throw new ServiceError("host_folder_read_only", { text: rootRules[folder.root].name });
}

/** @throws ServiceError where nothing is changed from outside */
export function refuseUnlessChangeable(place: HostPlace): void {
  if (!mayChange(place)) throw new ServiceError("host_folder_read_only", { text: rootRules[place.root].name });
}
