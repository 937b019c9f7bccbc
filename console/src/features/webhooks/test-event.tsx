import { useMutation } from "@tanstack/react-query";
import { CircleCheck, CircleX } from "lucide-react";
import type { OutputOf } from "../../api/operations.ts";
import { changing } from "../../api/query.ts";
import { webhookMessages } from "../../messages/english/events/webhooks.ts";

const text = webhookMessages.testDialog;
export const testAddress = "POST /svc/api/webhooks/{id}/test";

/** Returns a mutation that sends a test event to a webhook. */
export function useTestEvent() {
  return useMutation(
    changing(testAddress, [
      "GET /svc/api/webhooks",
      "GET /svc/api/webhooks/{id}",
      "GET /svc/api/deliveries",
      "GET /svc/api/deliveries/summary",
      "GET /svc/api/audit",
    ]),
  );
}

/** Result of the test event, with the service's message. */
export function TestOutcome({ outcome: { ok, status, msg } }: { readonly outcome: OutputOf<typeof testAddress> }) {
  const Icon = ok ? CircleCheck : CircleX;
  return (
    <div role="status" className="flex flex-col gap-1.5">
      <p className={`flex items-start gap-2 font-medium ${ok ? "text-good" : "text-bad"}`}>
        <Icon aria-hidden size={17} className="mt-0.5 shrink-0" />
        {ok ? text.good(status) : text.bad(status)}
      </p>
      {msg !== "" && (
        <pre className="whitespace-pre-wrap wrap-anywhere rounded-md border border-line bg-page p-2 font-mono text-sm">
          {msg}
        </pre>
      )}
    </div>
  );
}
