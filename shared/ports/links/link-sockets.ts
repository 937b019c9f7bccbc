/** Service side of the links that agents hold. A connection has the id that the endpoint which accepted it gave it. */
export interface LinkSockets {
  /** Sends a text. Returns false if the connection is gone. */
  send(connection: string, text: string): Promise<boolean>;
  /** Closes a connection with a WebSocket close code. Does nothing if it is gone. */
  close(connection: string, code: number): Promise<void>;
}

/** Endpoint where agents open their links. */
export interface LinkEndpoint {
  readonly sockets: LinkSockets;
  /** Returns its address, such as `wss://latchkey.example.com/svc/agent`. */
  readonly address: () => string;
}
