import { useState } from "react";
import type { HostFile } from "#shared/browser/contract.ts";
import { useDependents } from "../../../dependents/use-dependents.tsx";
import { browserMessages } from "../../../messages/english/browser.ts";
import { DangerDialog } from "../../../ui/dialogs/danger-dialog.tsx";
import { Switch } from "../../../ui/fields/switch.tsx";
import { isFolder } from "../folder-list.ts";
import { useEach } from "../use-each.ts";

const text = browserMessages;
const shownNames = 8;

/** Deletes files and folders after a confirmation that names them and the server. Default: into the trash. */
export function DeleteDialog({
  files,
  onClose,
  onDone,
}: {
  readonly files: readonly HostFile[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const [forGood, setForGood] = useState(false);
  const remove = useEach("DELETE /svc/api/files", text.removed);
  const affected = useDependents(
    "delete",
    files.filter(({ mark }) => mark === "hosted").map(({ name }) => ({ kind: "file", id: name })),
  );
  const what = files.length === 1 ? (files[0]?.name ?? "") : text.things(files.length);
  const go = () =>
    void remove.run(
      files,
      (file) => ({
        path: file.path,
        ...(isFolder(file) ? { recursive: "true" as const } : { tag: file.tag }),
        ...(forGood && { forGood: "true" as const }),
      }),
      [what, ""],
      () => {
        onDone();
        onClose();
      },
    );
  return (
    <DangerDialog
      title={text.removeTitle(what)}
      text={text.removeText}
      submit={text.remove(what)}
      typedName={what}
      affected={affected}
      isBusy={remove.isBusy}
      error={remove.error}
      errorText={remove.at && files.length > 1 && <p className="text-sm">{text.stoppedAt(remove.at)}</p>}
      onClose={onClose}
      onSubmit={go}
    >
      {(files.length > 1 || files.some(isFolder)) && (
        <div className="flex flex-col gap-2">
          {files.length > 1 && (
            <ul className="rounded-md border border-line px-3 py-2">
              {files.slice(0, shownNames).map(({ path, name }) => (
                <li key={path} className="truncate">
                  {name}
                </li>
              ))}
              {files.length > shownNames && <li className="text-muted">{text.andMore(files.length - shownNames)}</li>}
            </ul>
          )}
          {files.some(isFolder) && <p>{text.removeFolders}</p>}
        </div>
      )}
      <Switch label={text.forGood} text={text.forGoodText} checked={forGood} onChange={setForGood} />
    </DangerDialog>
  );
}
