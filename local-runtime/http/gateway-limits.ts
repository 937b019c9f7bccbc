/** Limits of the gateway for clients. Times in milliseconds, sizes in bytes. */
export interface GatewayLimits {
  readonly headerBytes: number;
  readonly headers: number;
  readonly headersMs: number;
  /** For the body of a call that is read completely. */
  readonly ownRequestMs: number;
  /** Without a byte of an upload through the proxy. */
  readonly uploadIdleMs: number;
  /** Without the client reading a byte of its response. */
  readonly answerIdleMs: number;
  /** For the rest of an upload that is already answered, or of a rejected request. */
  readonly lingerMs: number;
  /** Longer than load balancers keep a connection, so that we never close one that they are about to use. */
  readonly keepAliveMs: number;
  readonly connections: number;
  /** Per IPv4 address or IPv6 /64. */
  readonly connectionsPerAddress: number;
  /** Part of `connections` that only clients with fewer than `fewConnections` can use. */
  readonly reservedConnections: number;
  readonly fewConnections: number;
}

/** Default limits. */
export const gatewayLimits: GatewayLimits = {
  headerBytes: 16 * 1024,
  headers: 100,
  headersMs: 10_000,
  ownRequestMs: 30_000,
  uploadIdleMs: 60_000,
  answerIdleMs: 60_000,
  lingerMs: 5_000,
  keepAliveMs: 65_000,
  connections: 2_000,
  connectionsPerAddress: 200,
  reservedConnections: 200,
  fewConnections: 10,
};
