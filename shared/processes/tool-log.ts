const maxBytes = 2_000_000;

/** Prefix of all blobs of processes. */
export const processBlobs = "processes/";

/**
 * Returns the blob for the output of a program that an owner has run. The fence in the name prevents a late owner from overwriting output.
 */
export function toolLogName(processId: number, fence: number): string {
  return `${processBlobs}${processId}/tool-${fence}.log`;
}

/** Returns the blob for the output of programs that the agent has run for a process. There is one agent, so the name needs no fence. */
export function hostLogName(processId: number): string {
  return `${processBlobs}${processId}/host.log`;
}

/** Returns the process of a blob. */
export function processOfBlob(name: string): number | undefined {
  const [, id] = /^processes\/(\d+)\//.exec(name) ?? [];
  return id === undefined ? undefined : Number(id);
}

/**
 * Yields the beginning of an output up to the limit, and a note about the number of dropped bytes. Reads the output to its end, because a
 * program must not be blocked.
 */
export async function* keptOutput(output: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let kept = 0;
  let droppedBytes = 0;
  for await (const chunk of output) {
    const part = chunk.subarray(0, maxBytes - kept);
    kept += part.length;
    droppedBytes += chunk.length - part.length;
    if (part.length > 0) yield part;
  }
  if (droppedBytes > 0) yield Buffer.from(`\n[${droppedBytes} more bytes were not kept]\n`);
}
