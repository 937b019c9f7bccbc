import { hash } from "node:crypto";
import type { Caller } from "#shared/contract/call.ts";
import type { RawCall } from "#shared/contract/delivery.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import type { DeliveryBodies, GivenAnswer } from "#shared/deliveries/api.ts";
import { sendWhole } from "#shared/http/send-whole.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { HttpCall } from "#shared/ports/http-call.ts";
import type { Log } from "#shared/ports/log.ts";
import type { Vault } from "#shared/ports/vault.ts";
import { largestEventBytes, type WebhookSettings } from "../contract.ts";
import type { EventCounts } from "../event-counts.ts";
import { formContent, formKindOf } from "../files/form-fields.ts";
import { receiveFiles } from "../files/receive-files.ts";
import { settingsOf, type WebhookRecord } from "../record.ts";
import type { Address as WebhookAddress, WebhookStore } from "../store.ts";
import { secretsOf } from "../verification/secrets.ts";
import { tokenHeaders } from "../verification/token-header.ts";
import { type SenderCheck, senderCheck } from "../verification/verify.ts";
import { isAllowedAddress } from "./allowed-address.ts";
import { handshakeAnswer } from "./answers.ts";
import type { receiver } from "./contract.ts";
import type { CountedWebhook } from "./counted-webhook.ts";
import { handshake, isAddressCheck, slackChallenge, zoomChallenge } from "./handshakes.ts";
import {
  type EventAddress,
  type EventHead,
  type EventLimits,
  eventBody,
  eventHead,
  partsOf,
  type StorableEvent,
} from "./incoming-event.ts";
import { checkText, isJson, refuseBinary } from "./payload.ts";
import type { Receive } from "./receive.ts";
import { selfRegistration } from "./self-registration.ts";
import { senderIdOf } from "./sender-id.ts";
import type { Sender, Senders } from "./senders.ts";
import { unpacked } from "./unpacked.ts";

interface ReceiverDependencies {
  readonly webhooks: WebhookStore;
  readonly senders: Senders;
  readonly receive: Receive;
  readonly bodies: Pick<DeliveryBodies, "keep" | "keepStream" | "discard">;
  readonly counts: EventCounts;
  readonly count: (call: CountedWebhook) => void;
  readonly registersItself: () => Promise<boolean>;
  readonly vault: Pick<Vault, "open">;
  readonly clock: Clock;
  readonly log: Pick<Log, "receiver" | "error">;
  /** Returns the public base URL of the service. */
  readonly baseUrl: () => string;
  readonly bodyMs: number;
  readonly largestBodyBytes: number;
}

/** Data of a finished call for its log line. */
interface CallLine {
  webhook?: WebhookRecord;
  delivery?: string;
  /** "refused" until the event was read and its sender verified. */
  outcome: string;
  /** Sentence of the error. */
  reason?: string;
  status: number;
  bytes: number;
}

/** Receiver that an event was sent to, for events or for files. */
type ReceiverAddress = EventAddress & { readonly useFileReceiver: boolean };

/** Event that is being read. */
interface Reading {
  readonly head: EventHead;
  readonly call: RawCall;
  readonly webhook: WebhookRecord;
  readonly check: SenderCheck;
  readonly secrets: readonly string[];
  readonly limits: EventLimits;
  readonly line: CallLine;
}

/** Reads an event, or returns the response to a sender that only verifies the URL. */
type Read = (
  reading: Reading,
) => Promise<
  { readonly event: StorableEvent; readonly answer?: never } | { readonly event?: never; readonly answer: GivenAnswer }
>;

/** Settings of webhooks that an event registers under the address of OttoFMS. */
const asInOtto: Partial<WebhookSettings> = { includeRequestId: false };

