import { noteRefusal } from "../../api/query.ts";
import { reasonOf } from "./reason-of.ts";
import { announce } from "./toasts.tsx";

/** Says why something was not done that has no place of its own on the page for it. */
export function announceRefusal(thrown: unknown): void {
  noteRefusal(thrown);
  announce(reasonOf(thrown));
}
