import { useMutation } from "@tanstack/react-query";
import type { Schedule } from "#shared/schedules/contract.ts";
import { pageCall } from "../../api/curl.ts";
import { changing } from "../../api/query.ts";
import { useDependents } from "../../dependents/use-dependents.tsx";
import { scheduleMessages as text } from "../../messages/english/schedules.ts";
import { DeletionDialog } from "../../ui/dialogs/deletion-dialog.tsx";

const address = "DELETE /svc/api/schedules/{id}";

/** Asks for confirmation before a schedule and its history are deleted. */
export function DeleteScheduleDialog({
  schedule: { id, name },
  onClose,
}: {
  readonly schedule: Pick<Schedule, "id" | "name">;
  readonly onClose: () => void;
}) {
  const remove = useMutation(changing(address, ["GET /svc/api/schedules", "GET /svc/api/audit"]));
  const input = { id };
  const affected = useDependents("delete", [{ kind: "schedule", id: String(id) }]);
  return <DeletionDialog {...{ name, text, remove, input, affected, onClose }} curl={() => pageCall(address, input)} />;
}
