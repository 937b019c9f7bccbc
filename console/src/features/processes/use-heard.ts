import { useEffect, useRef, useState } from "react";
import type { Process } from "../../../../shared/processes/contract.ts";
import { processWords } from "../../words/processes.ts";
import { isOpen, wholeShare } from "./share.ts";

const text = processWords.heard;

/** What is said of a run to those who hear the page: its start, each quarter, its end. Nothing twice. */
export function useHeard(process: Process | undefined): string {
  const [heard, setHeard] = useState("");
  const told = useRef<{ state: Process["state"] | undefined; quarter: number }>({ state: undefined, quarter: 0 });
  useEffect(() => {
    if (process === undefined) return;
    const before = told.current;
    const quarter = Math.floor((wholeShare(process) ?? 0) * 4);
    told.current = { state: process.state, quarter: Math.max(before.quarter, quarter) };
    // What had ended before the page was opened stands on it.
    if (before.state === undefined && !isOpen(process)) return;
    if (before.state !== process.state && !isOpen(process))
      setHeard(text.ended(process.title, processWords.states[process.state]));
    else if (before.state !== process.state && process.state === "running") setHeard(text.started(process.title));
    else if (quarter > before.quarter && quarter < 4) setHeard(text.share(process.title, quarter * 25));
  }, [process]);
  return heard;
}
