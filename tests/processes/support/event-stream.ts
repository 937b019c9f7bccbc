import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { adminAccount, type TestService } from "../../support/test-service.ts";

interface Message {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/** Event stream as a browser reads it. */
export interface EventStream {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Returns the next message that `isWanted` accepts; messages before it are skipped. */
  next(isWanted: (message: Message) => boolean): Promise<Message>;
  /** Returns everything up to the end of the stream. */
  rest(): Promise<string>;
  leave(): void;
}

export async function eventStream(
  service: TestService,
  headers: Readonly<Record<string, string>> = {},
): Promise<EventStream> {
  const call = request(`${service.baseUrl}/svc/api/events`, {
    headers: { Authorization: adminAccount, Accept: "text/event-stream", ...headers },
    agent: false,
  });
  call.end();
  const [answer] = (await once(call, "response")) as [IncomingMessage];
  answer.setEncoding("utf8");
  const chunks = answer[Symbol.asyncIterator]();
  let text = "";
  let all = "";

  const more = async (): Promise<boolean> => {
    const { value, done } = await chunks.next();
    text += value ?? "";
    all += value ?? "";
    return done !== true;
  };
  await more();

  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    async next(isWanted) {
      for (;;) {
        const end = text.indexOf("\n\n");
        if (end < 0) {
          if (!(await more())) throw new Error("The stream ended");
          continue;
        }
        const message = messageIn(text.slice(0, end));
        text = text.slice(end + 2);
        if (message !== undefined && isWanted(message)) return message;
      }
    },
    async rest() {
      while (await more());
      return all;
    },
    leave: () => call.destroy(),
  };
}

function messageIn(block: string): Message | undefined {
  const fields = new Map(
    block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
  );
  const data = fields.get("data");
  return data === undefined ? undefined : { id: fields.get("id") ?? "", event: fields.get("event") ?? "message", data };
}
