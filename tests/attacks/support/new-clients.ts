import { connect } from "node:net";

// Calls a service as a new client, one call after another: node new-clients.ts <url> <count> <source address> Prints a JSON list: the
// milliseconds until each first answer, or null for a connection that was closed without an answer.
const [url = "", count = "0", localAddress = ""] = process.argv.slice(2);
const { hostname, port } = new URL(url);

function firstAnswerMs(): Promise<number | null> {
  const startedAt = performance.now();
  const socket = connect({ host: hostname, port: Number(port), localAddress });
  socket.write("GET /svc/healthz HTTP/1.1\r\nHost: x\r\n\r\n");
  return new Promise((resolve) => {
    socket.on("data", (data) => {
      if (String(data).startsWith("HTTP/1.1 200 ")) resolve(performance.now() - startedAt);
      socket.destroy();
    });
    socket.on("error", () => undefined); // `close` follows.
    socket.on("close", () => resolve(null));
  });
}

const answers: (number | null)[] = [];
while (answers.length < Number(count)) answers.push(await firstAnswerMs());
console.log(JSON.stringify(answers));
