import { connect, type Socket } from "node:net";

/** Connection on which a test sends exactly the bytes that it chooses. */
export interface RawConnection {
  readonly socket: Socket;
  /** Everything received so far, in latin1. */
  readonly received: string;
  /** Sends bytes; a string is latin1. */
  send(bytes: string | Uint8Array): void;
  /** Resolves once `condition` is true for the received text; rejects if the connection ends first. */
  until(condition: (received: string) => boolean): Promise<string>;
  /** End of the connection: a clean end or a reset. */
  readonly closed: Promise<"ended" | "reset">;
}

/** Opens a connection to the service. `from` is the local address to connect from. */
export async function rawConnection(baseUrl: string, from?: string): Promise<RawConnection> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect({ host: hostname, port: Number(port), ...(from !== undefined && { localAddress: from }) });
  let received = "";
  let isReset = false;
  let changed = Promise.withResolvers<void>();
  const change = () => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  const closed = Promise.withResolvers<"ended" | "reset">();
  socket.setEncoding("latin1");
  socket.on("data", (text: string) => {
    received += text;
    change();
  });
  socket.on("error", () => {
    isReset = true;
  });
  socket.on("close", () => {
    closed.resolve(isReset ? "reset" : "ended");
    change();
  });
  await new Promise<void>((resolve) => socket.once("connect", resolve).once("close", resolve));

  return {
    socket,
    get received() {
      return received;
    },
    send(bytes) {
      socket.write(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes);
    },
    async until(condition) {
      while (!condition(received)) {
        if (socket.closed) throw new Error(`The connection ended after: ${received.slice(0, 500)}`);
        await changed.promise;
      }
      return received;
    },
    closed: closed.promise,
  };
}

/** Response as sent on the wire. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Returns the values of a header, ignoring the case of its name. */
  all(name: string): readonly string[];
  /** Everything after the empty line, including framing. */
  readonly body: string;
  readonly ending: "ended" | "reset";
}

/** Sends bytes on a new connection and reads until the service closes it. The bytes must make the service do so. */
export async function rawExchange(baseUrl: string, bytes: string | Uint8Array): Promise<RawAnswer> {
  const connection = await rawConnection(baseUrl);
  connection.send(bytes);
  const ending = await connection.closed;
  return { ...rawAnswer(connection.received), ending };
}

/** Reads the first final response in the received text; interim responses are skipped. */
export function rawAnswer(received: string): Omit<RawAnswer, "ending"> {
  const end = received.indexOf("\r\n\r\n");
  if (end >= 0 && /^HTTP\/1\.1 1/.test(received)) return rawAnswer(received.slice(end + 4));
  if (end < 0) return { status: 0, headers: [], all: () => [], body: received };
  const [first = "", ...lines] = received.slice(0, end).split("\r\n");
  const headers = lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()] as const;
  });
  return {
    status: Number(first.split(" ")[1]),
    headers,
    all: (name) => headers.flatMap(([given, value]) => (given.toLowerCase() === name.toLowerCase() ? [value] : [])),
    body: received.slice(end + 4),
  };
}

/** Returns a request head: the first line, then one header per line, in this order and case. */
export function rawHead(first: string, headers: readonly string[] = []): string {
  return `${[first, ...headers].join("\r\n")}\r\n\r\n`;
}
