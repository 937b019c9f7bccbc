/** User at a terminal, or script at the other end of a pipe. */
export interface Console {
  /** Returns the next line; undefined at the end of input. Hidden input isn't echoed at a terminal. */
  ask(prompt: string, options?: { readonly hidden?: boolean }): Promise<string | undefined>;
  close(): void;
}

export function openConsole(): Console {
  const { stdin, stdout } = process;
  let buffered = "";
  let ended = false;
  let wake: () => void = () => undefined;
  let isReading = false;
  const take = (chunk: Buffer): void => {
    buffered += chunk.toString("utf8");
    wake();
  };
  const end = (): void => {
    ended = true;
    wake();
  };
  const read = (): void => {
    if (isReading) return;
    isReading = true;
    stdin.on("data", take).on("end", end).on("error", end);
  };
  return {
    async ask(prompt, { hidden = false } = {}) {
      stdout.write(prompt);
      const isRaw = hidden && stdin.isTTY;
      if (isRaw) stdin.setRawMode(true);
      read();
      stdin.resume();
      try {
        for (;;) {
          const at = buffered.search(/[\r\n]/);
          if (at !== -1) {
            const line = buffered.slice(0, at);
            buffered = buffered.slice(buffered.startsWith("\r\n", at) ? at + 2 : at + 1);
            return line;
          }
          if (ended) {
            const last = buffered;
            buffered = "";
            return last === "" ? undefined : last;
          }
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      } finally {
        if (isRaw) stdin.setRawMode(false);
        // The line end of hidden input isn't echoed either.
        if (hidden) stdout.write("\n");
        stdin.pause();
      }
    },
    close() {
      stdin.off("data", take).off("end", end).off("error", end).pause();
      // A process that keeps the other end of the pipe open must not keep this process running.
      if (isReading) stdin.unref?.();
    },
  };
}
