import { ServiceError } from "#shared/contract/errors.ts";
import type { Acceptance, AttemptEnd, DeliveryEngine, DeliveryRecord, GivenAnswer } from "#shared/deliveries/api.ts";
import type { BackgroundTasks } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { WebhookSettings } from "../contract.ts";
import { type EventContext, takenEvent } from "../event-context.ts";
import { settingsOf, type WebhookRecord, webhookSource } from "../record.ts";
import { acceptedAnswer, takenAnswer } from "./answers.ts";
import type { StorableEvent } from "./incoming-event.ts";

interface ReceiveDependencies {
  readonly engine: Pick<DeliveryEngine, "newId" | "accept" | "suppress" | "perform" | "resume" | "isHeld">;
  readonly clock: Clock;
  readonly background: BackgroundTasks;
}

/** Result of receiving an event: its response and the data for the log. */
export interface Received {
  readonly answer: GivenAnswer;
  readonly deliveryId: string;
  readonly outcome: string;
}

/** Receives events from verified senders. */
export interface Receive {
  /**
   * Returns an id for an event whose body is about to be stored.
   * @throws ServiceError upstream_unreachable if the webhook requires a reachable server
   */
  newId(webhook: WebhookRecord): string;
  /**
   * Stores an event, and responds as configured for its webhook.
   * @throws ServiceError
   */
  take(event: StorableEvent, webhook: WebhookRecord): Promise<Received>;
}

const hourMs = 3_600_000;

export function receiveEvents({ engine, clock, background }: ReceiveDependencies): Receive {
  const contextOf = (
    event: StorableEvent,
    { id: webhookId, channel }: WebhookRecord,
    settings: WebhookSettings,
  ): EventContext => ({
    webhookId,
    keyId: event.keyId,
    database: event.database,
    channel,
    layout: settings.layout,
    script: settings.script,
    contentType: event.contentType,
    contentCoding: event.contentCoding,
    query: event.query,
    withQuery: event.withQuery || settings.includeQuery,
    withHeaders: event.withHeaders || settings.includeHeaders,
    ...(!settings.includeRequestId && { withoutRequestId: true as const }),
    recordId: null,
    isUnsure: false,
    taken: null,
    sent: event.content && { ...event.content, field: settings.containerField },
    form: event.form,
    filesStored: 0,
  });

  /** Waits for the script until the webhook's deadline. The attempt continues after it. */
  const answered = async (delivery: Owned, settings: WebhookSettings): Promise<GivenAnswer> => {
    const { id } = delivery.record;
    const accepted = acceptedAnswer(settings, id);
    let isAnswered = false;
    let refusal: (AttemptEnd & { readonly reason: string }) | undefined;
    const settle = (record: DeliveryRecord, end: AttemptEnd): DeliveryRecord => {
      const taken = end.outcome === "delivered" ? takenEvent(record) : undefined;
      if (taken !== undefined) return { ...record, given: isAnswered ? accepted : takenAnswer(taken, id) };
      const isQueued = end.outcome === "unavailable" && settings.whenUnavailable === "queue";
      if (isAnswered || isQueued || end.outcome === "delivered") return { ...record, given: accepted };
      // The sender receives an error and retries by its own rules, as the same delivery.
      refusal = end;
      return { ...record, state: "failed", endedAt: clock.now() };
    };
    const waiting = new AbortController();
    const performing = engine.perform(delivery, settle);
    const given = await Promise.race([
      performing.then(() => "ended" as const),
      clock.sleep(settings.deadlineSeconds * 1000, waiting.signal).then(() => "late" as const),
    ]).finally(() => waiting.abort());
    if (given === "late") {
      isAnswered = true;
      background.waitUntil("event delivery", performing);
      return accepted;
    }
    const end = await performing;
    if (refusal !== undefined) throw refusedEvent(refusal, id);
    const taken = end.outcome === "delivered" && end.context !== undefined ? (end.context as EventContext).taken : null;
    return taken === null ? accepted : takenAnswer(taken, id);
  };

  /** Handles a repeated event whose first response was lost or an error. Resumes the same delivery unless it is running. */
  const repeated = async ({ record }: Owned, settings: WebhookSettings): Promise<GivenAnswer> => {
    if (record.given !== null) return record.given;
    const delivery = await engine.resume(record.id);
    if (delivery === undefined)
      throw new ServiceError("webhook_event_under_way", { retryAfterSeconds: 5, response: { deliveryId: record.id } });
    return answered(delivery, settings);
  };

  const waitsFor = (webhook: WebhookRecord, { answerMode }: WebhookSettings): boolean =>
    answerMode === "result" && !engine.isHeld(webhookSource(webhook.id));

  return {
    newId(webhook) {
      const settings = settingsOf(webhook);
      const isAway = settings.answerMode === "result" && !waitsFor(webhook, settings);
      if (isAway && settings.whenUnavailable === "refuse")
        throw new ServiceError("upstream_unreachable", { retryAfterSeconds: 30 });
      return engine.newId(webhookSource(webhook.id));
    },

    async take(event, webhook) {
      const settings = settingsOf(webhook);
      const waits = waitsFor(webhook, settings);
      const { id, senderId, body, method, target, headers } = event;
      const accepted = acceptedAnswer(settings, id);
      const given = {
        id,
        source: webhookSource(webhook.id),
        senderId: senderId?.shown ?? null,
        request: { method, target, headers, body },
        context: contextOf(event, webhook, settings),
        keptMs: settings.retentionDays * 24 * hourMs,
        given: waits ? null : accepted,
      };
      const untilMs = clock.now() + settings.duplicates.hours * hourMs;
      const remembered = senderId !== null && { remembered: { senderId: senderId.remembered, untilMs } };
      const acceptance = await engine.accept(given, { ...remembered, wantsAttempt: waits });
      const { delivery } = acceptance;
      if (acceptance.kind === "repeated") {
        await engine.suppress(given, delivery.record.id);
        return { answer: await repeated(delivery, settings), deliveryId: delivery.record.id, outcome: "repeated" };
      }
      return {
        answer: acceptance.isOwned ? await answered(delivery, settings) : accepted,
        deliveryId: id,
        outcome: "accepted",
      };
    },
  };
}

type Owned = Acceptance["delivery"];

/** Returns the error for an event that wasn't accepted. */
function refusedEvent({ reason, error }: AttemptEnd & { readonly reason: string }, deliveryId: string): ServiceError {
  const response = { deliveryId };
  return error === undefined
    ? new ServiceError("webhook_undelivered", { text: reason, response })
    : new ServiceError(error, { response, retryAfterSeconds: 30 });
}