/** Creates the receiver of events: authenticates and verifies senders, and delivers their events. */
export function receiverService(dependencies: ReceiverDependencies): ServiceOf<typeof receiver> {
  const { webhooks, senders, receive, bodies, counts, registersItself, vault, clock, log, baseUrl } = dependencies;
  const register = selfRegistration({ webhooks, clock, log });

  /**
   * Returns the webhook at a URL. A valid call registers it if that is enabled. A HEAD changes nothing: undefined if an event would
   * register it.
   * @throws ServiceError webhook_not_registered, webhook_registrations_used
   */
  const webhookAt = async (
    address: WebhookAddress,
    keyId: number,
    { method, prefix }: Pick<HttpCall, "method" | "prefix">,
  ): Promise<WebhookRecord | undefined> => {
    const known = await webhooks.at(address);
    if (known !== undefined) return known.record;
    if (!(await registersItself())) throw new ServiceError("webhook_not_registered");
    // Scripts for OttoFMS expect the payload as it was sent.
    return method === "HEAD" ? undefined : register(address, keyId, prefix === "otto" ? asInOtto : {});
  };

  /**
   * Reads a text event for storage, or responds to a sender that only verifies the URL.
   * @throws ServiceError webhook_signature_refused
   */
  const readEvent: Read = async ({ head, call, webhook, check, secrets, limits, line }) => {
    const settings = settingsOf(webhook);
    const body = await eventBody(call, limits);
    line.bytes = body.length;
    const event = { ...head, body };
    const answer = handshake({ ...event, query: partsOf(call.http.target).params, secrets }, settings);
    if (answer !== undefined) return { answer };
    check.update(body);
    const reason = check.verdict();
    if (reason !== undefined) throw new ServiceError("webhook_signature_refused", { text: reason });
    const challenge = signedChallenge({ ...event, secrets }, settings);
    if (challenge !== undefined) return { answer: challenge };
    const form = await readableForm(event, webhook.useFileReceiver, limits.maxBytes);
    const fingerprint = () => hash("sha256", body, "base64url");
    const senderId = senderIdOf({ ...event, fingerprint }, settings);
    const id = receive.newId(webhook);
    return { event: { ...head, id, body: await bodies.keep(id, body), senderId, content: null, form } };
  };

  /** Same for files, which are stored while they arrive. */
  const readFiles: Read = async (reading) => {
    const { head, call, webhook, check, secrets, limits, line } = reading;
    // Some senders of files send other events as text.
    if (isTextEvent(head)) {
      const maxBytes = Math.min(limits.maxBytes, largestEventBytes);
      return readEvent({ ...reading, limits: { ...limits, maxBytes } });
    }
    const settings = settingsOf(webhook);
    const body = Buffer.alloc(0);
    const answer = handshake({ ...head, body, query: partsOf(call.http.target).params, secrets }, settings);
    if (answer !== undefined) return { answer };
    if (check.refusal !== undefined) throw new ServiceError("webhook_signature_refused", { text: check.refusal });
    const id = receive.newId(webhook);
    const received = await receiveFiles(call, { ...limits, id, bodies, check });
    line.bytes = received.body.sizeBytes;
    const reason = check.verdict();
    if (reason !== undefined) {
      await bodies.discard(id);
      throw new ServiceError("webhook_signature_refused", { text: reason });
    }
    const senderId = senderIdOf({ ...head, body, fingerprint: () => received.fingerprint }, settings);
    return { event: { ...head, id, body: received.body, senderId, content: received.content, form: null } };
  };

  const take = async (
    sender: Sender,
    address: ReceiverAddress,
    call: RawCall,
    line: CallLine,
  ): Promise<GivenAnswer> => {
    const { bodyMs, largestBodyBytes: gatewayBytes } = dependencies;
    const { channel, useFileReceiver } = address;
    const at = { database: sender.database, channel, useFileReceiver };
    const webhook = await webhookAt(at, sender.handle.record.id, call.http);
    if (webhook === undefined) return checked(line);
    line.webhook = webhook;
    const { active, allowedAddresses, verification, handshake: handshakes, largestBytes } = settingsOf(webhook);
    if (!active) throw new ServiceError("webhook_inactive");
    if (!isAllowedAddress(call.http.address, allowedAddresses)) throw new ServiceError("webhook_address_refused");
    const head = eventHead(call, sender, tokenHeaders(verification));
    if (isAddressCheck(head, verification)) return checked(line);
    const now = clock.now();
    const needsSecrets = verification.scheme !== "none" || handshakes !== "none";
    const secrets = needsSecrets ? await secretsOf(webhook, vault, now) : [];
    // Senders sign the address as it was registered with them, byte for byte and with the key in it. It is never stored.
    const url = `${baseUrl()}/${call.http.prefix}${call.http.target}`;
    const check = senderCheck({ header: call.header, url, now }, verification, secrets);
    const read = useFileReceiver ? readFiles : readEvent;
    const limits = { maxBytes: largestBytes, gatewayBytes, bodyMs };
    const { event, answer: ownAnswer } = await read({ head, call, webhook, check, secrets, limits, line });
    if (event === undefined) {
      line.outcome = "handshake";
      return ownAnswer;
    }
    const counted = (result: string, isError: boolean) =>
      counts.used(webhook.id, { result, isError, at: now, bytes: line.bytes });
    line.outcome = "failed";
    try {
      const { answer, deliveryId, outcome } = await receive.take(event, webhook);
      line.delivery = deliveryId;
      line.outcome = outcome;
      counted(outcome === "repeated" ? "Repeated" : `Answered ${answer.status}`, answer.status >= 400);
      return answer;
    } catch (thrown) {
      counted(thrown instanceof ServiceError ? thrown.text : "Something went wrong in Latchkey", true);
      throw thrown;
    }
  };

  const receiveAt = async (address: ReceiverAddress, call: RawCall): Promise<void> => {
    const startedAt = clock.now();
    let isOwnError = false;
    const line: CallLine = { outcome: "refused", status: 0, bytes: 0 };
    const { http, requestId } = call;
    try {
      const authorization = http.headers.filter(
        (_, at) => at % 2 === 1 && http.headers[at - 1]?.toLowerCase() === "authorization",
      );
      const { rawQuery } = partsOf(http.target);
      const admitted = { method: http.method, headers: http.headers, client: call.client };
      const identified = (caller: Caller) => call.setCaller?.(caller);
      const sender = await senders(
        { pathKey: address.apiKey, authorization, rawQuery, identified, admitted },
        address.file,
      );
      const { status, headers, body } = await take(sender, address, call, line);
      line.status = status;
      const head = [...headers.flat(), "Cache-Control", "no-store", "X-Request-Id", requestId];
      sendWhole(
        http.answer,
        { method: http.method, acceptEncoding: "" },
        { status, headers: head, body: Buffer.from(body) },
      );
    } catch (thrown) {
      isOwnError = true;
      line.status = 500;
      if (!(thrown instanceof ServiceError)) throw thrown;
      line.status = thrown.status;
      line.reason = thrown.text;
      if (line.webhook !== undefined && line.outcome === "refused")
        counts.refused(line.webhook.id, { result: thrown.text, at: clock.now() });
      throw thrown;
    } finally {
      const { webhook, status, bytes } = line;
      const durationMs = clock.now() - startedAt;
      dependencies.count({ webhook, status, isOwnError, bytes, durationMs });
      log.receiver({
        ...line,
        webhook: webhook?.id,
        file: address.file,
        channel: address.channel,
        method: http.method,
        durationMs,
        address: http.address,
        requestId,
      });
    }
  };

  const receiveEvent = (address: EventAddress, call: RawCall) =>
    receiveAt({ ...address, useFileReceiver: false }, call);
  const receiveFile = (address: EventAddress, call: RawCall) => receiveAt({ ...address, useFileReceiver: true }, call);
  return { receiveEvent, receiveEventByPath: receiveEvent, receiveFile, receiveFileByPath: receiveFile };
}

