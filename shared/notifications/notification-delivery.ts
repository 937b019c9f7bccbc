import type { AttemptContext, AttemptEnd, DeliveryKind, Post } from "#shared/deliveries/api.ts";
import { signedHeaders } from "#shared/http/standard-webhooks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Mailer } from "#shared/ports/mailer.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { DestinationResults } from "./destination-results.ts";
import { openedTargets, targetOf } from "./forward.ts";
import { DeliveryContext, type DestinationRecord, destinationIdOf } from "./record.ts";
import { sendMail } from "./send-mail.ts";
import { destinationContext, type NotificationStore, ownTargetsContext } from "./store.ts";
import type { Target } from "./targets/contract.ts";

interface NotificationDeliveryDependencies {
  readonly store: Pick<NotificationStore, "get">;
  readonly results: DestinationResults;
  readonly vault: Pick<Vault, "open">;
  readonly post: Post;
  readonly mailer: Mailer;
  readonly clock: Clock;
}

/** Decrypted destination of an attempt. */
interface Opened {
  readonly target: Target;
  readonly secrets: readonly string[];
  /** Undefined for a destination that a build, deployment or backup brings along. */
  readonly destination: DestinationRecord | undefined;
}

/** Sources of notifications: a destination, or a task with its own destinations. */
const sources = ["notification", "build", "deployment", "offsite"] as const;

/** Timeout in milliseconds for lookup, connection and response; an email takes a few more steps. */
const longestMs = 60_000;

/** Statuses after which a retry doesn't help, because the channel is deleted or closed. */
const finalStatuses = {
  slack: [400, 403, 404],
  teams: [400, 401, 403, 404],
  discord: [400, 401, 403, 404],
  webhook: [],
} as const;

/** Headers that we set ourselves. */
const ownHeaders =
  /^(?:host|content-length|content-type|transfer-encoding|connection|webhook-(?:id|timestamp|signature))$/i;

/** Creates the kinds of deliveries for notifications. */
export function notificationDelivery(dependencies: NotificationDeliveryDependencies): readonly DeliveryKind[] {
  const { store, results, vault, post, mailer, clock } = dependencies;

  const ofDestination = async (id: number, isTest: boolean): Promise<Opened | string> => {
    const destination = (await store.get(id))?.record;
    if (destination === undefined) return "The destination was deleted.";
    if (!destination.active && !isTest) return "The destination is disabled.";
    const { sealedTarget, sealedSecret, sealedPreviousSecret, previousSecretUntil } = destination;
    const opened = async (sealed: string | null, field: "sealedSecret" | "sealedPreviousSecret") =>
      sealed === null ? [] : [await vault.open(sealed, destinationContext(id, field))];
    const previous = previousSecretUntil !== null && clock.now() < previousSecretUntil ? sealedPreviousSecret : null;
    return {
      target: JSON.parse(await vault.open(sealedTarget, destinationContext(id, "sealedTarget"))),
      secrets: [...(await opened(sealedSecret, "sealedSecret")), ...(await opened(previous, "sealedPreviousSecret"))],
      destination,
    };
  };

  const ofWork = async ({ eventId, index, sealedTargets }: NonNullable<DeliveryContext["own"]>): Promise<Opened> => {
    const notification = openedTargets(await vault.open(sealedTargets, ownTargetsContext(eventId)))[index];
    if (notification === undefined) throw new Error(`Event ${eventId} has no destination ${index} of its own`);
    return { target: targetOf(notification), secrets: [], destination: undefined };
  };

  const sent = async ({ target, secrets }: Opened, { record, body }: AttemptContext): Promise<AttemptEnd> => {
    const bytes = await body();
    if (target.type === "email") return sendMail(mailer, target, record, bytes.toString("utf8"));
    const given = target.type === "webhook" ? Object.entries(target.headers ?? {}) : [];
    const headers = {
      ...Object.fromEntries(given.filter(([name]) => !ownHeaders.test(name))),
      "Content-Type": "application/json",
      ...(secrets.length > 0 && signedHeaders({ id: record.id, now: clock.now(), body: bytes }, secrets)),
    };
    return post({ url: addressOf(target), headers, body: bytes, finalStatuses: finalStatuses[target.type] });
  };

  const attempt = async (context: AttemptContext): Promise<AttemptEnd> => {
    const { record } = context;
    const { isTest, own } = DeliveryContext.parse(JSON.parse(record.context));
    const opened = own === null ? await ofDestination(destinationIdOf(record.source), isTest) : await ofWork(own);
    if (typeof opened === "string") return { outcome: "refused", status: null, reason: opened };
    const end = await sent(opened, context);
    if (opened.destination !== undefined) await results.note(opened.destination, end, isTest);
    // The administrator who tests waits for the result, and can test again.
    return isTest && end.outcome === "failed" ? { ...end, outcome: "refused" } : end;
  };

  return sources.map((name) => ({ name, longestMs: () => longestMs, isOrdered: async () => false, attempt }));
}

function addressOf(target: Exclude<Target, { readonly type: "email" }>): string {
  if (target.type === "teams") return target.workflowUrl;
  return target.type === "webhook" ? target.webhookUrl : target.channelUrl;
}
