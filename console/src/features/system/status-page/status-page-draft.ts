import type { InputOf } from "../../../api/operations.ts";

/** Maximum in the contract. */
export const maxNotices = 20;

type Notice = InputOf<"PUT /svc/api/settings/status-page">["notices"][number];

/** Notice in a form. Times are in UTC, and undefined until they are complete. */
export interface NoticeDraft {
  readonly text: string;
  readonly startsAt: string | undefined;
  readonly endsAt: string | undefined;
}

/** Returns true if the notice is complete and valid. */
export function isWhole(notice: NoticeDraft): notice is Notice {
  return problemOf(notice) === undefined;
}

export function problemOf({ text, startsAt, endsAt }: NoticeDraft): "text" | "moments" | "order" | undefined {
  if (text.trim() === "") return "text";
  if (startsAt === undefined || endsAt === undefined) return "moments";
  return Date.parse(startsAt) < Date.parse(endsAt) ? undefined : "order";
}
