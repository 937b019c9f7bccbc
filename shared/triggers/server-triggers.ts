import * as z from "zod";
import { ServiceError } from "#shared/contract/errors.ts";
import { fileMakerCodes } from "#shared/contract/filemaker-errors.ts";
import { shownUrl } from "#shared/contract/texts/shown-url.ts";
import { fullDatabaseName } from "#shared/contract/values/database-name.ts";
import type { Account } from "#shared/filemaker/data-api.ts";
import type { OData, ODataAnswer } from "#shared/filemaker/odata.ts";

const Headers = z.record(z.string(), z.coerce.string()).nullish();

/** Trigger as listed by FileMaker Server. */
const ServerTrigger = z.object({
  webhookID: z.int(),
  tableName: z.string(),
  webhook: z.string(),
  headers: Headers,
  endpointHeaders: Headers,
  notifySchemaChanges: z.boolean().catch(false),
  select: z.string().catch(""),
  filter: z.string().catch(""),
  pendingOperations: z
    .array(
      z.object({
        operation: z.string().catch(""),
        rowIDs: z.array(z.number()).catch([]),
        status: z.string().catch(""),
        lastErrorCode: z.number().catch(0),
        lastErrorMessage: z.string().catch(""),
        sendAttempts: z.number().catch(0),
      }),
    )
    .catch([]),
});
export type ServerTrigger = z.infer<typeof ServerTrigger>;

const Listed = z.object({ status: z.string().catch(""), webhooks: z.array(ServerTrigger) });
const Done = z.object({ webhookResult: z.object({ webhookID: z.int() }) });
const Tables = z.object({ value: z.array(z.object({ name: z.string() })) });

/** Trigger to create at FileMaker Server. */
export interface WantedTrigger {
  readonly webhook: string;
  readonly tableName: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly notifySchemaChanges: boolean;
  readonly select: string;
  readonly filter: string;
  readonly maxFailedAttempts: number;
}

/** Triggers of one file at FileMaker Server, with an account. All methods throw ServiceError. */
export interface ServerTriggers {
  list(): Promise<z.infer<typeof Listed>>;
  tables(): Promise<readonly string[]>;
  /**
   * Adds a trigger and returns the server's number for it.
   * @throws ServiceError trigger_refused, trigger_unreachable
   */
  add(wanted: WantedTrigger): Promise<number>;
  /** Deletes a trigger. A missing trigger isn't an error. */
  delete(serverId: number): Promise<void>;
  /**
   * Sends rows; an empty list sends all rows.
   * @throws ServiceError trigger_refused, trigger_not_active, trigger_unreachable
   */
  invoke(trigger: Pick<ServerTrigger, "webhookID" | "webhook">, rowIDs: readonly number[]): Promise<void>;
}

const triggerMissing = "-1061";
/** Returned by 26.0.1 for a receiver, with an HTTP status that no one has recorded, so the code is read first. */
const connectionFailed = "1631";
const operationUnknown = "-1003";
/** Name of the header field in servers before version 26; later servers accept both names. */
const headersName = "headers";

export function serverTriggers(odata: Pick<OData, "call">, database: string, account: Account): ServerTriggers {
  // Triggers require the extension; other calls use the name without it.
  const file = `/${encodeURIComponent(fullDatabaseName(database))}`;
  const ask = async (method: "GET" | "POST", path: string, body?: unknown, address = ""): Promise<ODataAnswer> => {
    const answer = await odata.call({ method, path: `${file}${path}`, account, ...(body !== undefined && { body }) });
    const { status, code, message = "" } = answer;
    if (code === connectionFailed) throw new ServiceError("trigger_unreachable", { text: address });
    if (status === 401 || status === 403) throw new ServiceError("trigger_account_refused");
    if (code === operationUnknown) throw new ServiceError("triggers_unsupported");
    if (code === fileMakerCodes.fileUnavailable || (status === 404 && code === undefined))
      throw new ServiceError("file_not_available");
    if (status >= 500 || (status >= 400 && code === undefined))
      throw new ServiceError("upstream_unreachable", {
        detail: `OData responded with HTTP ${status}, code ${code ?? "none"}`,
      });
    if (status >= 400 && code !== triggerMissing)
      throw new ServiceError("trigger_refused", { text: `${message} (${code})` });
    return answer;
  };
  const understood = <T>(schema: z.ZodType<T>, { body }: ODataAnswer): T => {
    const { success, data } = schema.safeParse(body);
    if (!success)
      throw new ServiceError("upstream_broken", { detail: "OData's response has an unexpected format for triggers" });
    return data;
  };

  return {
    list: async () => understood(Listed, await ask("GET", "/Webhook.GetAll")),

    async tables() {
      const { value } = understood(Tables, await ask("GET", ""));
      return value.map(({ name }) => name);
    },

    async add({ headers, maxFailedAttempts, ...wanted }) {
      const body = {
        ...wanted,
        [headersName]: headers,
        // Omitted for servers that don't support the field.
        ...(maxFailedAttempts > 0 && { maxFailedAttempts }),
      };
      const added = await ask("POST", "/Webhook.Add", body, shownUrl(wanted.webhook));
      return understood(Done, added).webhookResult.webhookID;
    },

    async delete(serverId) {
      await ask("POST", `/Webhook.Delete(${serverId})`);
    },

    async invoke({ webhookID, webhook }, rowIDs) {
      const { code } = await ask("POST", `/Webhook.Invoke(${webhookID})`, { rowIDs }, shownUrl(webhook));
      if (code === triggerMissing) throw new ServiceError("trigger_not_active");
    },
  };
}

/** Returns the headers that a trigger sends, under either of the server's names for them. */
export function headersOf({ headers, endpointHeaders }: ServerTrigger): Readonly<Record<string, string>> {
  return { ...headers, ...endpointHeaders };
}
