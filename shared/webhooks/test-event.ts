import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { webhooks } from "./contract.ts";
import type { EventCounts } from "./event-counts.ts";
import type { Receive } from "./receiver/receive.ts";
import type { WebhookStore } from "./store.ts";

type Test = ServiceOf<typeof webhooks>["testWebhook"];

interface TestDependencies {
  readonly webhooks: Pick<WebhookStore, "get">;
  /** A key as an administrator names it, and the file as the key spells it. @throws ServiceError key_not_found, key_file_not_allowed */
  readonly keyFor: (
    key: string | number,
    database: string,
  ) => Promise<{ readonly keyId: number; readonly database: string }>;
  readonly receive: Receive;
  readonly counts: Pick<EventCounts, "used">;
  readonly clock: Clock;
}

const contentType = "application/json";

/** Sends an event by the receiver's own way, from where it is known to be its sender's. */
export function testEvents({ webhooks, keyFor, receive, counts, clock }: TestDependencies): Test {
  return async ({ id, key, body }) => {
    const stored = await webhooks.get(id);
    if (stored === undefined) throw new ServiceError("webhook_not_found");
    const { record } = stored;
    const { keyId, database } = await keyFor(key, record.database);
    const at = clock.now();
    const text = body === undefined ? JSON.stringify({ test: true, at: timestamp(at) }) : checked(body);
    const bytes = Buffer.from(text);
    const sent = {
      method: "POST",
      target: `/receiver/${record.database}/${record.channel}`,
      headers: [["Content-Type", contentType]] as [string, string][],
      header: (name: string) => (name === "content-type" ? contentType : undefined),
      body: bytes,
      contentType,
      contentCoding: "",
      query: {},
      withQuery: false,
      withHeaders: false,
      keyId,
      database,
    };
    const outcome = await outcomeOf(receive(sent, record));
    const result = outcome.ok ? `Answered ${outcome.status}` : outcome.msg;
    counts.used(id, { result, isError: !outcome.ok, at, bytes: bytes.length });
    return outcome;
  };
}

async function outcomeOf(receiving: ReturnType<Receive>): ReturnType<Test> {
  try {
    const { answer, deliveryId } = await receiving;
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
