import type { FastifyInstance } from "fastify";

interface Sent {
  MessageAttributes?: Readonly<Record<string, object>>;
  readonly MessageSystemAttributes?: { readonly AWSTraceHeader?: { readonly StringValue?: string } };
}

/** Name of the system attribute that SQS makes of a request's trace header. fauxqs has none, so messages have it as an attribute. */
export const traceAttribute = "AWSTraceHeader";

/**
 * Lets an emulator of SQS keep the trace header of each message.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html
 */
export function keepTraces(app: FastifyInstance): void {
  app.addHook("preHandler", async ({ headers, body }) => {
    const [, action = ""] = String(headers["x-amz-target"]).split(".");
    if (!action.startsWith("SendMessage")) return;
    const { Entries = [body as Sent] } = body as { readonly Entries?: readonly Sent[] };
    for (const sent of Entries) {
      const StringValue =
        sent.MessageSystemAttributes?.AWSTraceHeader?.StringValue ?? [headers["x-amzn-trace-id"]].flat()[0];
      if (StringValue === undefined) continue;
      sent.MessageAttributes = { ...sent.MessageAttributes, [traceAttribute]: { DataType: "String", StringValue } };
    }
  });
}
