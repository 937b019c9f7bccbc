import { useEffect, useRef, useState } from "react";
import type { Process } from "#shared/processes/contract.ts";
import { processMessages } from "../../messages/english/processes.ts";
import { isOpen, wholeShare } from "./share.ts";

const text = processMessages.announcements;

/** Returns the text that a screen reader announces: start, quarters and end of a run, each once. */
export function useAnnouncement(process: Process | undefined): string {
  const [announcement, setAnnouncement] = useState("");
  const announced = useRef<{ state: Process["state"] | undefined; quarter: number }>({ state: undefined, quarter: 0 });
  useEffect(() => {
    if (process === undefined) return;
    const before = announced.current;
    const quarter = Math.floor((wholeShare(process) ?? 0) * 4);
    announced.current = { state: process.state, quarter: Math.max(before.quarter, quarter) };
    // The page already shows the result of runs that ended before it was opened.
    if (before.state === undefined && !isOpen(process)) return;
    if (before.state !== process.state && !isOpen(process))
      setAnnouncement(text.ended(process.title, processMessages.states[process.state]));
    else if (before.state !== process.state && process.state === "running")
      setAnnouncement(text.started(process.title));
    else if (quarter > before.quarter && quarter < 4) setAnnouncement(text.share(process.title, quarter * 25));
  }, [process]);
  return announcement;
}
