import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { AttemptContext, AttemptEnd, DeliveryKind, DeliveryRecord } from "#shared/deliveries/api.ts";
import type { DataCalls, DataRequest } from "#shared/filemaker/commands/data-calls.ts";
import type { Pool } from "#shared/filemaker/sessions/pool.ts";
import type { SessionPool } from "#shared/filemaker/sessions/session-pool.ts";
import { withMasked } from "#shared/http/masked-headers.ts";
import type { KeyCache } from "#shared/keys/api.ts";
import { endOf, failureOf } from "./attempt-ends.ts";
import type { WebhookSettings } from "./contract.ts";
import { type EventContext, eventContextOf } from "./event-context.ts";
import { type DeliverFiles, fileMs } from "./files/deliver-files.ts";
import { formContent } from "./files/form-fields.ts";
import { addedTo, fieldsPayload, payloadText, scriptParameter } from "./receiver/payload.ts";
import { unpacked } from "./receiver/unpacked.ts";
import { settingsOf, type WebhookRecord, webhookIdOf } from "./record.ts";
import type { WebhookStore } from "./store.ts";
import { tokenHeaders } from "./verification/token-header.ts";

interface FileMakerDeliveryDependencies {
  readonly webhooks: Pick<WebhookStore, "get">;
  readonly keyCache: Pick<KeyCache, "findId">;
  readonly sessions: Pick<SessionPool, "pool">;
  readonly calls: DataCalls;
  readonly sendFiles: DeliverFiles;
  readonly ended: (record: DeliveryRecord) => void;
}

/** Timeout of a script. It can be long, because the sender already has its response. */
const scriptMs = 120_000;
const findMs = 30_000;
/** Maximum size of a decompressed body. */
const maxUnpackedBytes = 20_000_000;
const recordMissing = "101";
const noneFound = "401";

/** Delivers events to files with the Data API: creates a record on the webhook's layout, then runs its script. */
export function fileMakerDelivery({
  webhooks,
  keyCache,
  sessions,
  calls,
  sendFiles,
  ended,
}: FileMakerDeliveryDependencies): DeliveryKind {
  const poolOf = async ({ keyId, database }: EventContext): Promise<Pool | undefined> => {
    const handle = await keyCache.findId(keyId);
    if (handle === undefined) return undefined;
    const folded = normalizedDatabaseName(database);
    return sessions.pool(
      { credentialId: handle.record.credentialId, database, folded },
      handle.account,
      handle.name.key,
    );
  };

  /** Finds the record that an attempt created if its response was lost. */
  const lostRecord = async (pool: Pool, { layout }: EventContext, id: string): Promise<string | undefined> => {
    const answer = await calls(pool, {
      method: "POST",
      path: `/layouts/${encodeURIComponent(layout)}/_find`,
      // This part of the id is a single word, and contains no characters with a special meaning in a find.
      body: { query: [{ Payload: `*${id.slice(id.indexOf("_") + 1)}*` }], limit: 1 },
      timeoutMs: findMs,
      kind: "short",
    });
    if (answer.code === noneFound) return undefined;
    const [found] = Array.isArray(answer.response.data) ? answer.response.data : [];
    return typeof found?.recordId === "string" ? found.recordId : undefined;
  };

  const sendText: Send = async ({ pool, attempt: { record, body }, run }, context) => {
    const { layout, recordId } = context;
    const records = `/layouts/${encodeURIComponent(layout)}/records`;
    const write: Pick<DataRequest, "timeoutMs" | "kind"> = { timeoutMs: scriptMs, kind: "script" };
    if (recordId !== null) {
      const path = `${records}/${recordId}`;
      const answer = await calls(pool, { ...write, method: "PATCH", path, body: { fieldData: {}, ...run } });
      if (answer.code !== recordMissing) return endOf(answer, context, recordId);
    }
    const fieldData = { Channel: context.channel, Payload: await payloadOf(record, await body(), context) };
    const answer = await calls(pool, { ...write, method: "POST", path: records, body: { fieldData, ...run } });
    return endOf(answer, { ...context, recordId: null }, String(answer.response.recordId ?? ""));
  };

  const send = async (attempt: AttemptContext, known: Progress): Promise<AttemptEnd> => {
    const { record, stream } = attempt;
    const { context } = known;
    const pool = await poolOf(context);
    if (pool === undefined) return { outcome: "failed", status: null, reason: "The key of the event was deleted" };
    const mayExist = context.recordId === null && (record.isRepeated || context.isUnsure);
    if (mayExist) known.context = { ...context, recordId: (await lostRecord(pool, context, record.id)) ?? null };
    const run = { script: context.script, "script.param": scriptParameter(context.query, record.id) };
    const { sent } = context;
    if (sent === null) return sendText({ pool, attempt, run }, known.context);
    const keep = async (next: EventContext): Promise<void> => {
      known.context = next;
      await attempt.keep(next);
    };
    const fieldData = { Channel: context.channel, Payload: filePayload(record, context, sent) };
    return sendFiles({ pool, stream, fieldData, run, sent, keep }, known.context);
  };

  return {
    name: "webhook",
    longestMs: ({ request }) => findMs + fileMs(request.body.sizeBytes),

    async isOrdered(source) {
      const stored = await webhooks.get(webhookIdOf(source));
      return stored !== undefined && settingsOf(stored.record).isOrdered;
    },

    async attempt(attempt) {
      const kept = eventContextOf(attempt.record);
      const stored = await webhooks.get(kept.webhookId);
      const known = { context: stored === undefined ? kept : atPresent(kept, settingsOf(stored.record)) };
      const end = await send(withoutSecrets(attempt, stored?.record), known).catch((thrown: unknown) =>
        failureOf(thrown, known.context),
      );
      const retriesErrors = stored !== undefined && settingsOf(stored.record).retriesScriptErrors;
      return retriesErrors ? scriptErrorAsFailure(end) : end;
    },

    ended,
  };
}

