import * as z from "zod";
import { ServiceError } from "#shared/contract/errors.ts";
import type { Position } from "./log-reader.ts";

const Offset = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
const Parts = z.tuple([z.string().max(100), Offset, Offset, z.string().max(100)]);

/** Encodes a position as a cursor for callers. */
export function cursorAt({ id, offset, headBytes, head }: Position): string {
  return Buffer.from(JSON.stringify([id, offset, headBytes, head])).toString("base64url");
}

/** Decodes a cursor. @throws ServiceError input_invalid for anything that isn't one of our cursors */
export function positionIn(cursor: string): Position {
  try {
    const [id, offset, headBytes, head] = Parts.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
    return { id, offset, headBytes, head };
  } catch (cause) {
    throw new ServiceError("input_invalid", { text: "the cursor belongs to another log", cause });
  }
}
