/** Parameters for the start of a peer. */
export interface PeerStart {
  readonly upstream: string;
  /** Maximum number of upstream connections, the same for all. */
  readonly connections: number;
  readonly core: number | undefined;
  /** Folder of this run for its files. */
  readonly directory: string;
}

/** Proxy on a port of this machine. */
export interface RunningPeer extends AsyncDisposable {
  readonly port: number;
  readonly pid: number;
  readonly alive: () => boolean;
  /** Path before `/fmi` in its addresses. */
  readonly prefix?: string;
  /** Credential that it requires instead of FileMaker's. */
  readonly authorization?: string;
  /** Credential for the Admin API. */
  readonly adminAuthorization?: string;
}

/** Names of the contestants in the report. */
export type ContestantName = "direct" | "nginx" | "bare dispatch" | "http-proxy" | "@fastify/http-proxy" | "Latchkey";

/** Contestant: the upstream itself, or a proxy in front of it. */
export interface Contestant<Name extends string = ContestantName> {
  readonly name: Name;
  readonly port: number;
  /** Process id of the proxy; the upstream itself has no comparable process. */
  readonly pid: number | undefined;
  readonly alive: () => boolean;
  readonly prefix: string;
  readonly authorization: string;
  /** Credential for the Admin API, if it differs. */
  readonly adminAuthorization?: string;
}
