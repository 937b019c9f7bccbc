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
  /** Heartbeats on the connections of this process. Null if each message can arrive in another process. */
  readonly heartbeats: Heartbeats | null;
  /** Returns its address, such as `wss://latchkey.example.com/svc/agent`. */
  readonly address: () => string;
}

/** Memory of the heartbeats on the connections of this process: the store doesn't get each of them. */
export interface Heartbeats {
  /** Notes a heartbeat that arrived now. Returns false if its frame was noted before. */
  note(connection: string, frame: { readonly sequence: number; readonly at: number }): boolean;
  /** Returns the time of the last heartbeat, or of the start. Undefined if this process doesn't have the connection. */
  lastAt(connection: string): number | undefined;
}
