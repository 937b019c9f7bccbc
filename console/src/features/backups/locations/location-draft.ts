import type { InputOf } from "../../../api/operations.ts";
import type { Location } from "./locations.ts";

/** Location in a form. The stored secret isn't shown; an empty field keeps it. */
export interface LocationDraft {
  readonly name: string;
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secret: string;
  readonly region: string;
  readonly addressing: Location["addressing"];
  readonly bucket: string;
  readonly path: string;
}

export function draftOf(before: Location | undefined): LocationDraft {
  return {
    name: before?.label ?? "",
    endpoint: before?.endpoint ?? "",
    accessKeyId: before?.access_key_id ?? "",
    secret: "",
    region: before?.region ?? "",
    addressing: before?.addressing ?? "auto",
    bucket: before?.check?.bucket ?? "",
    path: before?.check?.path ?? "",
  };
}

/** Returns true if the stored secret belongs to a different account or store. */
export function needsSecret(before: Location | undefined, { endpoint, accessKeyId }: LocationDraft): boolean {
  return before === undefined || before.endpoint !== endpoint.trim() || before.access_key_id !== accessKeyId.trim();
}

/** Returns errors by field. */
export function missing(before: Location | undefined, draft: LocationDraft) {
  return {
    name: draft.name.trim() === "",
    endpoint: draft.endpoint.trim() === "",
    accessKeyId: draft.accessKeyId.trim() === "",
    secret: draft.secret === "" && needsSecret(before, draft),
  };
}

/** Returns the fields that create and update requests share. */
function fieldsOf({ endpoint, accessKeyId, addressing, bucket, path }: LocationDraft) {
  return {
    endpoint: endpoint.trim(),
    access_key_id: accessKeyId.trim(),
    addressing,
    ...(bucket.trim() !== "" && { bucket_name: bucket.trim(), remote_path: path.trim() }),
  };
}

export function newLocation(draft: LocationDraft): InputOf<"POST /svc/api/settings/offsite/remotes"> {
  const region = draft.region.trim();
  return {
    remote_name: draft.name.trim(),
    ...fieldsOf(draft),
    secret_access_key: draft.secret,
    ...(region !== "" && { region }),
  };
}

export function changesOf(
  { id, region }: Location,
  draft: LocationDraft,
): InputOf<"PATCH /svc/api/settings/offsite/remotes/{remote_name}"> {
  return {
    remote_name: id,
    ...fieldsOf(draft),
    ...(draft.secret !== "" && { secret_access_key: draft.secret }),
    // The form shows the region in use, which may be detected from the endpoint.
    ...(draft.region.trim() !== region && { region: draft.region.trim() }),
  };
}
