import type { OffsiteSchedule } from "#shared/backups/schedules/contract.ts";
import type { InputOf } from "../../api/operations.ts";
import { missingIn, type PlaceDraft } from "./locations/place-fields.tsx";
import {
  isRetentionWrong,
  type RetentionDraft,
  retentionDraft,
  retentionFields,
  retentionOf,
} from "./upkeep/retention-draft.ts";

/** External container folder that can be sent, and its destination. Null: the destination of the backups. */
export interface ContainerDraft {
  readonly isIncluded: boolean;
  readonly other: PlaceDraft | null;
}

/** Schedule of offsite backups in a form. */
export interface ScheduleDraft extends PlaceDraft {
  /** Existing FileMaker Server schedule. Empty: create a new one. */
  readonly existing: string;
  readonly name: string;
  readonly layout: OffsiteSchedule["layout"];
  /** True to zip the files. Only for plain files. */
  readonly isZipped: boolean;
  readonly containers: readonly [ContainerDraft, ContainerDraft];
  /** For blocks. */
  readonly retention: RetentionDraft;
}

export function draftOf(before: OffsiteSchedule | undefined): ScheduleDraft {
  return {
    existing: "",
    name: "",
    remote: before?.remote_name ?? "",
    bucket: before?.bucket_name ?? "",
    path: before?.remote_path ?? "",
    layout: before?.layout ?? "blocks",
    isZipped: before?.zip_files ?? false,
    containers: [containerOf(before, 1), containerOf(before, 2)],
    retention: retentionDraft(before?.retention ?? null),
  };
}

function containerOf(before: OffsiteSchedule | undefined, number: 1 | 2): ContainerDraft {
  if (before === undefined) return { isIncluded: false, other: null };
  const differs = before[`container_data_${number}_different_remote`] === true;
  return {
    isIncluded: before[`include_external_container_data_${number}`],
    other: differs
      ? {
          remote: before[`container_data_${number}_remote`] ?? "",
          bucket: before[`container_data_${number}_bucket`] ?? "",
          path: before[`container_data_${number}_remote_path`] ?? "",
        }
      : null,
  };
}

/** Returns errors by field. Container folders can be sent to a bucket's top level. */
export function missing(draft: ScheduleDraft, isStored: boolean) {
  const isPlaceMissing = ({ isIncluded, other }: ContainerDraft) => {
    if (!isIncluded || other === null || draft.layout === "blocks") return false;
    const { remote, bucket } = missingIn(other);
    return remote || bucket;
  };
  return {
    ...missingIn(draft),
    name: !isStored && draft.existing === "" && draft.name.trim() === "",
    container1: isPlaceMissing(draft.containers[0]),
    container2: isPlaceMissing(draft.containers[1]),
    retention: isRetentionMissing(draft),
  };
}

function isRetentionMissing({ layout, retention }: ScheduleDraft): boolean {
  if (layout === "files" || retention === null) return false;
  return retentionFields.some((field) => isRetentionWrong(field, retention[field]));
}

function fieldsOf({ remote, bucket, path, layout, isZipped, containers, retention }: ScheduleDraft) {
  return {
    remote_name: remote,
    bucket_name: bucket.trim(),
    remote_path: path.trim(),
    layout,
    zip_files: layout === "files" && isZipped,
    ...containerFields(1, layout, containers[0]),
    ...containerFields(2, layout, containers[1]),
    ...(layout === "blocks" && { retention: retentionOf(retention) }),
  };
}

/** Returns the fields of a container folder. In block layout, it is sent to the backup's destination. */
function containerFields(number: 1 | 2, layout: ScheduleDraft["layout"], { isIncluded, other: place }: ContainerDraft) {
  const other = layout === "files" ? place : null;
  return {
    [`include_external_container_data_${number}`]: isIncluded,
    [`container_data_${number}_different_remote`]: other !== null,
    [`container_data_${number}_remote`]: other?.remote ?? null,
    [`container_data_${number}_bucket`]: other?.bucket.trim() ?? null,
    [`container_data_${number}_remote_path`]: other?.path.trim() ?? null,
  };
}

export function newSchedule(draft: ScheduleDraft): InputOf<"POST /svc/api/settings/offsite/schedules"> {
  const isExisting = draft.existing !== "";
  return { name: isExisting ? draft.existing : draft.name.trim(), useExistingSchedule: isExisting, ...fieldsOf(draft) };
}

export function changesOf(
  name: string,
  draft: ScheduleDraft,
): InputOf<"PATCH /svc/api/settings/offsite/schedules/{name}"> {
  return { name, ...fieldsOf(draft) };
}
