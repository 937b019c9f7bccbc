import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Starts to listen, and returns the origin. Rejects if the address isn't available. */
export function listen(server: Server, scheme: "http" | "https", port: number, hostName: string): Promise<string> {
  // No limit, for large uploads and answers that hang.
  server.requestTimeout = 0;
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, hostName, () => {
      const { family, address, port: taken } = server.address() as AddressInfo;
      resolve(`${scheme}://${family === "IPv6" ? `[${address}]` : address}:${taken}`);
    });
  });
}
