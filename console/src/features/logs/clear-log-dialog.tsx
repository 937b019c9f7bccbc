import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import type { LogListing } from "#shared/logs/contract.ts";
import { changing } from "../../api/query.ts";
import { downloadWhenReady } from "../../api/start-download.ts";
import { logMessages } from "../../messages/english/logs.ts";
import { buttonClasses } from "../../ui/buttons/button.tsx";
import { DangerDialog } from "../../ui/dialogs/danger-dialog.tsx";
import { announce } from "../../ui/feedback/toasts.tsx";
import { byteSize } from "../../ui/values/byte-size.tsx";
import { logAddress } from "./log-address.ts";

const text = logMessages;

/** Clears a log after a confirmation that names its content and the server; the file itself stays. */
export default function ClearLogDialog({ log, onClose }: { readonly log: LogListing; readonly onClose: () => void }) {
  const clear = useMutation(
    changing("DELETE /svc/api/server-info/logs/clear/{logFileName}", ["GET /svc/api/logs", "GET /svc/api/audit"]),
  );
  const go = () =>
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
    <DangerDialog
      needs="DELETE /svc/api/server-info/logs/clear/{logFileName}"
      title={text.clearTitle(log.name)}
      text={text.clearText}
      submit={text.clearSubmit(log.name)}
      isBusy={clear.isPending}
      error={clear.error}
      onClose={onClose}
      onSubmit={go}
    >
      <div className="flex flex-col gap-1">
        <p>{text.clearBody(byteSize(log.sizeBytes))}</p>
        <p>{text.clearStays}</p>
      </div>
      <a
        href={logAddress(log.name)}
        download={log.name}
        onClick={downloadWhenReady}
        className={`${buttonClasses()} self-start`}
      >
        <Download aria-hidden size={14} />
        {text.downloadFirst}
      </a>
    </DangerDialog>
  );
}
