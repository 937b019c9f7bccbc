import type { RawCall } from "#shared/contract/delivery.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import type { GivenAnswer } from "#shared/deliveries/record.ts";
import { sendWhole } from "#shared/http/send-whole.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Log } from "#shared/ports/log.ts";
import { ConditionFailed } from "#shared/ports/table.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { EventCounts } from "../event-counts.ts";
import { newWebhook, settingsOf, type WebhookRecord } from "../record.ts";
import type { WebhookStore } from "../store.ts";
import { secretsOf } from "../verification/secrets.ts";
import { verdictOn } from "../verification/verify.ts";
import { isAllowedAddress } from "./allowed-address.ts";
import type { receiver } from "./contract.ts";
import { handshake, slackChallenge } from "./handshakes.ts";
import { type EventAddress, type IncomingEvent, incomingEvent, partsOf } from "./incoming-event.ts";
import { payloadText, refuseBinary } from "./payload.ts";
import type { Receive } from "./receive.ts";
import type { Sender, Senders } from "./senders.ts";
import { unpacked } from "./unpacked.ts";

interface ReceiverDependencies {
  readonly webhooks: WebhookStore;
  readonly senders: Senders;
  readonly receive: Receive;
  readonly counts: EventCounts;
  readonly registersItself: () => Promise<boolean>;
  readonly vault: Pick<Vault, "open">;
  readonly clock: Clock;
  readonly log: Pick<Log, "receiver">;
  /** Where callers reach the service. */
  readonly baseUrl: () => string;
  readonly bodyMs: number;
  readonly largestBodyBytes: number;
}

/** What is known of a call when it has ended, for its line in the log. */
interface CallLine {
  webhook?: number;
  delivery?: string;
  outcome: string;
  status: number;
  bytes: number;
}

/** The receiver of events: who sends them, whether that is so, and what follows. */
export function receiverService(dependencies: ReceiverDependencies): ServiceOf<typeof receiver> {
  const { webhooks, senders, receive, counts, registersItself, vault, clock, log, baseUrl } = dependencies;

  /** The webhook of an address; a valid call makes it where that is wanted. @throws ServiceError webhook_not_registered */
  const webhookAt = async (database: string, channel: string): Promise<WebhookRecord> => {
    const address = { database, channel, useFileReceiver: false };
    for (;;) {
      const known = await webhooks.at(address);
      if (known !== undefined) return known.record;
      if (!(await registersItself())) throw new ServiceError("webhook_not_registered");
      const made = newWebhook(await webhooks.nextId(), address, channel, clock.now());
      try {
        await webhooks.create(made);
        return made;
      } catch (thrown) {
        if (!(thrown instanceof ConditionFailed)) throw thrown; // Another event of this channel was faster.
      }
    }
  };

  /** Checks who has sent an event. What a sender gets that only tries the address is answered. @throws ServiceError webhook_signature_refused */
  const handshakeOrProof = async (
    event: IncomingEvent,
    call: RawCall,
    webhook: WebhookRecord,
  ): Promise<GivenAnswer | undefined> => {
    const settings = settingsOf(webhook);
    const { verification } = settings;
    if (verification.scheme === "none" && settings.handshake === "none") return undefined;
    const secrets = await secretsOf(webhook, vault, clock.now());
    const { params } = partsOf(call.http.target);
    const answer = handshake({ ...event, query: params, secrets }, settings);
    if (answer !== undefined) return answer;
    const url = `${baseUrl()}/${call.http.prefix}${event.target}`;
    const reason = verdictOn({ header: call.header, body: event.body, url, now: clock.now() }, verification, secrets);
    if (reason !== undefined) {
      counts.refused(webhook.id);
      throw new ServiceError("webhook_signature_refused", { text: reason });
    }
    return verification.scheme === "slack" ? slackChallenge(event) : undefined;
  };

  const take = async (sender: Sender, address: EventAddress, call: RawCall, line: CallLine): Promise<GivenAnswer> => {
    const { bodyMs, largestBodyBytes } = dependencies;
    const webhook = await webhookAt(sender.database, address.channel);
    line.webhook = webhook.id;
    const settings = settingsOf(webhook);
    if (!settings.active) throw new ServiceError("webhook_inactive");
    if (!isAllowedAddress(call.http.address, settings.allowedAddresses))
      throw new ServiceError("webhook_address_refused");
    const mostBytes = settings.largestBytes;
    const event = await incomingEvent(call, sender, { mostBytes, gatewayBytes: largestBodyBytes, bodyMs });
    line.bytes = event.body.length;
    const handshakeAnswer = await handshakeOrProof(event, call, webhook);
    if (handshakeAnswer !== undefined) {
      line.outcome = "handshake";
      return handshakeAnswer;
    }
    await refuseUnreadable(event, mostBytes);
    const at = clock.now();
    const counted = (result: string, isError: boolean) =>
      counts.used(webhook.id, { result, isError, at, bytes: event.body.length });
    try {
      const { answer, deliveryId, outcome } = await receive(event, webhook);
      line.delivery = deliveryId;
      line.outcome = outcome;
      counted(outcome === "repeated" ? "Repeated" : `Answered ${answer.status}`, answer.status >= 400);
      return answer;
    } catch (thrown) {
      counted(thrown instanceof ServiceError ? thrown.text : "Something went wrong in Latchkey itself", true);
      throw thrown;
    }
  };

  const receiveAt = async (address: EventAddress, call: RawCall): Promise<void> => {
    const startedAt = clock.now();
    const line: CallLine = { outcome: "refused", status: 0, bytes: 0 };
    const { http, requestId } = call;
    try {
      const authorization = http.headers.filter(
        (_, at) => at % 2 === 1 && http.headers[at - 1]?.toLowerCase() === "authorization",
      );
      const { rawQuery } = partsOf(http.target);
      const sender = await senders({ pathKey: address.apiKey, authorization, rawQuery }, address.file);
      const { status, headers, body } = await take(sender, address, call, line);
      line.status = status;
      const head = [...headers.flat(), "Cache-Control", "no-store", "X-Request-Id", requestId];
      sendWhole(
        http.answer,
        { method: http.method, acceptEncoding: "" },
        { status, headers: head, body: Buffer.from(body) },
      );
    } catch (thrown) {
      line.status = thrown instanceof ServiceError ? thrown.status : 500;
      throw thrown;
    } finally {
      log.receiver({
        ...line,
        file: address.file,
        channel: address.channel,
        method: http.method,
        durationMs: clock.now() - startedAt,
        address: http.address,
        requestId,
      });
    }
  };

  return { receiveEvent: receiveAt, receiveEventByPath: receiveAt };
}

/** What would never get into a record is refused before it is stored. @throws ServiceError webhook_type_unsupported, json_invalid, body_too_large */
async function refuseUnreadable(event: IncomingEvent, mostBytes: number): Promise<void> {
  if (event.body.length === 0) return;
  refuseBinary(event.contentType);
  const body = await unpacked(event.body, event.contentCoding, mostBytes);
  const { method, contentType, query } = event;
  payloadText({ method, contentType, body, query, headers: undefined, withQuery: false, deliveryId: "" });
}
