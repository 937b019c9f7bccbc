import { hash, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import type { RawCall } from "#shared/contract/delivery.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { outgoingKeptMs } from "#shared/contract/values/outgoing-times.ts";
import type { DeliveryEngine, StoredBody } from "#shared/deliveries/api.ts";
import { ownHeaderList } from "#shared/http/own-headers.ts";
import { sendWhole } from "#shared/http/send-whole.ts";
import { wholeBody } from "#shared/http/whole-body.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Log } from "#shared/ports/log.ts";
import { type TriggerRecord, targetSource } from "../record.ts";
import type { TriggerStore } from "../store.ts";
import type { relay } from "./contract.ts";
import type { TargetContext } from "./target-delivery.ts";

interface RelayDependencies {
  readonly store: Pick<TriggerStore, "get">;
  readonly engine: Pick<DeliveryEngine, "newId" | "accept">;
  readonly keepBody: (id: string, body: Buffer) => Promise<StoredBody>;
  /** Reports that FileMaker Server sent a schema change of the trigger's table. */
  readonly schemaChanged: (trigger: TriggerRecord) => Promise<void>;
  readonly clock: Clock;
  readonly log: Pick<Log, "receiver">;
  readonly bodyMs: number;
  readonly largestBodyBytes: number;
}

const maxBytes = 10_000_000;

/** Creates the relay of changes: data from FileMaker Server is stored for each target before it responds. */
export function relayService(dependencies: RelayDependencies): ServiceOf<typeof relay> {
  const { store, engine, keepBody, schemaChanged, clock, log, bodyMs, largestBodyBytes } = dependencies;

  const take = async (trigger: TriggerRecord, { http, header }: RawCall): Promise<number> => {
    const limit = Math.min(maxBytes, largestBodyBytes);
    const declaredBytes = Number(header("content-length") ?? 0);
    const body = await wholeBody(http.body, { maxBytes: limit, bodyMs, declaredBytes });
    const contentType = header("content-type") ?? "application/json";
    // Before anything is accepted: if it fails, the server sends everything again.
    if (isSchemaChange(body)) await schemaChanged(trigger);
    for (const target of trigger.targets) {
      const source = targetSource(target.id);
      const id = engine.newId(source);
      const context: TargetContext = { triggerId: trigger.id, targetId: target.id, contentType };
      const headers: [string, string][] = [["Content-Type", contentType]];
      const request = { method: "POST", target: target.url ?? `schedule ${target.scheduleId}`, headers };
      const given = { id, source, senderId: null, request: { ...request, body: await keepBody(id, body) } };
      await engine.accept({ ...given, context, keptMs: outgoingKeptMs, given: null }, { wantsAttempt: false });
    }
    return body.length;
  };

  return {
    async relayEvent({ id, secret }, call) {
      const startedAt = clock.now();
      const { http, requestId } = call;
      const line = { trigger: id, outcome: "refused", status: 500, bytes: 0 };
      try {
        const trigger = await store.get(id);
        // The error is the same for a nonexistent trigger and an invalid secret.
        if (trigger === undefined || trigger.isDeleted || !isSecret(secret, trigger))
          throw new ServiceError("trigger_not_found");
        Object.assign(line, { bytes: await take(trigger, call), outcome: "accepted", status: 200 });
        const body = Buffer.from(JSON.stringify({ success: true }));
        const type = ["Content-Type", "application/json; charset=utf-8"];
        const headers = [...ownHeaderList, ...type, "X-Request-Id", requestId];
        sendWhole(http.answer, { method: http.method, acceptEncoding: "" }, { status: 200, headers, body });
      } catch (thrown) {
        if (thrown instanceof ServiceError) line.status = thrown.status;
        throw thrown;
      } finally {
        const { method, address } = http;
        log.receiver({ ...line, method, durationMs: clock.now() - startedAt, address, requestId });
      }
    },
  };
}

const AboutTables = z.object({ "@odata.context": z.string().includes("#FileMaker_Tables") });

/** Returns true for a schema change, which is a row of the system table of all tables. */
function isSchemaChange(body: Buffer): boolean {
  if (!body.includes("FileMaker_Tables")) return false;
  try {
    return AboutTables.safeParse(JSON.parse(body.toString("utf8"))).success;
  } catch {
    return false; // Anything else that isn't JSON is relayed too.
  }
}

function isSecret(secret: string, { relaySecretHash }: TriggerRecord): boolean {
  return timingSafeEqual(Buffer.from(hash("sha256", secret, "base64url")), Buffer.from(relaySecretHash));
}
