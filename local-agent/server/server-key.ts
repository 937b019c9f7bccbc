import { createPrivateKey, generateKeyPair, sign } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import * as z from "zod";
import { keepPrivately, readDispensable } from "../disk/private-file.ts";

const KeyPair = z.object({ privateKey: z.string(), publicKey: z.string(), madeAt: z.number() });
export type KeyPair = z.infer<typeof KeyPair>;

/** The key that this host signs in with at FileMaker Server's Admin API, and the one that is about to take its place. */
const ServerKey = z.object({ current: KeyPair, next: KeyPair.optional() });
export type ServerKey = z.infer<typeof ServerKey>;

const fileIn = (folder: string) => join(folder, "server-key.json");
const makePair = promisify(generateKeyPair);
const tokenSeconds = 120;

/** A new pair of the kind that the Admin API takes: RSA, for RS256. */
export async function newKeyPair(now: number): Promise<KeyPair> {
  const { privateKey, publicKey } = await makePair("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  return { privateKey, publicKey, madeAt: now };
}

/** Keeps it for this account alone, whole or not at all. */
export function keepServerKey(folder: string, key: ServerKey): void {
  keepPrivately(fileIn(folder), key);
}

/** Undefined where none was made here yet, or the file is damaged: the agent makes another one. @throws where others may read it */
export function readServerKey(folder: string): ServerKey | undefined {
  return readDispensable(fileIn(folder), ServerKey);
}

/** The Authorization header that proves the key of this name: a JWT of two minutes. */
export function pkiAuthorization(name: string, { privateKey }: KeyPair, now: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const exp = Math.floor(now / 1000) + tokenSeconds;
  const signed = `${part({ alg: "RS256", typ: "JWT" })}.${part({ iss: name, aud: "fmsadminapi", exp })}`;
  return `PKI ${signed}.${sign("sha256", Buffer.from(signed), createPrivateKey(privateKey)).toString("base64url")}`;
}
