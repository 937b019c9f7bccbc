import { agentErrors } from "#shared/agent/errors.ts";
import { backupErrors } from "#shared/backups/errors.ts";
import { restoreErrors } from "#shared/backups/restores/errors.ts";
import { browserErrors } from "#shared/browser/errors.ts";
import { buildErrors } from "#shared/builds/errors.ts";
import { deliveryErrors } from "#shared/deliveries/errors.ts";
import { deploymentErrors } from "#shared/deployments/errors.ts";
import { recipeErrors } from "#shared/deployments/recipes/errors.ts";
import { downloadErrors } from "#shared/downloads/errors.ts";
import { fileMakerErrors } from "#shared/filemaker/errors.ts";
import { fileErrors } from "#shared/files/errors.ts";
import { uploadErrors } from "#shared/files/uploads/errors.ts";
import { identityErrors } from "#shared/identity/errors.ts";
import { keyErrors } from "#shared/keys/errors.ts";
import { logErrors } from "#shared/logs/errors.ts";
import { mcpErrors } from "#shared/mcp/errors.ts";
import { mcpServerErrors } from "#shared/mcp-servers/errors.ts";
import { noteErrors } from "#shared/notes/errors.ts";
import { notificationErrors } from "#shared/notifications/errors.ts";
import { oauthErrors } from "#shared/oauth/errors.ts";
import { processErrors } from "#shared/processes/errors.ts";
import { proxyErrors } from "#shared/proxy/errors.ts";
import { scheduleErrors } from "#shared/schedules/errors.ts";
import { serverErrors } from "#shared/server/errors.ts";
import { sessionErrors } from "#shared/sessions/errors.ts";
import { systemErrors } from "#shared/system/errors.ts";
import { transferErrors } from "#shared/transfer/errors.ts";
import { trashErrors } from "#shared/trash/errors.ts";
import { triggerErrors } from "#shared/triggers/errors.ts";
import { usageErrors } from "#shared/usage/errors.ts";
import { webhookErrors } from "#shared/webhooks/errors.ts";
import type { ErrorEntries, ErrorEntry } from "./error-entry.ts";
import { sharedErrors } from "./shared-errors.ts";

/**
 * Errors of all resources, each in a file of its own, for documents, OpenAPI and the console. A published number never changes. A new
 * error takes the next number of its resource's range of 25; a new resource takes the first free range. All numbers are below 20000. A
 * retired number is listed in tests/architecture/published-errors.ts and never used again.
 */
export const errorResources = {
  shared: { newNumbersFrom: 18300, errors: sharedErrors },
  filemaker: { newNumbersFrom: 18325, errors: fileMakerErrors },
  agent: { newNumbersFrom: 18350, errors: agentErrors },
  backups: { newNumbersFrom: 19450, errors: backupErrors },
  browser: { newNumbersFrom: 18375, errors: browserErrors },
  builds: { newNumbersFrom: 18700, errors: buildErrors },
  deliveries: { newNumbersFrom: 19100, errors: deliveryErrors },
  deployments: { newNumbersFrom: 18800, errors: deploymentErrors },
  downloads: { newNumbersFrom: 18400, errors: downloadErrors },
  files: { newNumbersFrom: 18425, errors: fileErrors },
  identity: { newNumbersFrom: 19550, errors: identityErrors },
  keys: { newNumbersFrom: 18450, errors: keyErrors },
  logs: { newNumbersFrom: 18475, errors: logErrors },
  "mcp-servers": { newNumbersFrom: 19700, errors: mcpServerErrors },
  mcp: { newNumbersFrom: 19750, errors: mcpErrors },
  notes: { newNumbersFrom: 18500, errors: noteErrors },
  notifications: { newNumbersFrom: 19300, errors: notificationErrors },
  oauth: { newNumbersFrom: 19800, errors: oauthErrors },
  processes: { newNumbersFrom: 18525, errors: processErrors },
  proxy: { newNumbersFrom: 18550, errors: proxyErrors },
  recipes: { newNumbersFrom: 19400, errors: recipeErrors },
  restores: { newNumbersFrom: 19475, errors: restoreErrors },
  schedules: { newNumbersFrom: 18900, errors: scheduleErrors },
  server: { newNumbersFrom: 18575, errors: serverErrors },
  sessions: { newNumbersFrom: 18600, errors: sessionErrors },
  system: { newNumbersFrom: 18625, errors: systemErrors },
  transfer: { newNumbersFrom: 19600, errors: transferErrors },
  trash: { newNumbersFrom: 18650, errors: trashErrors },
  triggers: { newNumbersFrom: 19200, errors: triggerErrors },
  uploads: { newNumbersFrom: 18675, errors: uploadErrors },
  usage: { newNumbersFrom: 19900, errors: usageErrors },
  webhooks: { newNumbersFrom: 19000, errors: webhookErrors },
} as const satisfies Readonly<Record<string, { readonly newNumbersFrom: number; readonly errors: ErrorEntries }>>;

type NamesOf<Entries> = Entries extends unknown ? keyof Entries : never;
export type ErrorName = NamesOf<(typeof errorResources)[keyof typeof errorResources]["errors"]>;

/** All errors by name. */
export const errors: Readonly<Record<ErrorName, ErrorEntry>> = Object.assign(
  {},
  ...Object.values(errorResources).map((resource) => resource.errors),
);

interface ServiceErrorOptions extends ErrorOptions {
  /** For the log only. Never a secret. */
  readonly detail?: string;
  /** Appended to the public message, such as the field or file. Never a secret. */
  readonly text?: string;
  /** Facts for programs, sent as `response`. */
  readonly response?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
}

/** Refusal or failure. Each exit translates it for the caller in one place (edge/envelope.ts for HTTP). */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly error: ErrorName;
  readonly detail: string | undefined;
  readonly text: string;
  readonly response: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | undefined;

  constructor(error: ErrorName, options: ServiceErrorOptions = {}) {
    super(error, options);
    this.error = error;
    this.detail = options.detail;
    this.text = options.text ? `${errors[error].sentence}: ${options.text}` : errors[error].sentence;
    this.response = options.response ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return errors[this.error].status;
  }

  /** Status on paths of FileMaker's own APIs. */
  get proxyStatus(): number {
    return errors[this.error].fileMakerStatus ?? this.status;
  }
}
