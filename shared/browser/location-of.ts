import { ServiceError } from "#shared/contract/errors.ts";
import { type HostLocation, locationOfId, locationOfPath } from "./rules.ts";

interface FileReference {
  readonly id?: string | undefined;
  readonly path?: string | undefined;
}

/** Returns the place with this id or path. @throws ServiceError input_invalid */
export function locationOf({ id, path }: FileReference): HostLocation {
  const location = id !== undefined ? locationOfId(id) : path !== undefined ? locationOfPath(path) : undefined;
  if (location !== undefined && (id === undefined || path === undefined)) return location;
  throw new ServiceError("input_invalid", {
    text: id !== undefined ? "`id`: must come from a listing" : "`path`: must be names below one of the roots",
  });
}
