import { connect } from "node:net";

// Holds idle connections to a service: node idle-connections.ts <url> <count> <source address> … Prints a line when each has been answered
// once. Connections closed by the service are reopened after half a second.
const [url = "", count = "0", ...sources] = process.argv.slice(2);
const { hostname, port } = new URL(url);
const reopenMs = 500;
const answered = new Set<number>();

function hold(number: number): void {
  const localAddress = sources[number % sources.length];
  const socket = connect({ host: hostname, port: Number(port), ...(localAddress !== undefined && { localAddress }) });
  socket.on("connect", () => socket.write("GET /svc/healthz HTTP/1.1\r\nHost: x\r\n\r\n"));
  socket.on("data", () => {
    if (answered.size === Number(count)) return;
    answered.add(number);
    if (answered.size === Number(count)) console.log("holding");
  });
  socket.on("error", () => undefined); // `close` follows.
  socket.on("close", () => setTimeout(hold, reopenMs, number));
}

for (let number = 0; number < Number(count); number += 1) hold(number);