/** Returns an attempt without the values of secret headers, even if the event came before the header was configured as secret. */
function withoutSecrets(attempt: AttemptContext, webhook: WebhookRecord | undefined): AttemptContext {
  if (webhook === undefined) return attempt;
  const { request } = attempt.record;
  const headers = withMasked(request.headers, tokenHeaders(settingsOf(webhook).verification));
  return { ...attempt, record: { ...attempt.record, request: { ...request, headers } } };
}

/**
 * Returns the context with the current settings of the webhook, because an error in them may have been fixed since. A record on another
 * layout isn't used.
 */
function atPresent(context: EventContext, { layout, script, containerField }: WebhookSettings): EventContext {
  const sent = context.sent && { ...context.sent, field: containerField };
  if (layout === context.layout) return { ...context, script, sent };
  return { ...context, layout, script, sent, recordId: null, isUnsure: false, filesStored: 0 };
}

/** Progress of an attempt. */
interface Progress {
  context: EventContext;
}

type Send = (
  event: {
    readonly pool: Pool;
    readonly attempt: AttemptContext;
    readonly run: Readonly<Record<string, string>>;
  },
  context: EventContext,
) => Promise<AttemptEnd>;

async function payloadOf({ request, id }: DeliveryRecord, body: Buffer, context: EventContext): Promise<string> {
  const { contentType, contentCoding, query, withQuery, withHeaders, withoutRequestId, form } = context;
  const { method } = request;
  const headers = withHeaders ? request.headers : undefined;
  const text = await unpacked(body, contentCoding, maxUnpackedBytes);
  const deliveryId = withoutRequestId ? undefined : id;
  if (form === null) return payloadText({ method, contentType, body: text, query, headers, withQuery, deliveryId });
  return fieldsPayload(formContent(text, contentType).fields, {
    // A script that counts files works for forms in both encodings.
    ...(form === "filereceiver" && { files: [] }),
    ...addedTo({ method, headers, withQuery, query, deliveryId }),
  });
}

/** Returns the payload for the record of an event with files. */
function filePayload(
  { request, id }: DeliveryRecord,
  { query, withQuery, withHeaders, withoutRequestId }: EventContext,
  { fields, files }: NonNullable<EventContext["sent"]>,
): string {
  const listed = files.map(({ name, fileName, contentType, sizeBytes }) => ({
    name,
    fileName,
    contentType,
    sizeBytes,
  }));
  const isEmpty = request.body.sizeBytes === 0;
  const headers = withHeaders ? request.headers : undefined;
  return fieldsPayload(isEmpty ? query : fields, {
    files: listed,
    ...addedTo({ method: request.method, headers, withQuery, query, deliveryId: withoutRequestId ? undefined : id }),
  });
}

/** Converts a script error to a failure. The record stays, and the script runs for it again. */
function scriptErrorAsFailure(end: AttemptEnd): AttemptEnd {
  const { taken } = end.outcome === "delivered" ? (end.context as EventContext) : {};
  if (taken === null || taken === undefined || taken.scriptError === "0") return end;
  return { ...end, outcome: "failed", reason: `The script failed with error ${taken.scriptError}` };
}
