import { freePort, isFree } from "./free-port.ts";
import type { OfflineAddresses } from "./local-services.ts";

interface RequestedPorts {
  readonly httpPort?: number | string;
  readonly lambdaPort?: number | string;
  readonly websocketPort?: number | string;
}

interface ChosenPorts {
  readonly host: string;
  readonly httpPort: number;
  readonly lambdaPort: number;
  readonly websocketPort: number;
}

const host = "127.0.0.1";

/** Returns the ports of serverless-offline, and all addresses. The requested port is that of the edge in front of it. */
export async function chosenAddresses(requested: RequestedPorts): Promise<{
  readonly ports: ChosenPorts;
  readonly addresses: OfflineAddresses;
}> {
  const port = await chosenPort(Number(requested.httpPort));
  const httpPort = await freePort();
  const lambdaPort = Number(requested.lambdaPort ?? (await freePort()));
  const websocketPort = Number(requested.websocketPort ?? (await freePort()));
  return {
    ports: { host, httpPort, lambdaPort, websocketPort },
    addresses: {
      edge: { host, port },
      baseUrl: `http://${host}:${port}`,
      apiUrl: `http://${host}:${httpPort}`,
      lambdaOrigin: `http://${host}:${lambdaPort}`,
      linkUrl: `http://${host}:${websocketPort}`,
    },
  };
}

/** Returns the port in `PORT`, or the usual one, or a free one if the usual one is in use. */
async function chosenPort(usualPort: number): Promise<number> {
  const asked = Number(process.env.PORT ?? usualPort);
  if (!Number.isInteger(asked) || asked < 0 || asked > 65_535)
    throw new Error("PORT must be a number from 0 to 65535.");
  if (asked === 0) return freePort();
  if (await isFree(asked)) return asked;
  if (process.env.PORT === undefined) return freePort();
  throw new Error(`PORT ${asked} is in use by another program.`);
}
