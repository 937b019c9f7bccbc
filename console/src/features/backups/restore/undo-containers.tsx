import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { pageCall } from "../../../api/curl.ts";
import { changing } from "../../../api/query.ts";
import { backupMessages } from "../../../messages/english/installation/backups.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { ConfirmDialog } from "../../../ui/dialogs/confirm-dialog.tsx";

const text = backupMessages.undoContainers;
const address = "POST /svc/api/settings/offsite/restores/containers/undo";

/** Reverts the restore of an external container folder, after a confirmation. */
export function UndoContainers({
  processId,
  onStarted,
}: {
  readonly processId: number;
  readonly onStarted: (processId: number) => void;
}) {
  const [isAsked, setAsked] = useState(false);
  const undo = useMutation(changing(address, ["GET /svc/api/processes"]));
  return (
    <>
      <Button needs="POST /svc/api/settings/offsite/restores/containers/undo" onClick={() => setAsked(true)}>
        {text.action}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={text.title}
          text={text.text}
          submit={text.submit}
          change={undo}
          input={{ processId }}
          done={() => text.done}
          onDone={(started) => onStarted(started.processId)}
          curl={() => pageCall(address, { processId })}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
