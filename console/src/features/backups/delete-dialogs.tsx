import { useMutation } from "@tanstack/react-query";
import { pageCall } from "../../api/curl.ts";
import { changing } from "../../api/query.ts";
import { useDependents } from "../../dependents/use-dependents.tsx";
import { backupMessages } from "../../messages/english/installation/backups.ts";
import { DeletionDialog } from "../../ui/dialogs/deletion-dialog.tsx";
import { staleLocations, staleSchedules } from "./stale-backups.ts";

const schedule = "DELETE /svc/api/settings/offsite/schedules/{name}";
const location = "DELETE /svc/api/settings/offsite/remotes/{remote_name}";

interface DeleteDialogProps {
  readonly name: string;
  readonly onClose: () => void;
}

/** Asks for confirmation before a schedule's backups are no longer sent. */
export function DeleteOffsiteScheduleDialog({ name, onClose }: DeleteDialogProps) {
  const remove = useMutation(changing(schedule, staleSchedules));
  const text = backupMessages.schedules;
  const affected = useDependents("delete", [{ kind: "offsite-schedule", id: name }]);
  return (
    <DeletionDialog
      {...{ name, text, remove, affected, onClose }}
      input={{ name }}
      curl={() => pageCall(schedule, { name })}
    />
  );
}

/** Asks for confirmation before a location is deleted. `label`: its displayed name, `name`: its name in addresses. */
export function DeleteLocationDialog({ name, label, onClose }: DeleteDialogProps & { readonly label: string }) {
  const remove = useMutation(changing(location, staleLocations));
  const text = backupMessages.locations;
  const affected = useDependents("delete", [{ kind: "offsite-location", id: name }]);
  const input = { remote_name: name };
  return (
    <DeletionDialog
      {...{ text, remove, input, affected, onClose }}
      name={label}
      curl={() => pageCall(location, input)}
    />
  );
}
