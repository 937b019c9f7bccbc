import { hash } from "node:crypto";
import type { Answer } from "../../../support/http/call.ts";
import type { TestService } from "../../../support/test-service.ts";

/** Returns bytes without repeating sequences. */
export function aFile(sizeBytes: number, seed = "upload"): Buffer {
  const blocks: Buffer[] = [];
  for (let size = 0, number = 0; size < sizeBytes; size += 64, number += 1)
    blocks.push(hash("sha512", `${seed} ${number}`, "buffer"));
  return Buffer.concat(blocks).subarray(0, sizeBytes);
}

interface Options {
  readonly fileName?: string;
  readonly contentType?: string;
  readonly partBytes?: number;
}

/** Part as the service reports it. */
interface Part {
  readonly number: number;
  readonly offset: number;
  readonly sizeBytes: number;
  readonly received: boolean;
  readonly address: string | null;
}

/** Started upload. */
export interface Begun {
  readonly id: string;
  readonly parts: readonly Part[];
}

export function begin(service: TestService, key: string, sizeBytes: number, options: Options = {}): Promise<Answer> {
  const json = { fileName: "file.bin", partBytes: 1024 * 1024, sizeBytes, ...options };
  return service.raw("POST", "/svc/api/uploads", { key, json });
}

export async function begun(
  service: TestService,
  key: string,
  sizeBytes: number,
  options: Options = {},
): Promise<Begun> {
  const { body, status } = await begin(service, key, sizeBytes, options);
  if (status !== 200) throw new Error(`No upload was begun: HTTP ${status} ${JSON.stringify(body)}`);
  return { id: body.response.upload.id, parts: body.response.parts };
}

/** Sends one part to its address, as any HTTP client would. */
export function put({ address, offset, sizeBytes }: Part, file: Uint8Array): Promise<Response> {
  if (address === null) throw new Error("A part that is there has no address");
  return fetch(address, { method: "PUT", body: Buffer.from(file.subarray(offset, offset + sizeBytes)) });
}

export function complete(service: TestService, key: string, id: string): Promise<Answer> {
  return service.raw("POST", `/svc/api/uploads/${id}/complete`, { key });
}

/** Completes an upload. Returns its id. */
export async function bring(
  service: TestService,
  key: string,
  file: Uint8Array,
  options: Options = {},
): Promise<string> {
  const { id, parts } = await begun(service, key, file.length, options);
  for (const part of parts) {
    const { status } = await put(part, file);
    if (status !== 200) throw new Error(`Part ${part.number} was refused: HTTP ${status}`);
  }
  const { status, text } = await complete(service, key, id);
  if (status !== 200) throw new Error(`The upload was not completed: HTTP ${status} ${text}`);
  return id;
}
