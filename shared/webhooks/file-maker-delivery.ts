import * as z from "zod";
import { type ErrorName, ServiceError } from "#shared/contract/errors.ts";
import { fileMakerCodes } from "#shared/contract/filemaker-errors.ts";
import { foldedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { AttemptContext, AttemptEnd, DeliveryKind } from "#shared/deliveries/delivery-kind.ts";
import type { DeliveryRecord } from "#shared/deliveries/record.ts";
import type { Answer } from "#shared/filemaker/answer.ts";
import type { DataCalls, DataRequest } from "#shared/filemaker/commands/data-calls.ts";
import type { Pool } from "#shared/filemaker/sessions/pool.ts";
import type { SessionPool } from "#shared/filemaker/sessions/session-pool.ts";
import type { KeyCache } from "#shared/keys/cache/key-cache.ts";
import type { TakenEvent } from "./receiver/answers.ts";
import { payloadText, scriptParameter } from "./receiver/payload.ts";
import { unpacked } from "./receiver/unpacked.ts";
import { settingsOf, webhookIdOf } from "./record.ts";
import type { WebhookStore } from "./store.ts";

/** What is kept of an event beside its bytes, to deliver it again in the same way. */
export const EventContext = z.object({
  webhookId: z.int(),
  keyId: z.int(),
  /** In the spelling of the key, full. */
  database: z.string(),
  channel: z.string(),
  layout: z.string(),
  script: z.string(),
  contentType: z.string(),
  contentCoding: z.string(),
  query: z.record(z.string(), z.string()),
  withQuery: z.boolean(),
  withHeaders: z.boolean(),
  /** The record that was made for it. */
  recordId: z.string().nullable(),
  /** A record may have been made, and its number was lost with the answer. */
  isUnsure: z.boolean(),
  taken: z.object({ recordId: z.string(), scriptError: z.string(), scriptResult: z.string() }).nullable(),
});
export type EventContext = z.infer<typeof EventContext>;

interface FileMakerDeliveryDependencies {
  readonly webhooks: Pick<WebhookStore, "get">;
  readonly keyCache: Pick<KeyCache, "findId">;
  readonly sessions: Pick<SessionPool, "pool">;
  readonly calls: DataCalls;
  readonly ended: (record: DeliveryRecord) => void;
}

/** A script may take its time: the sender has had an answer long before. */
const scriptMs = 120_000;
const findMs = 30_000;
/** Bodies unpack to no more than this. */
const mostUnpackedBytes = 20_000_000;
/** What is kept of a script's result. */
const mostResult = 16_000;

/** Nobody can be reached, or the file takes no calls: the event waits. */
const unavailable: ReadonlySet<ErrorName> = new Set([
  "upstream_unreachable",
  "database_server_stopped",
  "file_not_available",
  "sessions_exhausted",
  "data_api_off",
] as const);

/** Codes of a file or server that is away for a while. */
const awayCodes: ReadonlySet<string> = new Set([
  fileMakerCodes.fileUnavailable,
  fileMakerCodes.hostUnavailable,
  fileMakerCodes.technologyDisabled,
]);
const recordMissing = "101";
const noneFound = "401";

/** Events on their way into files: a record on the webhook's layout, then its script, by the Data API. */
export function fileMakerDelivery({
  webhooks,
  keyCache,
  sessions,
  calls,
  ended,
}: FileMakerDeliveryDependencies): DeliveryKind {
  const poolOf = async ({ keyId, database }: EventContext): Promise<Pool | undefined> => {
    const handle = await keyCache.findId(keyId);
    if (handle === undefined) return undefined;
    const folded = foldedDatabaseName(database);
    return sessions.pool({ credentialId: handle.record.credentialId, database, folded }, handle.account);
  };

  /** The record that an attempt has made whose answer was lost. */
  const lostRecord = async (pool: Pool, { layout }: EventContext, id: string): Promise<string | undefined> => {
    const answer = await calls(pool, {
      method: "POST",
      path: `/layouts/${encodeURIComponent(layout)}/_find`,
      // The part of the id that is no word of its own elsewhere, and has no sign that a find reads otherwise.
      body: { query: [{ Payload: `*${id.slice(id.indexOf("_") + 1)}*` }], limit: 1 },
      timeoutMs: findMs,
      kind: "short",
    });
    if (answer.code === noneFound) return undefined;
    const [found] = Array.isArray(answer.response.data) ? answer.response.data : [];
    return typeof found?.recordId === "string" ? found.recordId : undefined;
  };

  const send = async ({ record, body }: AttemptContext, context: EventContext): Promise<AttemptEnd> => {
    const pool = await poolOf(context);
    if (pool === undefined)
      return { outcome: "failed", status: null, reason: "The key that the event came with was deleted" };
    const mayExist = record.isRepeated || context.isUnsure;
    const recordId = context.recordId ?? (mayExist ? ((await lostRecord(pool, context, record.id)) ?? null) : null);
    const { layout, script, query } = context;
    const records = `/layouts/${encodeURIComponent(layout)}/records`;
    const run = { script, "script.param": scriptParameter(query, record.id) };
    const known = { ...context, recordId };
    const write: Pick<DataRequest, "timeoutMs" | "kind"> = { timeoutMs: scriptMs, kind: "script" };
    if (recordId !== null) {
      const answer = await calls(pool, {
        ...write,
        method: "PATCH",
        path: `${records}/${recordId}`,
        body: { fieldData: {}, ...run },
      });
      if (answer.code !== recordMissing) return endOf(answer, known, recordId);
    }
    const fieldData = { Channel: context.channel, Payload: await payloadOf(record, await body(), context) };
    const answer = await calls(pool, { ...write, method: "POST", path: records, body: { fieldData, ...run } });
    return endOf(answer, { ...context, recordId: null }, String(answer.response.recordId ?? ""));
  };

  return {
    name: "webhook",
    longestMs: scriptMs + findMs,

    async isOrdered(source) {
      const stored = await webhooks.get(webhookIdOf(source));
      return stored !== undefined && settingsOf(stored.record).isOrdered;
    },

    async attempt(attempt) {
      const context = EventContext.parse(JSON.parse(attempt.record.context));
      const stored = await webhooks.get(context.webhookId);
      const end = await send(attempt, context).catch((thrown: unknown) => failureOf(thrown, context));
      const retriesErrors = stored !== undefined && settingsOf(stored.record).retriesScriptErrors;
      return retriesErrors ? scriptErrorAsFailure(end) : end;
    },

    ended,
  };
}

/** What FileMaker Server has taken of an event, where it has. */
export function takenEvent({ context }: Pick<DeliveryRecord, "context">): TakenEvent | undefined {
  return EventContext.parse(JSON.parse(context)).taken ?? undefined;
}

async function payloadOf({ request, id }: DeliveryRecord, body: Buffer, context: EventContext): Promise<string> {
  const { contentType, contentCoding, query, withQuery, withHeaders } = context;
  return payloadText({
    method: request.method,
    contentType,
    body: await unpacked(body, contentCoding, mostUnpackedBytes),
    query,
    headers: withHeaders ? request.headers : undefined,
    withQuery,
    deliveryId: id,
  });
}

function endOf({ status, code, response }: Answer, context: EventContext, recordId: string): AttemptEnd {
  if (code === "0") {
    const scriptError = String(response.scriptError ?? "0");
    const scriptResult = String(response.scriptResult ?? "").slice(0, mostResult);
    const taken = { recordId, scriptError, scriptResult };
    const answer = scriptError === "0" ? scriptResult : `Script error ${scriptError}. ${scriptResult}`;
    return { outcome: "delivered", status, answer, context: { ...context, recordId, isUnsure: false, taken } };
  }
  if (code === undefined)
    return { outcome: "unavailable", status, reason: "A web server answers in place of the Data API", context };
  const reason = `FileMaker error ${code}${meaningOf(code)}`;
  return {
    outcome: awayCodes.has(code) ? "unavailable" : "failed",
    status,
    reason,
    context: { ...context, isUnsure: false },
  };
}

const meanings: Readonly<Record<string, string>> = {
  "9": "the account may not do this",
  "101": "the record is missing",
  "102": "the layout lacks the field Channel or Payload",
  "104": "the script is missing",
  "105": "the layout is missing",
};

function meaningOf(code: string): string {
  const meaning = meanings[code];
  return meaning === undefined ? "" : `: ${meaning}`;
}

function failureOf(thrown: unknown, context: EventContext): AttemptEnd {
  if (!(thrown instanceof ServiceError)) throw thrown;
  const isLost = thrown.error === "upstream_timeout" || thrown.error === "upstream_broken";
  return {
    outcome: unavailable.has(thrown.error) ? "unavailable" : "failed",
    status: null,
    reason: thrown.text,
    error: thrown.error,
    context: { ...context, isUnsure: context.isUnsure || isLost },
  };
}

/** The record stands, and the script is run again for it. */
function scriptErrorAsFailure(end: AttemptEnd): AttemptEnd {
  const { taken } = end.outcome === "delivered" ? (end.context as EventContext) : {};
  if (taken === null || taken === undefined || taken.scriptError === "0") return end;
  return { ...end, outcome: "failed", reason: `The script ended with error ${taken.scriptError}` };
}
