import { openedContents, type SealedContents, type Wanted } from "#shared/blocks/opened-contents.ts";
import { Refused } from "../../refused.ts";

/** As many as one call of the system takes on every system. */
const mostPieces = 16;

/** A block of a file that is being restored. */
export interface WantedBlock extends Wanted {
  /** Where it stands in the file. */
  readonly position: number;
}

/** Writes pieces at a place of the file, one behind the other. Answers how many bytes the disk took. */
export type WritePieces = (pieces: readonly Uint8Array[], position: number) => number | Promise<number>;

/**
 * Opens what a call has brought, each block as what has its id, and has it written to its place in the file. Answers how many bytes that was.
 * @throws UnreadableObject, Refused, and what the disk throws
 */
export async function writeBlocks(sealed: SealedContents<WantedBlock>, write: WritePieces): Promise<number> {
  let written = 0;
  for (const { position, bytes, pieces } of blockRuns(sealed)) {
    if ((await write(pieces, position)) !== bytes) throw new Refused("no-space", "the disk took less than was written");
    written += bytes;
  }
  return written;
}

/** Blocks that stand side by side in the file, to be written with one call: a call for each costs more than its bytes. */
interface BlockRun {
  readonly position: number;
  readonly pieces: Buffer[];
  bytes: number;
}

function* blockRuns(sealed: SealedContents<WantedBlock>): Generator<BlockRun> {
  let run: BlockRun | undefined;
  for (const [{ position }, content] of openedContents(sealed)) {
    if (run !== undefined && (run.position + run.bytes !== position || run.pieces.length === mostPieces)) {
      yield run;
      run = undefined;
    }
    run ??= { position, bytes: 0, pieces: [] };
    run.pieces.push(content);
    run.bytes += content.length;
  }
  if (run !== undefined) yield run;
}
