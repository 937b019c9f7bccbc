import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Starts to listen, and answers where. Rejects when the address cannot be had. */
export function listen(server: Server, scheme: "http" | "https", port: number, hostName: string): Promise<string> {
  // Large uploads and hanging answers take as long as they take.
  server.requestTimeout = 0;
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, hostName, () => {
      const { family, address, port: taken } = server.address() as AddressInfo;
      resolve(`${scheme}://${family === "IPv6" ? `[${address}]` : address}:${taken}`);
    });
  });
}
