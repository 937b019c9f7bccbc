/** Fields of a token request, as sent to the provider. */
export type TokenFields = Readonly<Record<string, string>>;

/** Response of a provider's token endpoint. `body` is undefined if it isn't a JSON object. */
export interface TokenAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/** Claims of an ID token. */
export type Claims = Readonly<Record<string, unknown>>;

/** Credentials for reading groups. */
export interface DirectoryAccess {
  readonly adminEmail: string;
  readonly clientEmail: string;
  /** PKCS #8 as PEM. */
  readonly privateKey: string;
  readonly privateKeyId: string;
}

interface GroupOptions {
  /** True if indirect groups count too. */
  readonly nested: boolean;
  /** True if the directory must verify the credentials again, even if it accepted them recently. */
  readonly isTrial?: boolean;
}

/**
 * Identity provider whose users sign in with OAuth and are in groups of its directory. To support another one, add a file next to
 * `google.ts`.
 */
export interface IdentityProvider {
  /** @throws ProviderFailed if there is no response */
  exchange(fields: TokenFields): Promise<TokenAnswer>;
  /**
   * Returns the claims of an ID token after checking its signature, issuer, audience and time.
   * @throws ProviderFailed
   */
  claimsOf(idToken: string, audience: string): Promise<Claims>;
  /** Returns the verified address that identifies a user in the directory. Undefined if there is none. */
  addressIn(claims: Claims): string | undefined;
  /**
   * Returns the addresses of a user's groups; none if the directory doesn't know the user.
   * @throws ProviderFailed
   */
  groupsOf(access: DirectoryAccess, user: string, options: GroupOptions): Promise<readonly string[]>;
}

/** The provider rejected a request or didn't respond. The message is one sentence for administrators, without secrets. */
export class ProviderFailed extends Error {
  override readonly name = "ProviderFailed";
  /** True if a retry may help. */
  readonly isAway: boolean;

  constructor(message: string, { isAway, ...options }: ErrorOptions & { readonly isAway: boolean }) {
    super(message, options);
    this.isAway = isAway;
  }
}
