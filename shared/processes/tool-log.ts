const mostBytes = 2_000_000;

/** All blobs of processes begin so. */
export const processBlobs = "processes/";

/** Where the output of a program is kept that an owner of a process has run: a late owner's overwrites no other. */
export function toolLogName(processId: number, fence: number): string {
  return `${processBlobs}${processId}/tool-${fence}.log`;
}

/** Where the output of programs is kept that the agent has run for a process. One agent has it, so no fence is needed. */
export function hostLogName(processId: number): string {
  return `${processBlobs}${processId}/host.log`;
}

/** The process that a blob belongs to. */
export function processOfBlob(name: string): number | undefined {
  const [, id] = /^processes\/(\d+)\//.exec(name) ?? [];
  return id === undefined ? undefined : Number(id);
}

/** The beginning of an output, as much of it as is kept, and how much was left out. Reads it to its end: a program must not be held up. */
export async function* keptOutput(output: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let kept = 0;
  let droppedBytes = 0;
  for await (const chunk of output) {
    const part = chunk.subarray(0, mostBytes - kept);
    kept += part.length;
    droppedBytes += chunk.length - part.length;
    if (part.length > 0) yield part;
  }
  if (droppedBytes > 0) yield Buffer.from(`\n[${droppedBytes} more bytes were not kept]\n`);
}
