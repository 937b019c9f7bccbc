import { useMutation } from "@tanstack/react-query";
import type { Schedule } from "#shared/schedules/contract.ts";
import { pageCall } from "../../api/curl.ts";
import { changing } from "../../api/query.ts";
import { scheduleMessages as text } from "../../messages/schedules.ts";
import { DangerDialog } from "../../ui/dialogs/danger-dialog.tsx";
import { announce } from "../../ui/feedback/toasts.tsx";

const address = "DELETE /svc/api/schedules/{id}";

/** Asks before a schedule goes, with its history. */
export function DeleteScheduleDialog({
  schedule: { id, name },
  onClose,
}: {
  readonly schedule: Pick<Schedule, "id" | "name">;
  readonly onClose: () => void;
}) {
  const remove = useMutation(changing(address, ["GET /svc/api/schedules", "GET /svc/api/audit"]));
  return (
    <DangerDialog
      title={text.removeTitle(name)}
      text={text.removeText}
      submit={text.removeSubmit}
      isBusy={remove.isPending}
      error={remove.error}
      curl={() => pageCall(address, { id })}
      onClose={onClose}
      onSubmit={() =>
        remove.mutate(
          { id },
          {
            onSuccess: () => {
              announce(text.removed(name));
              onClose();
            },
          },
        )
      }
    />
  );
}
