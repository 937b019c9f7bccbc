import { useMutation } from "@tanstack/react-query";
import type { Process } from "#shared/processes/contract.ts";
import { changing } from "../../api/query.ts";
import { processMessages } from "../../messages/processes.ts";
import { DangerDialog } from "../../ui/dialogs/danger-dialog.tsx";
import { announce } from "../../ui/feedback/toasts.tsx";

const text = processMessages;

/** Names what is aborted, and where. */
export default function AbortDialog({ process, onClose }: { readonly process: Process; readonly onClose: () => void }) {
  const abort = useMutation(
    changing("POST /svc/api/processes/{id}/abort", [
      "GET /svc/api/processes/{id}",
      "GET /svc/api/processes",
      "GET /svc/api/audit",
    ]),
  );
  const go = () =>
    abort.mutate(
      { id: process.id },
      {
        onSuccess: () => {
          announce(text.aborting);
          onClose();
        },
      },
    );
  return (
    <DangerDialog
      title={text.abortTitle(process.title)}
      text={text.abortText}
      submit={text.abort}
      cancel={text.abortKeep}
      isBusy={abort.isPending}
      error={abort.error}
      onClose={onClose}
      onSubmit={go}
    />
  );
}
