import type { Readable } from "node:stream";
import { ServiceError } from "#shared/contract/errors.ts";
import { looksLikeKey } from "#shared/contract/values/api-key.ts";

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

/** External data source in a login. */
export interface DataSource {
  readonly database: string;
  readonly user: string;
  readonly pass: string;
}

/** Login that is passed on to FileMaker Server. */
export interface SourceLogin {
  readonly body: string;
  /** Sources with an account that can be checked. */
  readonly sources: readonly DataSource[];
  /** Normalized names of the accounts. */
  readonly names: readonly string[];
}

/**
 * Returns the login with external data sources. Undefined if there are none. A source whose password is a key means the key's own account,
 * with which FileMaker Server opens the file anyway: it is left out, so that the key isn't sent.
 * @throws ServiceError json_invalid, input_invalid
 */
export function sourceLogin(body: string): SourceLogin | undefined {
  if (body.trim() === "") return undefined;
  const login = loginIn(body);
  const given = (login as { readonly fmDataSource?: unknown } | null)?.fmDataSource;
  if (!Array.isArray(given) || given.length === 0) return undefined;
  if (given.length > maxSources)
    throw new ServiceError("input_invalid", { text: `a login can have at most ${maxSources} data sources` });
  const kept = given.filter((source) => !isKey(source?.password));
  if (kept.length === 0) return undefined;
  return {
    body: kept.length === given.length ? body : JSON.stringify({ ...(login as object), fmDataSource: kept }),
    sources: kept.flatMap(sourceOf),
    names: [...new Set(kept.map((source) => String(source?.username).toLowerCase()))].sort(),
  };
}

function sourceOf(source: Readonly<Record<string, unknown>> | null): readonly DataSource[] {
  const { database, username: user, password: pass } = source ?? {};
  if (typeof database !== "string" || database === "" || typeof user !== "string" || typeof pass !== "string")
    return [];
  return [{ database, user, pass }];
}

function isKey(password: unknown): boolean {
  return typeof password === "string" && (looksLikeKey(password, "data") || looksLikeKey(password, "admin"));
}

function loginIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new ServiceError("json_invalid", { cause });
  }
}
