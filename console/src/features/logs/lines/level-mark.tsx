import { CircleX, TriangleAlert } from "lucide-react";
import type { LogLine } from "#shared/logs/contract.ts";
import { logMessages } from "../../../messages/logs.ts";

/** How bad a line is: a shape and a word, not a colour alone. What is no trouble has no mark. */
export function LevelMark({ level }: { readonly level: LogLine["level"] }) {
  if (level === "error")
    return (
      <>
        <CircleX aria-hidden size={13} className="shrink-0 text-bad" />
        <span className="sr-only">{logMessages.levelNames.error}</span>
      </>
    );
  if (level === "warning")
    return (
      <>
        <TriangleAlert aria-hidden size={13} className="shrink-0 text-warn" />
        <span className="sr-only">{logMessages.levelNames.warning}</span>
      </>
    );
  return <span className="inline-block w-[13px] shrink-0" />;
}
