import type { TableChange } from "../../world/live/live-table.ts";

/** A change that has not been delivered to a webhook's receiver yet. */
export interface PendingOperation {
  readonly operation: TableChange;
  readonly rowIds: readonly number[];
  lastErrorCode: number;
  lastErrorMessage: string;
  sendAttempts: number;
}

/** An address that is notified of changes in a table. */
export interface Webhook {
  readonly id: number;
  readonly url: string;
  /** The table occurrence that is watched. */
  readonly tableName: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly notifySchemaChanges: boolean;
  readonly select: string;
  readonly filter: string;
  /** 0: retried without limit. */
  readonly maxFailedAttempts: number;
  readonly pending: PendingOperation[];
  /** What is sent for an operation; undefined when nothing is. @throws ODataError for a wrong select or filter */
  bodyFor(operation: PendingOperation): string | undefined;
}

/** A webhook as answers show it. */
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
