import { type ContentRequest, openedContents, type SealedContents } from "#shared/blocks/opened-contents.ts";
import { Refused } from "../../refused.ts";

/** Maximum number of buffers that one system call accepts on every system. */
const maxPieces = 16;

/** Block of a file that is being restored. */
export interface WantedBlock extends ContentRequest {
  /** Position in the file. */
  readonly position: number;
}

/** Writes consecutive pieces at a position of the file. Returns the number of bytes written. */
export type WritePieces = (pieces: readonly Uint8Array[], position: number) => number | Promise<number>;

/**
 * Opens fetched contents, checks each block's ID, and writes it to its position in the file. Returns the number of bytes.
 * @throws UnreadableObject, Refused, and errors of the disk
 */
export async function writeBlocks(sealed: SealedContents<WantedBlock>, write: WritePieces): Promise<number> {
  let written = 0;
  for (const { position, bytes, pieces } of blockRuns(sealed)) {
    if ((await write(pieces, position)) !== bytes)
      throw new Refused("no-space", "the disk wrote less data than expected");
    written += bytes;
  }
  return written;
}

/** Adjacent blocks of the file, written with one call: a call for each costs more than its bytes. */
interface BlockRun {
  readonly position: number;
  readonly pieces: Buffer[];
  bytes: number;
}

function* blockRuns(sealed: SealedContents<WantedBlock>): Generator<BlockRun> {
  let run: BlockRun | undefined;
  for (const [{ position }, content] of openedContents(sealed)) {
    if (run !== undefined && (run.position + run.bytes !== position || run.pieces.length === maxPieces)) {
      yield run;
      run = undefined;
    }
    run ??= { position, bytes: 0, pieces: [] };
    run.pieces.push(content);
    run.bytes += content.length;
  }
  if (run !== undefined) yield run;
}
