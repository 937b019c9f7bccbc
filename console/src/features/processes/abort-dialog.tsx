import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import type { Process } from "../../../../shared/processes/contract.ts";
import { changing } from "../../api/query.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { useServerName } from "../../ui/server-name.tsx";
import { announce } from "../../ui/toasts.tsx";
import { processWords } from "../../words/processes.ts";

const text = processWords;

/** Names what is aborted, and where. The safe button has the focus. */
export default function AbortDialog({ process, onClose }: { readonly process: Process; readonly onClose: () => void }) {
  const safe = useRef<HTMLButtonElement>(null);
  const { nickname } = useServerName();
  const abort = useMutation(
    changing("POST /svc/api/processes/{id}/abort", [
      "GET /svc/api/processes/{id}",
      "GET /svc/api/processes",
      "GET /svc/api/audit",
    ]),
  );
  const submit = () =>
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
    <Dialog
      open
      danger
      onClose={onClose}
      title={text.abortTitle(process.title)}
      text={text.abortText(nickname)}
      initialFocus={safe}
      actions={
        <>
          <Button ref={safe} onClick={onClose}>
            {text.abortKeep}
          </Button>
          <Button look="danger" busy={abort.isPending} onClick={submit}>
            {text.abort}
          </Button>
        </>
      }
    >
      {abort.error && <Refusal error={abort.error} />}
    </Dialog>
  );
}
