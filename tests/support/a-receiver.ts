import { buffer } from "node:stream/consumers";
import * as z from "zod";
import type { RawCall } from "#shared/contract/delivery.ts";
import { resource } from "#shared/contract/operation.ts";
import { serve } from "../../functions/edge/serve.ts";

/** Receiver with its own protocol, like webhooks, MCP and OAuth: any method, any content type and its own response format. */
const receiver = resource({
  receive: {
    method: "ANY",
    path: "/svc/receiver/{slug}/{path+}",
    summary: "Receive what a sender of events sends",
    access: "anyone",
    answers: "raw",
    input: z.object({ slug: z.string(), path: z.string() }),
    output: z.unknown(),
    errors: [],
  },
  administrate: {
    method: "POST",
    path: "/svc/receiver/{slug}/administration",
    summary: "Receive what administrators send",
    access: "admin",
    answers: "raw",
    input: z.object({ slug: z.string() }),
    output: z.unknown(),
    errors: [],
  },
});

/** Answers in a format that no other resource uses: the request as received, in lines of text. */
async function answerInLines(words: readonly string[], { http, header }: RawCall): Promise<void> {
  const body = await buffer(http.body);
  if (header("x-fail") === "before") throw new Error("broken before its head");
  http.answer.writeHead(http.method === "DELETE" ? 410 : 207, [
    "Content-Type",
    "text/x-lines",
    "X-Note",
    "one",
    "X-Note",
    "two",
  ]);
  if (header("x-fail") === "behind") throw new Error("broken behind its head");
  const lines = [http.method, http.target, ...words, header("content-type") ?? "", body.toString("hex")];
  http.answer.end(http.method === "HEAD" ? undefined : lines.join("\n"));
}

/** Returns the receiver's function. `note` is called with the details of each call. */
export function aReceiver(note: (call: RawCall) => void = () => undefined) {
  return serve(receiver, () => ({
    async receive({ slug, path }, call: RawCall) {
      note(call);
      await answerInLines([slug, path], call);
    },
    async administrate({ slug }, call: RawCall) {
      note(call);
      await answerInLines([slug, call.caller.kind], call);
    },
  }));
}
