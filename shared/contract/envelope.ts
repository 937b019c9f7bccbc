import * as z from "zod";
import type { ServiceError } from "./errors.ts";
import { errors } from "./errors.ts";

/** Envelope of every management response. `code` is an integer here, but a string in FileMaker's own APIs. */
export const Envelope = z.object({
  messages: z.array(z.object({ code: z.int(), text: z.string() })).min(1),
  response: z.record(z.string(), z.unknown()),
});
export type Envelope = z.infer<typeof Envelope>;

/** Returns the envelope of a success. `notes`: further information for the caller, one message each. */
export function success(response: Readonly<Record<string, unknown>>, notes: readonly string[] = []): Envelope {
  return { messages: [{ code: 0, text: "ok" }, ...notes.map(note)], response };
}

export function failure(error: ServiceError, notes: readonly string[] = []): Envelope {
  return {
    messages: [{ code: errors[error.error].code, text: error.text }, ...notes.map(note)],
    response: error.response,
  };
}

function note(text: string) {
  return { code: 0, text };
}
