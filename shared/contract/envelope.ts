import * as z from "zod";
import type { ServiceError } from "./errors.ts";
import { errors } from "./errors.ts";

/** How every management answer looks. `code` is an integer here, a string in FileMaker's own APIs. */
export const Envelope = z.object({
  messages: z.array(z.object({ code: z.int(), text: z.string() })).min(1),
  response: z.record(z.string(), z.unknown()),
});
export type Envelope = z.infer<typeof Envelope>;

export function success(response: Readonly<Record<string, unknown>>): Envelope {
  return { messages: [{ code: 0, text: "ok" }], response };
}

export function failure(error: ServiceError): Envelope {
  return { messages: [{ code: errors[error.error].code, text: error.text }], response: error.response };
}
