import type { NoteCleanup } from "#shared/audit/api.ts";
import { allBlobNames } from "#shared/ports/all-blob-names.ts";
import type { Blobs } from "#shared/ports/blobs.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { transferNamed, transfersPrefix } from "#shared/ports/links/transfer-names.ts";

interface ExpiredTransfersDependencies {
  readonly blobs: Pick<Blobs, "list" | "delete">;
  readonly clock: Clock;
  readonly noteCleanup: NoteCleanup;
}

/** Time for a caller who has begun to fetch bytes. Milliseconds. */
const fetchMs = 60 * 60_000;
/** Maximum number of names in one audit entry. The rest follow in the next run. */
const maxDeleted = 1_000;

/** Deletes transferred bytes from the bucket once no address leads to them, and records their names. */
export async function deleteExpiredTransfers({
  blobs,
  clock,
  noteCleanup,
}: ExpiredTransfersDependencies): Promise<void> {
  const gone: string[] = [];
  for await (const name of allBlobNames(blobs, transfersPrefix)) {
    const transfer = transferNamed(name);
    if (transfer === undefined || clock.now() < transfer.expiresAt * 1_000 + fetchMs) continue;
    await blobs.delete(name);
    gone.push(`transfer:${transfer.id}`);
    if (gone.length === maxDeleted) break;
  }
  await noteCleanup("cleanUpTransfers", gone);
}
