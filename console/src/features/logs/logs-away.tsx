import { CloudOff } from "lucide-react";
import { logWords } from "../../words/logs.ts";

const { away, awayReasons } = logWords;

/** Why FileMaker Server's logs are missing, while the service's own are there. */
export function LogsAway({ problem }: { readonly problem: string }) {
  const reason = Object.entries(awayReasons).find(([name]) => name === problem)?.[1];
  return (
    <p role="status" className="flex items-start gap-2.5 rounded-lg bg-warn-ground px-4 py-3 text-sm text-warn">
      <CloudOff aria-hidden size={16} className="mt-0.5 shrink-0" />
      <span>
        <span className="font-medium">{away}</span> {reason}
      </span>
    </p>
  );
}
