import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Id } from "#shared/contract/scalars.ts";

export const relay = resource({
  relayEvent: {
    method: "POST",
    path: "/svc/triggers/in/{id}/{secret}",
    summary: "Take a change from FileMaker Server",
    description:
      "FileMaker Server calls this address by itself; it is given it when a trigger is made. The event is stored for each target before the answer, sent on as it came with a signature of Standard Webhooks, and tried again until it is taken.",
    access: "own",
    input: z.object({
      id: z.coerce.number().pipe(Id).describe("The trigger's number."),
      secret: z.string().max(200).describe("What the server was given to prove itself."),
    }),
    output: z.unknown(),
    answers: "raw",
    errors: ["trigger_not_found", "body_too_large"],
    example: { input: { id: 3, secret: "1f0c" } },
  },
});
