import * as z from "zod";
import type { HttpEntry, ProgramEntry } from "./recording.ts";

const Messages = z.object({ messages: z.array(z.object({ code: z.coerce.string() })).min(1) });
const ODataError = z.object({ error: z.object({ code: z.coerce.string() }) });

/** Returns status and code of an answer, or the exit code of a program, in a few words. */
export function outcomeOf(entry: HttpEntry | ProgramEntry): string {
  if ("tool" in entry) return entry.signal === null ? `exit ${entry.exitCode ?? "none"}` : entry.signal;
  if (entry.response === null) return "no answer";
  const { status, body } = entry.response;
  const messages = Messages.safeParse(body);
  const error = ODataError.safeParse(body);
  const code = messages.success ? messages.data.messages[0]?.code : error.success ? error.data.error.code : undefined;
  return code === undefined ? String(status) : `${status} ${code}`;
}
