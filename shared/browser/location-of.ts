import { ServiceError } from "#shared/contract/errors.ts";
import { type HostLocation, locationOfId, locationOfPath } from "./rules.ts";

interface FileReference {
  readonly id?: string | undefined;
  readonly path?: string | undefined;
}

/** The place that a caller names by its id or path. @throws ServiceError input_invalid for what can be none */
export function locationOf({ id, path }: FileReference): HostLocation {
  const location = id !== undefined ? locationOfId(id) : path !== undefined ? locationOfPath(path) : undefined;
  if (location !== undefined && (id === undefined || path === undefined)) return location;
  throw new ServiceError("input_invalid", {
    text: id !== undefined ? "`id`: not from a listing" : "`path`: must be names below one of the roots",
  });
}
