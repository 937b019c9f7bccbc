import type { Readable } from "node:stream";
import { ServiceError } from "../contract/errors.ts";

const largestBody = 64 * 1024;

/** The body of a login: empty, `{}`, or external data sources with accounts of their own. @throws ServiceError body_too_large */
export async function loginBody(source: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestBody) throw new ServiceError("body_too_large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Whether a login names external data sources. @throws ServiceError json_invalid */
export function externalSources(body: string): boolean {
  if (body.trim() === "") return false;
  try {
    const sources: unknown = JSON.parse(body)?.fmDataSource;
    return Array.isArray(sources) && sources.length > 0;
  } catch (cause) {
    throw new ServiceError("json_invalid", { cause });
  }
}
