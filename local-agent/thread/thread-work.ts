import type { KeyObject } from "node:crypto";
import { UnreadableObject } from "#shared/blocks/sealed-object.ts";
import { Refused } from "../refused.ts";

/** Key of one object's parts, as sent to a thread. `bound` has its own buffer, because a view would send all of its buffer. */
interface SentKey {
  readonly key: KeyObject;
  readonly bound: Uint8Array;
}

/** Bytes in shared memory. They must not change until the answer. */
type SharedBytes = Uint8Array<SharedArrayBuffer>;

/** Part of a pack. */
interface SentPart {
  /** ID in hexadecimal digits. */
  readonly id: string;
  readonly offset: number;
  readonly length: number;
}

/** Fetched contents, and the file that they are written to. */
export interface WriteRequest extends SentKey {
  readonly descriptor: number;
  readonly pack: string;
  readonly bytes: SharedBytes;
  readonly from: number;
  readonly isHashed: boolean;
  readonly blocks: readonly (SentPart & { readonly position: number })[];
}

/** Pack whose contents aren't sealed yet. */
export interface SealRequest extends SentKey {
  readonly pack: string;
  readonly bytes: SharedBytes;
  readonly contents: readonly SentPart[];
}

/** Next bytes of the file that a thread hashes. */
export interface HashRequest {
  readonly bytes: SharedBytes;
  /** True if they are the first of a part, which has its own CRC32. */
  readonly beginsPart: boolean;
}

/** Request to a thread. */
export type ThreadRequest =
  /** Returns the number of bytes written. */
  | { readonly write: WriteRequest }
  /** Returns the number of sealed contents. */
  | { readonly seal: SealRequest }
  /** Returns the CRC32. */
  | { readonly crc32: SharedBytes }
  /** Returns the CRC32 of the part so far. */
  | { readonly hash: HashRequest }
  /** Returns the SHA-256 of the file in hexadecimal digits. */
  | { readonly digest: "sha256" };

export type ThreadAnswer = number | string;
export type AnswerTo<Request extends ThreadRequest> = Request extends { readonly digest: unknown } ? string : number;

export interface NumberedRequest {
  readonly number: number;
  readonly request: ThreadRequest;
}

export interface NumberedAnswer {
  readonly number: number;
  readonly outcome: ThreadAnswer | Thrown;
}

/** Errors lose their class and code when they are sent to another thread. */
export type Thrown = Pick<NodeJS.ErrnoException, "name" | "message" | "code" | "syscall"> &
  Partial<Pick<Refused, "fault">>;

export function thrownAs(thrown: unknown): Thrown {
  if (!(thrown instanceof Error)) return { name: "Error", message: String(thrown) };
  const { name, message, code, syscall } = thrown as NodeJS.ErrnoException;
  return { name, message, ...(thrown instanceof Refused ? { fault: thrown.fault } : { code, syscall }) };
}

export function errorFrom({ name, message, fault, code, syscall }: Thrown): Error {
  if (name === "UnreadableObject") return new UnreadableObject(message);
  if (fault !== undefined) return new Refused(fault, message);
  return Object.assign(new Error(message), syscall === undefined ? {} : { code, syscall });
}
