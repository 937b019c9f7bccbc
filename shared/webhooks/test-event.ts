import type { NamedKey } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import type { DeliveryBodies } from "#shared/deliveries/api.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { webhooks } from "./contract.ts";
import type { EventCounts } from "./event-counts.ts";
import type { Receive, Received } from "./receiver/receive.ts";
import { settingsOf } from "./record.ts";
import { sampleEvent } from "./sender-defaults.ts";
import type { WebhookStore } from "./store.ts";

type Test = ServiceOf<typeof webhooks>["testWebhook"];

interface TestDependencies {
  readonly webhooks: Pick<WebhookStore, "get">;
  /**
   * Returns a key that can open the file, and the file in the key's spelling.
   * @throws ServiceError key_value_needed, key_not_found, key_file_not_allowed
   */
  readonly keyFor: (named: NamedKey) => Promise<{ readonly keyId: number; readonly database: string }>;
  readonly receive: Receive;
  readonly bodies: Pick<DeliveryBodies, "keep">;
  readonly counts: Pick<EventCounts, "used">;
  readonly clock: Clock;
}

/** Sends a test event through the receiver, after sender verification. */
export function testEvents({ webhooks, keyFor, receive, bodies, counts, clock }: TestDependencies): Test {
  return async ({ id, key, body }, { caller }) => {
    const stored = await webhooks.get(id);
    if (stored === undefined) throw new ServiceError("webhook_not_found");
    const { record } = stored;
    const { keyId, database } = await keyFor({ key, filename: record.database, caller });
    const at = clock.now();
    const sample = sampleEvent(settingsOf(record).verification.scheme);
    const { contentType } = sample;
    const isForm = contentType !== "application/json";
    const text = body === undefined ? sample.body : isForm ? body : checked(body);
    // Only has a content type, so no scheme finds an id and a test is never a repetition.
    const header = (name: string) => (name === "content-type" ? contentType : undefined);
    const bytes = Buffer.from(text);
    const sent = async () => {
      const event = receive.newId(record);
      const file = { name: "file", fileName: "test.json", contentType, from: 0, sizeBytes: bytes.length };
      return {
        id: event,
        method: "POST",
        target: `/${record.useFileReceiver ? "filereceiver" : "receiver"}/${record.database}/${record.channel}`,
        headers: [["Content-Type", contentType]] as [string, string][],
        header,
        body: await bodies.keep(event, bytes),
        contentType,
        contentCoding: "",
        query: [],
        withQuery: false,
        withHeaders: false,
        keyId,
        database,
        senderId: null,
        form: null,
        content: record.useFileReceiver ? { fields: [], files: [file] } : null,
      };
    };
    const outcome = await outcomeOf(async () => receive.take(await sent(), record));
    const result = outcome.ok ? `Answered ${outcome.status}` : outcome.msg;
    counts.used(id, { result, isError: !outcome.ok, at, bytes: bytes.length });
    return outcome;
  };
}

async function outcomeOf(receiving: () => Promise<Received>): ReturnType<Test> {
  try {
    const { answer, deliveryId } = await receiving();
    return { ok: answer.status < 400, status: answer.status, msg: answer.body, deliveryId };
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown;
    const { deliveryId = null } = (thrown.response ?? {}) as { readonly deliveryId?: string };
    return { ok: false, status: thrown.status, msg: thrown.text, deliveryId };
  }
}

/** @throws ServiceError json_invalid */
function checked(body: string): string {
  try {
    JSON.parse(body);
  } catch (cause) {
    throw new ServiceError("json_invalid", { cause });
  }
  return body;
}
