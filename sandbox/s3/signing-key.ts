import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** Date, region and service for which a signature is valid. */
export interface Scope {
  readonly day: string;
  readonly region: string;
  readonly service: string;
}

export const algorithm = "AWS4-HMAC-SHA256";

export function signingKey(secretAccessKey: string, { day, region, service }: Scope): Buffer {
  return [day, region, service, "aws4_request"].reduce<Buffer>(
    (key, part) => createHmac("sha256", key).update(part).digest(),
    Buffer.from(`AWS4${secretAccessKey}`),
  );
}

export function scopeText({ day, region, service }: Scope): string {
  return `${day}/${region}/${service}/aws4_request`;
}

export function signature(key: Buffer, stringToSign: string): string {
  return createHmac("sha256", key).update(stringToSign).digest("hex");
}

export function sameSignature(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}

export function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}
