import { useEffect, useState, useSyncExternalStore } from "react";
import { onReconnect } from "../../../api/connection.ts";
import { useSessionState } from "../../../api/session-state.ts";
import { type LogLines, type LogState, logLines } from "./log-lines.ts";

/** Returns a log's lines while the page shows them. */
export function useLogLines(name: string): LogLines | undefined {
  const [lines, setLines] = useState<LogLines>();
  const session = useSessionState();
  useEffect(() => {
    performance.clearMarks("log-open");
    performance.mark("log-open", { detail: name });
    const opened = logLines(name);
    setLines(opened);
    const forget = onReconnect(() => opened.retry());
    return () => {
      forget();
      opened.close();
      setLines(undefined);
    };
  }, [name]);
  useEffect(() => {
    if (session === "in" && lines?.state().error !== undefined) lines.retry();
  }, [session, lines]);
  return lines;
}

export function useLogState(lines: LogLines): LogState {
  return useSyncExternalStore(lines.subscribe, lines.state);
}
