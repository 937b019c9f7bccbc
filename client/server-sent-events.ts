/** Event of a stream (WHATWG HTML, server-sent events). */
export interface ServerSentEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/** Parses a response with an event stream. Comments and events without data are skipped. */
export async function* serverSentEvents(answer: Response): AsyncGenerator<ServerSentEvent, void, undefined> {
  if (answer.body === null) return;
  const decoder = new TextDecoder();
  const reader = answer.body.getReader();
  let rest = "";
  let [id, event, data] = ["", "message", [] as string[]];
  try {
    for (;;) {
      const { value, done } = await reader.read();
      rest += value === undefined ? "" : decoder.decode(value, { stream: true });
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const [, field = "", text = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
        if (field === "id") id = text;
        else if (field === "event") event = text;
        else if (field === "data") data.push(text);
        else if (line === "") {
          if (data.length > 0) yield { id, event, data: data.join("\n") };
          [event, data] = ["message", []];
        }
      }
      if (done) return;
    }
  } finally {
    // The reader may have left in the middle. A stream that failed is already closed.
    await reader.cancel().catch(() => undefined);
  }
}
