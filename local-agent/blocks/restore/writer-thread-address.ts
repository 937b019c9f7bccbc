/** The program of the thread. In the packaged agent, which is one file, it is this address itself (`scripts/package-agent.ts`). */
export const writerThreadAddress = new URL("./writer-thread.ts", import.meta.url);
