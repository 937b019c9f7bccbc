import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useRef } from "react";
import type { LogListing } from "../../../../shared/logs/contract.ts";
import { changing } from "../../api/query.ts";
import { Button, buttonClasses } from "../../ui/button.tsx";
import { byteSize } from "../../ui/byte-size.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { useServerName } from "../../ui/server-name.tsx";
import { announce } from "../../ui/toasts.tsx";
import { logWords } from "../../words/logs.ts";
import { words } from "../../words/words.ts";
import { logAddress } from "./log-address.ts";

const text = logWords;

/** Says what goes, on which server, and that the file stays. The safe button has the focus. */
export default function ClearLogDialog({ log, onClose }: { readonly log: LogListing; readonly onClose: () => void }) {
  const safe = useRef<HTMLButtonElement>(null);
  const { nickname } = useServerName();
  const clear = useMutation(
    changing("DELETE /svc/api/server-info/logs/clear/{logFileName}", ["GET /svc/api/logs", "GET /svc/api/audit"]),
  );
  const submit = () =>
    clear.mutate(
      { logFileName: log.name },
      {
        onSuccess: () => {
          announce(text.cleared(log.name));
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      danger
      onClose={onClose}
      title={text.clearTitle(log.name)}
      text={text.clearText(nickname)}
      initialFocus={safe}
      actions={
        <>
          <Button ref={safe} onClick={onClose}>
            {words.dialog.cancel}
          </Button>
          <Button look="danger" busy={clear.isPending} onClick={submit}>
            {text.clearSubmit(log.name)}
          </Button>
        </>
      }
    >
      <p>{text.clearBody(byteSize(log.sizeBytes))}</p>
      <p className="mt-1">{text.clearStays}</p>
      <a href={logAddress(log.name)} download={log.name} className={`${buttonClasses()} mt-4`}>
        <Download aria-hidden size={14} />
        {text.downloadFirst}
      </a>
      {clear.error && (
        <div className="mt-4">
          <Refusal error={clear.error} />
        </div>
      )}
    </Dialog>
  );
}
