import { createPrivateKey, generateKeyPair, sign } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import * as z from "zod";
import { keepPrivately, readDispensable } from "../disk/private-file.ts";

const KeyPair = z.object({ privateKey: z.string(), publicKey: z.string(), madeAt: z.number() });
export type KeyPair = z.infer<typeof KeyPair>;

/** Key with which this host signs in to FileMaker Server's Admin API, and the key that is about to replace it. */
const ServerKey = z.object({ current: KeyPair, next: KeyPair.optional() });
export type ServerKey = z.infer<typeof ServerKey>;

const fileIn = (folder: string) => join(folder, "server-key.json");
const makePair = promisify(generateKeyPair);
const tokenSeconds = 120;

/** Creates a key pair for the Admin API: RSA, for RS256. */
export async function newKeyPair(now: number): Promise<KeyPair> {
  const { privateKey, publicKey } = await makePair("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  return { privateKey, publicKey, madeAt: now };
}

/** Stores it atomically, readable by this account only. */
export function keepServerKey(folder: string, key: ServerKey): void {
  keepPrivately(fileIn(folder), key);
}

/** Returns undefined if no key exists here, or the file is damaged: the agent then creates another one. @throws if others can read it */
export function readServerKey(folder: string): ServerKey | undefined {
  return readDispensable(fileIn(folder), ServerKey);
}

/** Returns the Authorization header for the key with this name: a JWT that is valid for two minutes. */
export function pkiAuthorization(name: string, { privateKey }: KeyPair, now: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const exp = Math.floor(now / 1000) + tokenSeconds;
  const signed = `${part({ alg: "RS256", typ: "JWT" })}.${part({ iss: name, aud: "fmsadminapi", exp })}`;
  return `PKI ${signed}.${sign("sha256", Buffer.from(signed), createPrivateKey(privateKey)).toString("base64url")}`;
}
