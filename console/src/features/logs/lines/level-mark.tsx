import { CircleX, TriangleAlert } from "lucide-react";
import type { LogLine } from "#shared/logs/contract.ts";
import { logMessages } from "../../../messages/english/logs.ts";

/** Severity of a line, as a shape and a word in addition to the color. Other lines have no mark. */
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
