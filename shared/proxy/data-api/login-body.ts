import type { Readable } from "node:stream";
import { ServiceError } from "#shared/contract/errors.ts";

const largestBody = 64 * 1024;
/** Maximum number of external data sources in a login. Each is looked up and counted separately before the login. */
const maxSources = 20;

/** Reads the body of a login: empty, `{}`, or external data sources with their own accounts. @throws ServiceError body_too_large */
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

/**
 * Returns the account names of the external data sources in a login. Undefined if there are none.
 * @throws ServiceError json_invalid, input_invalid
 */
export function sourceAccounts(body: string): readonly string[] | undefined {
  if (body.trim() === "") return undefined;
  const sources = sourcesIn(body);
  if (!Array.isArray(sources) || sources.length === 0) return undefined;
  if (sources.length > maxSources)
    throw new ServiceError("input_invalid", { text: `a login can have at most ${maxSources} data sources` });
  return [...new Set(sources.map((source) => String(source?.username).toLowerCase()))].sort();
}

function sourcesIn(body: string): unknown {
  try {
    return JSON.parse(body)?.fmDataSource;
  } catch (cause) {
    throw new ServiceError("json_invalid", { cause });
  }
}
