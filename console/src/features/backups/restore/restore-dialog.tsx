import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { OffsiteSchedule } from "#shared/backups/schedules/contract.ts";
import { pageCall } from "../../../api/curl.ts";
import type { OutputOf } from "../../../api/operations.ts";
import { changing, reading } from "../../../api/query.ts";
import { backupMessages } from "../../../messages/english/installation/backups.ts";
import { messages } from "../../../messages/messages.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { FormDialog } from "../../../ui/dialogs/form-dialog.tsx";
import { useTypedName } from "../../../ui/dialogs/typed-name.tsx";
import { ReadFailure } from "../../../ui/feedback/read-failure.tsx";
import { Loading } from "../../../ui/feedback/states.tsx";
import { announce } from "../../../ui/feedback/toasts.tsx";
import { Choice } from "../../../ui/fields/choice.tsx";
import { TextField } from "../../../ui/fields/field.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import { Switch } from "../../../ui/fields/switch.tsx";
import { useDraft } from "../../../ui/fields/use-draft.ts";
import { exactly } from "../../../ui/values/moment.tsx";
import { useServerName } from "../../../ui/values/server-name.tsx";
import { BackupFiles } from "./backup-files.tsx";
import { ClosedSets } from "./closed-sets.tsx";
import { OpenSetsDialog } from "./open-sets-dialog.tsx";
import {
  emptyDraft,
  folderRestores,
  foldersOf,
  isSameName,
  missing,
  restoreOf,
  takesFolders,
} from "./restore-draft.ts";

const text = backupMessages.restore;
const address = "POST /svc/api/settings/offsite/restores";
const ofFolder = "POST /svc/api/settings/offsite/restores/containers";

export type RestoredDownload = NonNullable<OutputOf<typeof address>["download"]> & { readonly processId: number };

/** Continuation after the start of a restore, from the surrounding page. */
export interface Restoring {
  /** Renders the progress of a download that is being created. */
  readonly making: (download: RestoredDownload) => ReactNode;
  readonly onRestoring: (started: { readonly processId: number; readonly deploymentId: number | null }) => void;
}

interface RestoreDialogProps extends Restoring {
  readonly schedule: OffsiteSchedule;
  /** Initially selected backup. */
  readonly backup?: string | undefined;
  readonly onClose: () => void;
}

