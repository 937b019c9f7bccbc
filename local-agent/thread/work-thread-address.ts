/** Program of the thread. In the packaged agent, which is one file, it is this address itself (`scripts/package-agent.ts`). */
export const workThreadAddress = new URL("./work-thread-program.ts", import.meta.url);
