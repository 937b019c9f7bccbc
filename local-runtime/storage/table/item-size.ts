import { ItemTooLarge, type Key } from "#shared/ports/table.ts";

const itemBytes = 400 * 1024;

/** @throws ItemTooLarge for items that DynamoDB would reject: what works on one machine works on AWS */
export function checkItemSize({ pk, sk }: Key, fields: string): void {
  const size = Buffer.byteLength(pk) + Buffer.byteLength(sk) + Buffer.byteLength(fields);
  if (size > itemBytes) throw new ItemTooLarge(`An item can have at most ${itemBytes} bytes, not ${size}`);
}