/** Form to restore files: the backup, its files, and their destination. */
export default function RestoreDialog({ schedule, backup: first, making, onRestoring, onClose }: RestoreDialogProps) {
  const { name, remote_name, bucket_name, remote_path } = schedule;
  const place = { remote_name, bucket_name, remote_path };
  const { nickname } = useServerName();
  const { draft, set, isMissing, isSent, send } = useDraft(() => ({ ...emptyDraft, backup: first ?? "" }), missing);
  const [isOpening, setOpening] = useState(false);
  const list = useQuery(reading("GET /svc/api/settings/offsite/backups", place));
  const backup = draft.backup || list.data?.backups[0]?.backup || "";
  const typed = useTypedName(draft.way === "here" ? name : undefined);
  const restore = useMutation(changing(address, ["GET /svc/api/processes", "GET /svc/api/audit"]));
  const folderRestore = useMutation(changing(ofFolder, ["GET /svc/api/processes", "GET /svc/api/audit"]));
  const isInBlocks = list.data?.backups.find((each) => each.backup === backup)?.layout === "blocks";
  const input = () => restoreOf(place, backup, draft);
  const folderInputs = () => folderRestores(schedule, draft, isInBlocks ? backup : undefined);
  const begun = (started: Parameters<typeof onRestoring>[0], folder: string | null) => {
    if (folder !== null) announce(text.inFolder(folder));
    onClose();
    onRestoring(started);
  };
  const restoreFiles = () =>
    restore.mutate(input(), {
      onSuccess({ processId, deploymentId, folder, download }) {
        if (download === null) begun({ processId, deploymentId }, folder);
      },
    });
  // Container folders first, because the files refer to their contents. If the form is sent twice, the second restore finds what the first
  // one restored.
  const restoreFrom = ([next, ...others]: ReturnType<typeof folderInputs>) => {
    if (next === undefined) return restoreFiles();
    folderRestore.mutate(next, {
      onSuccess({ processId, folder }) {
        if (others.length > 0 || draft.files.length > 0) {
          announce(text.folderBegun(next.container));
          restoreFrom(others);
        } else begun({ processId, deploymentId: null }, folder);
      },
    });
  };
  const submit = () => restoreFrom(folderInputs());

  if (isOpening) return <OpenSetsDialog place={place} onClose={() => setOpening(false)} />;
  const made = restore.data;
  if (made?.download)
    return (
      <Dialog
        open
        onClose={onClose}
        title={text.downloading(made.download.fileName)}
        actions={
          <Button look="primary" onClick={onClose}>
            {messages.dialog.close}
          </Button>
        }
      >
        {making({ ...made.download, processId: made.processId })}
      </Dialog>
    );
  return (
    <FormDialog
      wide
      title={text.title(name)}
      text={text.text(nickname)}
      submit={text.submit}
      danger={draft.way === "here"}
      look={draft.way === "here" ? "danger" : "primary"}
      canSubmit={typed.canSubmit && backup !== ""}
      isBusy={restore.isPending || folderRestore.isPending}
      error={restore.error ?? folderRestore.error}
      curl={() => {
        const [folder] = folderInputs();
        return draft.files.length === 0 && folder !== undefined
          ? pageCall(ofFolder, folder)
          : pageCall(address, input());
      }}
      onClose={onClose}
      onSubmit={() => send(submit)}
    >
      <ReadFailure reads={[list]} />
      {list.isPending && <Loading rows={2} />}
      {list.data && (
        <SelectField
          label={text.backup}
          hint={list.data.backups.length === 0 ? text.none : text.host}
          value={backup}
          options={list.data.backups.map((each) => ({
            value: each.backup,
            text: backupName(each),
          }))}
          onChange={(chosen) => set({ backup: chosen, files: [] })}
        />
      )}
      <ClosedSets sets={list.data?.closed_sets ?? []} onOpen={() => setOpening(true)} />
      {backup !== "" && (
        <BackupFiles
          place={place}
          backup={backup}
          chosen={draft.files}
          error={isMissing("files") ? text.needFile : undefined}
          onChange={(files) => set({ files })}
        />
      )}
      <Choice
        label={text.to}
        value={draft.way}
        options={(["here", "name", "folder", "download"] as const).map((way) => ({
          value: way,
          label: text[way],
          text: text[`${way}Text`],
        }))}
        onChange={(way) => set({ way })}
      />
      {draft.way === "name" &&
        draft.files.map((file) => (
          <TextField
            key={file}
            label={text.targetOf(file)}
            maxLength={100}
            error={isSent && isSameName(draft.names[file] ?? "", file) ? text.needTarget : undefined}
            value={draft.names[file] ?? ""}
            onChange={({ target }) => set({ names: { ...draft.names, [file]: target.value } })}
          />
        ))}
      <Switch
        label={text.containers}
        checked={draft.withContainers}
        onChange={(withContainers) => set({ withContainers })}
      />
      {takesFolders(draft.way) &&
        foldersOf(schedule).map((number) => (
          <Switch
            key={number}
            label={text.containerFolder(number)}
            checked={draft.folders.includes(number)}
            onChange={(isChosen) =>
              set({ folders: isChosen ? [...draft.folders, number] : draft.folders.filter((each) => each !== number) })
            }
          />
        ))}
      {draft.way === "here" && <p className="font-medium text-warn">{text.loses}</p>}
      {typed.field}
    </FormDialog>
  );
}

/** Returns the name of a backup in the selection. The folder name of a snapshot is only known once it is opened. */
function backupName({ backup, taken, kept_at }: OutputOf<"GET /svc/api/settings/offsite/backups">["backups"][number]) {
  if (kept_at !== null) return text.keptAt(exactly(kept_at));
  return taken === null ? backup : `${taken} · ${backup}`;
}
