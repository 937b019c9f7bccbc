import { noteRefusal } from "../../api/query.ts";
import { reasonOf } from "./reason-of.ts";
import { announce } from "./toasts.tsx";

/** Announces the reason of a failure that has no place of its own on the page. */
export function announceRefusal(thrown: unknown): void {
  noteRefusal(thrown);
  announce(reasonOf(thrown));
}