/** Returns the response to a sender that verifies the URL with a signed request. */
function signedChallenge(
  call: Parameters<typeof zoomChallenge>[0],
  { verification, handshake: kind }: WebhookSettings,
): GivenAnswer | undefined {
  if (verification.scheme === "slack") return slackChallenge(call);
  const isZoom = verification.scheme === "zoom" || (kind === "zoom" && verification.scheme === "hmac");
  return isZoom ? zoomChallenge(call) : undefined;
}

/** Returns the response to a sender that checks the address. */
function checked(line: CallLine): GivenAnswer {
  line.outcome = "checked";
  return handshakeAnswer("");
}

/** Returns true for an event at the receiver of files that isn't a file: a URL-encoded form, or JSON without a file name. */
function isTextEvent({ contentType, header }: EventHead): boolean {
  if (formKindOf(contentType) === "urlencoded") return true;
  return isJson(contentType) && header("content-disposition") === undefined;
}

/**
 * Rejects bodies that could never be written to a record before they are stored. Returns the receiver that a form was sent to, if its
 * fields are the payload. The text of a URL-encoded form is its payload if it was sent to the receiver of events.
 * @throws ServiceError webhook_type_unsupported, webhook_form_invalid, json_invalid, body_too_large
 */
async function readableForm(
  event: EventHead & { readonly body: Buffer },
  useFileReceiver: boolean,
  maxBytes: number,
): Promise<StorableEvent["form"]> {
  const { contentType } = event;
  if (event.body.length === 0) return null;
  const kind = formKindOf(contentType);
  if (kind === undefined) refuseBinary(contentType);
  const body = await unpacked(event.body, event.contentCoding, maxBytes);
  if (kind === undefined || (kind === "urlencoded" && !useFileReceiver)) {
    checkText({ body, contentType });
    return null;
  }
  const { files } = formContent(body, contentType);
  if (files.length > 0)
    throw new ServiceError("webhook_type_unsupported", { text: "a form with files. Send it to `/svc/filereceiver/…`" });
  return useFileReceiver ? "filereceiver" : "receiver";
}
