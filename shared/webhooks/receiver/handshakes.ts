import { createHmac, timingSafeEqual } from "node:crypto";
import type { GivenAnswer } from "#shared/deliveries/api.ts";
import type { WebhookSettings } from "../contract.ts";
import type { Verification } from "../verification/contract.ts";
import { signatureRules } from "../verification/signature-rule.ts";
import { handshakeAnswer, jsonAnswer } from "./answers.ts";
import type { EventHead } from "./incoming-event.ts";

/** Call that may only verify the URL. */
export interface HandshakeCall {
  readonly method: string;
  readonly query: URLSearchParams;
  readonly contentType: string;
  readonly body: Buffer;
  readonly secrets: readonly string[];
}

const longest = 2_000;

/**
 * Returns true for a call that only checks if the address exists: HEAD, which never is an event (RFC 9110, 9.1), and a GET that carries
 * nothing although the webhook expects signatures.
 */
export function isAddressCheck(
  { method, query, header }: Pick<EventHead, "method" | "query" | "header">,
  verification: Verification,
): boolean {
  if (method === "HEAD") return true;
  const rules = signatureRules(verification);
  const isEmpty = query.length === 0 && Number(header("content-length") ?? 0) === 0;
  const isFramed = header("transfer-encoding") !== undefined;
  return (
    method === "GET" &&
    isEmpty &&
    !isFramed &&
    rules.length > 0 &&
    rules.every((rule) => header(rule.header) === undefined)
  );
}

/** Returns the response to a sender that verifies the URL before sending events, or undefined for an event. */
export function handshake(
  call: HandshakeCall,
  { handshake: kind, verification: { scheme } }: WebhookSettings,
): GivenAnswer | undefined {
  if (scheme === "woocommerce") return wooCommercePing(call);
  if (kind === "microsoft-graph") return call.method === "POST" ? echoed(call.query.get("validationToken")) : undefined;
  if (kind === "dropbox" || scheme === "dropbox")
    return call.method === "GET" ? echoed(call.query.get("challenge")) : undefined;
  return kind === "meta" ? metaChallenge(call) : undefined;
}

/** Returns the response to Slack's verification, which is signed like its events. */
export function slackChallenge({ method, body }: Pick<HandshakeCall, "method" | "body">): GivenAnswer | undefined {
  if (method !== "POST" || body.length > longest) return undefined;
  const { type, challenge } = fieldsIn(body);
  return type === "url_verification" && typeof challenge === "string" ? echoed(challenge) : undefined;
}

/** Returns the response to Zoom's validation, which is signed like its events: the token, and its HMAC with the secret. */
export function zoomChallenge({
  method,
  body,
  secrets,
}: Pick<HandshakeCall, "method" | "body" | "secrets">): GivenAnswer | undefined {
  if (method !== "POST" || body.length > longest) return undefined;
  const { event, payload } = fieldsIn(body);
  const { plainToken } = (payload ?? {}) as { readonly plainToken?: unknown };
  const [secret] = secrets;
  if (event !== "endpoint.url_validation" || typeof plainToken !== "string" || secret === undefined) return undefined;
  const encryptedToken = createHmac("sha256", secret).update(plainToken).digest("hex");
  return jsonAnswer(200, { plainToken, encryptedToken });
}

function metaChallenge({ method, query, secrets }: HandshakeCall): GivenAnswer | undefined {
  if (method !== "GET" || query.get("hub.mode") !== "subscribe") return undefined;
  const token = Buffer.from(query.get("hub.verify_token") ?? "");
  const isKnown = secrets
    .map((secret) => Buffer.from(secret))
    .some((secret) => secret.length === token.length && timingSafeEqual(secret, token));
  return isKnown ? echoed(query.get("hub.challenge")) : undefined;
}

/** Returns the response to WooCommerce's ping: an unsigned form with one field. The response must have status 200. */
function wooCommercePing({ method, contentType, body }: HandshakeCall): GivenAnswer | undefined {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(contentType);
  return method === "POST" && isForm && /^webhook_id=\d{1,20}$/.test(body.toString("latin1"))
    ? handshakeAnswer("")
    : undefined;
}

function echoed(text: string | null): GivenAnswer | undefined {
  return text === null || text.length > longest ? undefined : handshakeAnswer(text);
}

function fieldsIn(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {}; // Event in another format, which the receiver handles.
  }
}
