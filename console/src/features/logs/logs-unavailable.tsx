import { CloudOff } from "lucide-react";
import { logMessages } from "../../messages/english/logs.ts";

const { away, awayReasons } = logMessages;

/** Reason why FileMaker Server's logs are unavailable, while the service's own logs aren't affected. */
export function LogsUnavailable({ problem }: { readonly problem: string }) {
  const reason = Object.entries(awayReasons).find(([name]) => name === problem)?.[1];
  return (
    <p role="status" className="flex items-start gap-2.5 rounded-lg bg-warn-surface px-4 py-3 text-sm text-warn">
      <CloudOff aria-hidden size={16} className="mt-0.5 shrink-0" />
      <span>
        <span className="font-medium">{away}</span> {reason}
      </span>
    </p>
  );
}
