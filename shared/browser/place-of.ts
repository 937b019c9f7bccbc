import { ServiceError } from "../contract/errors.ts";
import { type HostPlace, placeOfId, placeOfPath } from "./rules.ts";

interface Where {
  readonly id?: string | undefined;
  readonly path?: string | undefined;
}

/** The place that a caller names by its id or path. @throws ServiceError input_invalid for what can be none */
export function placeOf({ id, path }: Where): HostPlace {
  const place = id !== undefined ? placeOfId(id) : path !== undefined ? placeOfPath(path) : undefined;
  if (place !== undefined && (id === undefined || path === undefined)) return place;
  throw new ServiceError("input_invalid", {
    text: id !== undefined ? "`id`: not from a listing" : "`path`: must be names below one of the roots",
  });
}
