import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { InputOf } from "../../../api/operations.ts";
import { reading } from "../../../api/query.ts";
import { backupMessages } from "../../../messages/english/installation/backups.ts";
import { ReadFailure } from "../../../ui/feedback/read-failure.tsx";
import { Loading } from "../../../ui/feedback/states.tsx";
import { ByteSize } from "../../../ui/values/byte-size.tsx";

const text = backupMessages.restore;

/** Databases of a backup to select from, each with its size and SHA-256. */
export function BackupFiles({
  place,
  backup,
  chosen,
  error,
  onChange,
}: {
  readonly place: InputOf<"GET /svc/api/settings/offsite/backups">;
  readonly backup: string;
  readonly chosen: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (files: readonly string[]) => void;
}) {
  const id = useId();
  const list = useQuery(reading("GET /svc/api/settings/offsite/backups/files", { ...place, backup }));
  return (
    <fieldset className="flex min-w-0 flex-col gap-1" aria-describedby={error === undefined ? undefined : id}>
      <legend className="mb-1 font-medium text-sm">{text.files}</legend>
      <ReadFailure reads={[list]} />
      {list.isPending && <Loading rows={2} />}
      {list.data?.layout === "blocks" && <p className="text-muted text-sm">{list.data.backup}</p>}
      {list.data?.whole === false && <p className="text-sm text-warn">{text.unfinished}</p>}
      <div className="flex max-h-56 flex-col overflow-y-auto">
        {list.data?.files.map(({ fileName, bytes, container_bytes, sha256 }) => (
          <label key={fileName} className="flex min-h-target min-w-0 shrink-0 cursor-pointer items-start gap-2 py-1">
            <input
              type="checkbox"
              className="mt-1"
              checked={chosen.includes(fileName)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, fileName] : chosen.filter((name) => name !== fileName))
              }
            />
            <span className="min-w-0 flex-1">
              <span className="break-words font-medium">{fileName}</span>
              {sha256 !== null && (
                <span className="block break-all font-mono text-muted text-xs">{text.sha256(sha256)}</span>
              )}
            </span>
            <ByteSize bytes={bytes + container_bytes} />
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id={id} role="alert" className="text-bad text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}
