/** An account of the Admin Console, or a token that its Admin API gave. */
export type AdminCredential = { readonly user: string; readonly pass: string } | { readonly token: string };

/** Who makes a management call, after the edge has checked it. */
export type Caller =
  | { readonly kind: "anyone" }
  | { readonly kind: "admin-key"; readonly keyId: number }
  | { readonly kind: "admin-account"; readonly user: string; readonly credential: AdminCredential }
  | { readonly kind: "admin-token"; readonly credential: AdminCredential };

/** What a use-case knows of the call it serves. */
export interface Call {
  readonly requestId: string;
  /** The client's address, proxies taken into account. */
  readonly address: string;
  readonly caller: Caller;
}
