/** The service's end of the links that agents hold. A connection has the name that the place which accepted it gave it. */
export interface LinkSockets {
  /** Hands a text over. False when the connection is gone. */
  send(connection: string, text: string): Promise<boolean>;
  /** Ends a connection with a WebSocket close code. Nothing happens where it is gone. */
  close(connection: string, code: number): Promise<void>;
}

/** The place where agents open their links. */
export interface LinkEndpoint {
  readonly sockets: LinkSockets;
  /** Such as `wss://latchkey.example.com/svc/agent`. */
  readonly address: () => string;
}
