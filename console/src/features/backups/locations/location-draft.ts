import type { InputOf } from "../../../api/operations.ts";
import type { Location } from "./locations.ts";

/** A location while it is described. The stored secret is not shown: empty where it stays. */
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

/** Whether the stored secret is one of another account, or of another store. */
export function needsSecret(before: Location | undefined, { endpoint, accessKeyId }: LocationDraft): boolean {
  return before === undefined || before.endpoint !== endpoint.trim() || before.access_key_id !== accessKeyId.trim();
}

/** What is missing, by field. */
export function missing(before: Location | undefined, draft: LocationDraft) {
  return {
    name: draft.name.trim() === "",
    endpoint: draft.endpoint.trim() === "",
    accessKeyId: draft.accessKeyId.trim() === "",
    secret: draft.secret === "" && needsSecret(before, draft),
  };
}

/** What both making and changing say. */
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
    // What is shown is the region in use, which the endpoint may say by itself.
    ...(draft.region.trim() !== region && { region: draft.region.trim() }),
  };
}
