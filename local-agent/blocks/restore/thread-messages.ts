import type { KeyObject } from "node:crypto";
import type { SealedContents } from "#shared/blocks/opened-contents.ts";
import { UnreadableObject } from "#shared/blocks/sealed-object.ts";
import { Refused } from "../../refused.ts";
import type { WantedBlock } from "./write-blocks.ts";

/** What a call has brought, and the file that it comes into. Its bytes lie in memory that both threads have. */
export interface WriteRequest {
  readonly number: number;
  readonly descriptor: number;
  readonly pack: string;
  readonly key: KeyObject;
  /** Stands alone: with a part of a buffer all of that would go along. */
  readonly bound: Uint8Array;
  readonly bytes: Uint8Array<SharedArrayBuffer>;
  readonly from: number;
  readonly isHashed: boolean;
  readonly blocks: readonly {
    /** In hexadecimal digits. */
    readonly id: string;
    readonly offset: number;
    readonly length: number;
    readonly position: number;
  }[];
}

export interface WriteAnswer {
  readonly number: number;
  /** How many bytes were written, or what was thrown. */
  readonly outcome: number | Thrown;
}

/** Errors keep neither class nor code on their way. */
type Thrown = Pick<NodeJS.ErrnoException, "name" | "message" | "code" | "syscall"> & Partial<Pick<Refused, "fault">>;

export function writeRequest(
  { pack, key: { key, bound }, from, items, isHashed }: SealedContents<WantedBlock>,
  { number, descriptor, bytes }: Pick<WriteRequest, "number" | "descriptor" | "bytes">,
): WriteRequest {
  return {
    ...{ number, descriptor, pack, key, bound: Uint8Array.from(bound), bytes, from, isHashed },
    blocks: items.map(({ id, position, place: { offset, length } }) => ({
      ...{ id: id.toString("hex"), offset, length, position },
    })),
  };
}

export function sealedIn(request: WriteRequest): SealedContents<WantedBlock> {
  const { pack, key, bound, bytes, from, isHashed, blocks } = request;
  return {
    ...{ pack, key: { key, bound }, bytes, from, isHashed },
    items: blocks.map(({ id, offset, length, position }) => ({
      ...{ id: Buffer.from(id, "hex"), place: { pack, offset, length }, position },
    })),
  };
}

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
