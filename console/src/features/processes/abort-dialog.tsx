import { useMutation } from "@tanstack/react-query";
import type { Process } from "#shared/processes/contract.ts";
import { changing } from "../../api/query.ts";
import { processMessages as text } from "../../messages/english/processes.ts";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog.tsx";

const stale = ["GET /svc/api/processes/{id}", "GET /svc/api/processes", "GET /svc/api/audit"] as const;

/** Asks for confirmation before a process is aborted. */
export default function AbortDialog({ process, onClose }: { readonly process: Process; readonly onClose: () => void }) {
  const abort = useMutation(changing("POST /svc/api/processes/{id}/abort", stale));
  return (
    <ConfirmDialog
      title={text.abortTitle(process.title)}
      text={text.abortText}
      submit={text.abort}
      cancel={text.abortKeep}
      change={abort}
      input={{ id: process.id }}
      done={() => text.aborting}
      onClose={onClose}
    />
  );
}
