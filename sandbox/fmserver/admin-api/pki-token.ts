import { verify } from "node:crypto";
import { FmError } from "../fm-error.ts";
import type { LivePkiKey } from "../world/live/live-server.ts";
import { pemOf } from "./pem-of.ts";

/** Returns the registered key that signed a token for this API. @throws FmError 1703 if the token isn't currently valid */
export function keyOfToken(token: string, keys: ReadonlyMap<string, LivePkiKey>, now: number): LivePkiKey {
  const [head = "", payload = "", signature = "", ...rest] = token.split(".");
  const [header, claims] = [part(head), part(payload)];
  const key = typeof claims.iss === "string" ? keys.get(claims.iss) : undefined;
  const audience = Array.isArray(claims.aud) ? claims.aud : [claims.aud];
  const seconds = now / 1000;
  const isGood =
    rest.length === 0 &&
    header.alg === "RS256" &&
    audience.includes("fmsadminapi") &&
    typeof claims.exp === "number" &&
    claims.exp > seconds &&
    (typeof claims.nbf !== "number" || claims.nbf <= seconds) &&
    key !== undefined &&
    verify("sha256", Buffer.from(`${head}.${payload}`), pemOf(key.publicKey), Buffer.from(signature, "base64url"));
  if (!isGood) throw new FmError("1703", { status: 401 });
  return key;
}

function part(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    // Not a JWT: it has no claims.
    return {};
  }
}
