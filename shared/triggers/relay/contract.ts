import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Id } from "#shared/contract/scalars.ts";

export const relay = resource({
  relayEvent: {
    method: "POST",
    path: "/svc/triggers/in/{id}/{secret}",
    summary: "Receive a change from FileMaker Server",
    description:
      "FileMaker Server calls this address, which it gets when a trigger is created. Latchkey stores the event for each target before it responds, then sends it unchanged with a Standard Webhooks signature, and retries until it is accepted.",
    access: "own",
    input: z.object({
      id: z.coerce.number().pipe(Id).describe("Id of the trigger."),
      secret: z.string().max(200).describe("Secret that authenticates the server."),
    }),
    output: z.unknown(),
    answers: "raw",
    errors: ["trigger_not_found", "body_too_large"],
    example: { input: { id: 3, secret: "1f0c" } },
  },
});
