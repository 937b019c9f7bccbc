/** Tool call whose response is read as it arrives. */
export interface StreamedCall {
  readonly contentType: string | null;
  /** Returns the next JSON-RPC message; undefined at the end. */
  next(): Promise<Message | undefined>;
  leave(): void;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  // biome-ignore lint/suspicious/noExplicitAny: the test asserts the type
  readonly params?: any;
  // biome-ignore lint/suspicious/noExplicitAny: the test asserts the type
  readonly result?: any;
}

export type Era = "legacy" | "modern";

/** Returns the head and body of a tool call, as clients of an era send it. */
export function toolCall(era: Era, name: string, { progressToken }: { readonly progressToken?: string } = {}) {
  const modern = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const _meta = { ...(era === "modern" && modern), ...(progressToken !== undefined && { progressToken }) };
  return {
    headers: {
      Accept: "application/json, text/event-stream",
      "Content-Type": "application/json",
      "MCP-Protocol-Version": era === "modern" ? "2026-07-28" : "2025-11-25",
      ...(era === "modern" && { "Mcp-Method": "tools/call", "Mcp-Name": name }),
    },
    json: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: {}, _meta } },
  };
}

/** Sends a call and resolves when the head of its response has arrived. */
export async function streamedCall(
  url: string,
  { headers, json }: ReturnType<typeof toolCall>,
  credential: Readonly<Record<string, string>>,
): Promise<StreamedCall> {
  const gone = new AbortController();
  const answer = await fetch(url, {
    method: "POST",
    headers: { ...headers, ...credential },
    body: JSON.stringify(json),
    signal: gone.signal,
  });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return {
    contentType: answer.headers.get("content-type"),
    async next() {
      for (;;) {
        const end = text.indexOf("\n\n");
        if (end >= 0) {
          const message = messageIn(text.slice(0, end));
          text = text.slice(end + 2);
          if (message !== undefined) return message;
          continue;
        }
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
        if (done) return undefined;
        text += value;
      }
    },
    leave: () => gone.abort(),
  };
}

function messageIn(block: string): Message | undefined {
  const data = block.split("\n").find((line) => line.startsWith("data:"));
  return data === undefined || data.length <= 6 ? undefined : (JSON.parse(data.slice(5)) as Message);
}
