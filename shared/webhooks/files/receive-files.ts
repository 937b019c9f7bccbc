import { createHash } from "node:crypto";
import type { RawCall } from "#shared/contract/delivery.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { DeliveryBodies, StoredBody } from "#shared/deliveries/api.ts";
import { streamedBody } from "#shared/http/streamed-body.ts";
import { type EventLimits, sayingWhy } from "../receiver/incoming-event.ts";
import type { SenderCheck } from "../verification/verify.ts";
import { contentReader } from "./content-reader.ts";
import type { SentContent } from "./sent-content.ts";

/** Stored body with files, and its parsed content. */
export interface ReceivedFiles {
  readonly body: StoredBody;
  readonly content: SentContent;
  /** Fingerprint of the body's bytes. */
  readonly fingerprint: string;
}

interface FileReception extends EventLimits {
  readonly id: string;
  readonly bodies: Pick<DeliveryBodies, "keepStream" | "discard">;
  /** Receives the bytes as they arrive. */
  readonly check: SenderCheck;
}

/**
 * Stores a body while it arrives, and determines the positions of its files at the same time, so that files are never in memory. Incomplete
 * and invalid bodies are deleted.
 * @throws ServiceError body_too_large, request_timeout, webhook_form_invalid, webhook_type_unsupported
 */
export async function receiveFiles(
  { http, header }: Pick<RawCall, "http" | "header">,
  { id, bodies, check, ...limits }: FileReception,
): Promise<ReceivedFiles> {
  const coding = header("content-encoding") ?? "identity";
  // File positions can't be determined in a compressed body.
  if (coding.toLowerCase() !== "identity")
    throw new ServiceError("webhook_type_unsupported", { text: `content coding ${coding}` });
  const reader = contentReader(header);
  const hash = createHash("sha256");
  const maxBytes = Math.min(limits.maxBytes, limits.gatewayBytes);
  const declaredBytes = Number(header("content-length") ?? 0);
  let content: SentContent | undefined;

  async function* seen(): AsyncGenerator<Uint8Array> {
    for await (const chunk of streamedBody(http.body, { maxBytes, quietMs: limits.bodyMs, declaredBytes })) {
      reader.push(chunk);
      check.update(chunk);
      hash.update(chunk);
      yield chunk;
    }
    content = reader.end();
  }

  const body = await bodies.keepStream(id, seen()).catch(sayingWhy(limits));
  if (content === undefined) throw new Error(`The body of ${id} was stored before it was read`);
  return { body, content, fingerprint: hash.digest("base64url") };
}
