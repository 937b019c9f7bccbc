/** What a peer is given to start with. */
export interface PeerStart {
  readonly upstream: string;
  /** The most connections it may keep to the upstream: the same for all. */
  readonly connections: number;
  readonly core: number | undefined;
  /** A folder of this run for its files. */
  readonly directory: string;
}

/** A proxy that answers on a port of this machine. */
export interface RunningPeer extends AsyncDisposable {
  readonly port: number;
  readonly pid: number;
  readonly alive: () => boolean;
  /** The path before `/fmi` in its addresses. */
  readonly prefix?: string;
  /** The credential that it expects in place of FileMaker's. */
  readonly authorization?: string;
  /** The same for the Admin API. */
  readonly adminAuthorization?: string;
}

/** The names under which the report lists who took part. */
export type ContestantName = "direct" | "nginx" | "bare dispatch" | "http-proxy" | "@fastify/http-proxy" | "Latchkey";

/** One who takes part: the upstream itself, or a proxy before it. */
export interface Contestant<Name extends string = ContestantName> {
  readonly name: Name;
  readonly port: number;
  /** The proxy's process; the upstream itself has none that could be compared. */
  readonly pid: number | undefined;
  readonly alive: () => boolean;
  readonly prefix: string;
  readonly authorization: string;
  /** For the Admin API, where it is another. */
  readonly adminAuthorization?: string;
}
