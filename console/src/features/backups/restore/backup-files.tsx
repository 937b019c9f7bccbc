import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { InputOf } from "../../../api/operations.ts";
import { reading } from "../../../api/query.ts";
import { backupMessages } from "../../../messages/english/installation/backups.ts";
import { ReadFailure } from "../../../ui/feedback/read-failure.tsx";
import { Loading } from "../../../ui/feedback/states.tsx";
import { FilterBox } from "../../../ui/fields/filter-box.tsx";
import { ByteSize, byteSize } from "../../../ui/values/byte-size.tsx";

const text = backupMessages.restore;
/** A list of this many files gets a filter. */
const filteredFrom = 10;

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
  const [typed, setTyped] = useState("");
  const all = list.data?.files ?? [];
  const wanted = typed.trim().toLowerCase();
  const shown = all.filter(({ fileName }) => fileName.toLowerCase().includes(wanted));
  const names = shown.map(({ fileName }) => fileName);
  const isAllChosen = names.length > 0 && names.every((name) => chosen.includes(name));
  const chosenBytes = all
    .filter(({ fileName }) => chosen.includes(fileName))
    .reduce((sum, { bytes, container_bytes }) => sum + bytes + container_bytes, 0);
  const chooseAll = (isChosen: boolean) => {
    const others = chosen.filter((name) => !names.includes(name));
    onChange(isChosen ? [...others, ...names] : others);
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-1" aria-describedby={error === undefined ? undefined : id}>
      <legend className="mb-1 font-medium text-sm">{text.files}</legend>
      <ReadFailure reads={[list]} />
      {list.isPending && <Loading rows={2} />}
      {list.data?.layout === "blocks" && <p className="text-muted text-sm">{list.data.backup}</p>}
      {list.data?.whole === false && <p className="text-sm text-warn">{text.unfinished}</p>}
      {all.length >= filteredFrom && (
        <FilterBox
          label={text.filter}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onClear={() => setTyped("")}
        />
      )}
      {all.length > 1 && (
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <label className="flex min-h-target cursor-pointer items-center gap-2">
            <input type="checkbox" checked={isAllChosen} onChange={({ target }) => chooseAll(target.checked)} />
            {text.all(names.length)}
          </label>
          <p className="text-muted text-sm" role="status">
            {text.chosen(chosen.length, all.length, byteSize(chosenBytes))}
          </p>
        </div>
      )}
      {all.length > 0 && shown.length === 0 && <p className="text-muted text-sm">{text.noMatch}</p>}
      <div className="flex max-h-56 flex-col overflow-y-auto">
        {shown.map(({ fileName, bytes, container_bytes, sha256 }) => (
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
