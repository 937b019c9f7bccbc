import type { Arrivals } from "./arrivals.ts";
import type { Departures } from "./departures.ts";

/** The service's end of the links that agents hold. A connection is named by whoever accepted it. */
export interface LinkSockets {
  /** Hands a text over. False when the connection is gone. */
  send(connection: string, text: string): Promise<boolean>;
  /** Ends a connection with a WebSocket close code. Nothing happens where it is gone. */
  close(connection: string, code: number): Promise<void>;
}

/** The place where agents open their links. */
export interface LinkPlace {
  readonly sockets: LinkSockets;
  /** Such as `wss://latchkey.example.com/svc/agent`. */
  readonly address: () => string;
  /** For bytes that are too many for a link. Undefined in a function that asks for none. */
  readonly arrivals: Arrivals | undefined;
  /** For bytes that agents fetch. Undefined in a function that sends none. */
  readonly departures: Departures | undefined;
}
