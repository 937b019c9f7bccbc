import * as z from "zod";
import { BrowserPosition, BrowserSort } from "#shared/agent/protocol/commands/browser-commands.ts";
import { CursorRefused } from "#shared/ports/table.ts";

const Cursor = z.tuple([BrowserSort, z.boolean(), BrowserPosition]);

/** Returns the cursor of a listing that continues after this entry, in this order. */
export function cursorAt(position: BrowserPosition, sort: BrowserSort, isDescending: boolean): string {
  return Buffer.from(JSON.stringify([sort, isDescending, position])).toString("base64url");
}

/** @throws CursorRefused */
export function cursorIn(text: string, sort: BrowserSort, isDescending: boolean): BrowserPosition {
  const parsed = Cursor.safeParse(jsonIn(text));
  if (parsed.success && parsed.data[0] === sort && parsed.data[1] === isDescending) return parsed.data[2];
  throw new CursorRefused("This cursor doesn't belong to a listing in this order");
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
  } catch {
    return undefined; // Not JSON, so not a cursor. The schema rejects it.
  }
}
