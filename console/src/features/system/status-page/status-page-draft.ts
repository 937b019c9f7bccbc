import type { InputOf } from "../../../api/operations.ts";

/** The contract's bound. */
export const mostNotices = 20;

type Notice = InputOf<"PUT /svc/api/settings/status-page">["notices"][number];

/** A notice while it is typed. Moments are in UTC, and undefined until they are whole. */
export interface NoticeDraft {
  readonly text: string;
  readonly startsAt: string | undefined;
  readonly endsAt: string | undefined;
}

/** Whether it says everything, and can be so. */
export function isWhole(notice: NoticeDraft): notice is Notice {
  return problemOf(notice) === undefined;
}

export function problemOf({ text, startsAt, endsAt }: NoticeDraft): "text" | "moments" | "order" | undefined {
  if (text.trim() === "") return "text";
  if (startsAt === undefined || endsAt === undefined) return "moments";
  return Date.parse(startsAt) < Date.parse(endsAt) ? undefined : "order";
}
