/** Operation as the client calls it, from a line of `operations.json`: `METHOD /path [format] [once] [body]`. */
export interface OperationEntry {
  /** Name for errors, such as `keys.getDataApiKey`. */
  readonly name: string;
  readonly method: string;
  /** Path below the prefix, with its parameters. */
  readonly path: string;
  readonly answers: "envelope" | "json" | "text" | "events" | "bytes";
  /** True if repeating it can't change anything. */
  readonly isSafe: boolean;
  readonly takesBytes: boolean;
}

export function operationEntry(name: string, line: string): OperationEntry {
  const [method = "", path = "", ...words] = line.split(" ");
  const answers = (["json", "text", "events", "bytes"] as const).find((format) => words.includes(format));
  return {
    name,
    method,
    path,
    answers: answers ?? "envelope",
    isSafe: (method === "GET" || method === "HEAD") && !words.includes("once"),
    takesBytes: words.includes("body"),
  };
}
