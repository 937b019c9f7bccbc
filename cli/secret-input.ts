import { UsageError } from "./exit-codes.ts";
import { note, readAll, type Terminal } from "./terminal.ts";

/** Reads a secret: from standard input if that is a pipe, else typed without being shown. Never from arguments, which others can see. */
export async function readSecret(terminal: Terminal, label: string): Promise<string> {
  const secret = terminal.stdin.isTTY ? await typed(terminal, label) : (await readAll(terminal)).replace(/\r?\n$/, "");
  if (secret === "") throw new UsageError(`${label} is missing. Type it, or send it to standard input.`);
  return secret;
}

function typed(terminal: Terminal, label: string): Promise<string> {
  const { stdin, stderr, signal } = terminal;
  stderr.write(`${label}: `);
  stdin.setRawMode?.(true);
  stdin.setEncoding("utf8");
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = "";
  const onData = (characters: string) => {
    for (const character of characters) {
      if (character === "\r" || character === "\n" || character === "\u0004") return resolve(text);
      if (character === "\u0003") return reject(new UsageError("Canceled.", 130));
      text = character === "\u007f" || character === "\b" ? text.slice(0, -1) : text + character;
    }
  };
  stdin.on("data", onData);
  signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  return promise.finally(() => {
    stdin.off("data", onData);
    stdin.setRawMode?.(false);
    stdin.pause();
    note(terminal, "");
  });
}
