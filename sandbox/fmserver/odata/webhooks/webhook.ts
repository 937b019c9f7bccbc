import type { TableChange } from "../../world/live/live-table.ts";

/** Change that hasn't been delivered to a webhook's receiver yet. */
export interface PendingOperation {
  readonly operation: TableChange;
  readonly rowIds: readonly number[];
  lastErrorCode: number;
  lastErrorMessage: string;
  sendAttempts: number;
}

/** Address that is notified of changes in a table. */
export interface Webhook {
  readonly id: number;
  readonly url: string;
  /** Table occurrence that is watched. */
  readonly tableName: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly notifySchemaChanges: boolean;
  readonly select: string;
  readonly filter: string;
  /** 0: unlimited retries. */
  readonly maxFailedAttempts: number;
  readonly pending: PendingOperation[];
  /** Returns the body for an operation; undefined if nothing is sent. @throws ODataError for an invalid select or filter */
  bodyFor(operation: PendingOperation): string | undefined;
}

/** Returns a webhook as in answers. */
export function describeWebhook(webhook: Webhook): Record<string, unknown> {
  const { id, tableName, url, headers, notifySchemaChanges, select, filter, pending } = webhook;
  return {
    webhookID: id,
    tableName,
    webhook: url,
    headers,
    notifySchemaChanges,
    select,
    filter,
    pendingOperations: pending.map(({ operation, rowIds, lastErrorCode, lastErrorMessage, sendAttempts }) => ({
      operation,
      rowIDs: rowIds,
      status: "NOT_SENT",
      lastErrorCode,
      lastErrorMessage,
      sendAttempts,
    })),
  };
}
