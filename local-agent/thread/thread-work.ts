import type { KeyObject } from "node:crypto";
import { UnreadableObject } from "#shared/blocks/sealed-object.ts";
import { Refused } from "../refused.ts";

/** What one object's parts are sealed under, as it goes to a thread. `bound` stands alone: with a part of a buffer all of that would go along. */
interface SentKey {
  readonly key: KeyObject;
  readonly bound: Uint8Array;
}

/** Bytes in memory that both threads have. They stay as they are until the answer. */
type SharedBytes = Uint8Array<SharedArrayBuffer>;

/** A part of a pack. */
interface SentPart {
  /** In hexadecimal digits. */
  readonly id: string;
  readonly offset: number;
  readonly length: number;
}

/** What a call has brought, and the file that it comes into. */
export interface WriteRequest extends SentKey {
  readonly descriptor: number;
  readonly pack: string;
  readonly bytes: SharedBytes;
  readonly from: number;
  readonly isHashed: boolean;
  readonly blocks: readonly (SentPart & { readonly position: number })[];
}

/** A pack whose contents are not sealed yet. */
export interface SealRequest extends SentKey {
  readonly pack: string;
  readonly bytes: SharedBytes;
  readonly contents: readonly SentPart[];
}

/** The next bytes of the file that a thread hashes. */
export interface HashRequest {
  readonly bytes: SharedBytes;
  /** Whether they are the first of a part, which has a CRC32 of its own. */
  readonly beginsPart: boolean;
}

/** What a thread is asked for. */
export type ThreadRequest =
  /** Answers how many bytes were written. */
  | { readonly write: WriteRequest }
  /** Answers how many contents were sealed. */
  | { readonly seal: SealRequest }
  /** Answers the CRC32. */
  | { readonly crc32: SharedBytes }
  /** Answers the CRC32 of the part so far. */
  | { readonly hash: HashRequest }
  /** Answers the SHA-256 of the file, in hexadecimal digits. */
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

/** Errors keep neither class nor code on their way. */
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
