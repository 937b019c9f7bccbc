import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useEffect, useRef } from "react";
import { configuration } from "../../api/configuration.ts";
import { reading } from "../../api/query.ts";
import { downloadWhenReady } from "../../api/start-download.ts";
import { operationMessages } from "../../messages/english/operations.ts";
import { ProgressBar } from "../../ui/values/progress-bar.tsx";

const text = operationMessages.download;
const refreshMs = 1_000;

/** Progress of a download that is being created. It starts automatically, and again on request. */
export function DownloadMaking({
  processId,
  fileName,
  token,
}: {
  readonly processId: number;
  readonly fileName: string;
  readonly token: string;
}) {
  const link = useRef<HTMLAnchorElement>(null);
  const run = useQuery({
    ...reading("GET /svc/api/processes/{id}", { id: processId }),
    refetchInterval: ({ state }) => (isOver(state.data?.process.state) ? false : refreshMs),
  });
  const process = run.data?.process;
  const isReady = process?.state === "done";
  useEffect(() => {
    if (isReady) link.current?.click();
  }, [isReady]);
  const address = `/${configuration().prefix}/api/fm-file/download?${new URLSearchParams({ token })}`;
  if (isOver(process?.state) && !isReady)
    return (
      <p role="alert" className="text-bad">
        {text.failed} {process?.reason}
      </p>
    );
  return (
    <div className="flex flex-col gap-3">
      <p role="status">{isReady ? text.ready : text.making}</p>
      {!isReady && <ProgressBar label={fileName} share={shareOf(process)} />}
      {!isReady && <p className="text-muted text-sm">{text.leave}</p>}
      <a
        ref={link}
        href={address}
        download={fileName}
        onClick={downloadWhenReady}
        hidden={!isReady}
        className={isReady ? "inline-flex items-center gap-2 self-start font-medium underline underline-offset-2" : ""}
      >
        <Download aria-hidden size={15} />
        {text.again}
      </a>
    </div>
  );
}

function isOver(state: string | undefined): boolean {
  return state !== undefined && state !== "queued" && state !== "running";
}

function shareOf(process: { readonly done: number; readonly total: number | null } | undefined): number | undefined {
  return process?.total ? Math.min(1, process.done / process.total) : undefined;
}
