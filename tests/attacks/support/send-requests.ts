// Runs in a separate process, so that the cost of sending isn't counted as the service's. Reads a line of JSON from its parent: a port, the
// bytes of a request in base64, and a count. Sends the request that many times, one connection after the other, and writes a line when it
// is done.
import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) {
  const { port, request, count } = JSON.parse(line) as { port: number; request: string; count: number };
  const bytes = Buffer.from(request, "base64");
  for (let sent = 0; sent < count; sent += 1) {
    const socket = connect(port, "127.0.0.1");
    socket.resume();
    // The service may answer and close before it has received the whole body.
    socket.on("error", () => undefined);
    socket.write(bytes);
    await once(socket, "close");
  }
  process.stdout.write("done\n");
}
