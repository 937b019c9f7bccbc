/** The fields of a call for tokens, as they go on to the provider. */
export type TokenFields = Readonly<Record<string, string>>;

/** What a provider's token endpoint answers; `body` is undefined where it is no JSON object. */
export interface TokenAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/** What an ID token says of a user. */
export type Claims = Readonly<Record<string, unknown>>;

/** What groups are read with. */
export interface DirectoryAccess {
  readonly adminEmail: string;
  readonly clientEmail: string;
  /** PKCS #8 as PEM. */
  readonly privateKey: string;
  readonly privateKeyId: string;
}

interface GroupOptions {
  /** Whether groups count that one of the user's groups is in. */
  readonly nested: boolean;
  /** Whether the directory is to look at the credentials again, though it has accepted them a while ago. */
  readonly isTrial?: boolean;
}

/**
 * A provider of identities, whose users sign in by OAuth and are in groups of its directory. Another one is another file
 * beside `google.ts`.
 */
export interface IdentityProvider {
  /** @throws ProviderFailed where there was no answer */
  exchange(fields: TokenFields): Promise<TokenAnswer>;
  /** The claims of an ID token, once its signature, issuer, audience and time were checked. @throws ProviderFailed */
  claimsOf(idToken: string, audience: string): Promise<Claims>;
  /** The address by which the directory is asked for a user: one that the provider knows to be this user's. Undefined where there is none. */
  addressIn(claims: Claims): string | undefined;
  /** The addresses of the groups that a user is in; none where the directory does not know the user. @throws ProviderFailed */
  groupsOf(access: DirectoryAccess, user: string, options: GroupOptions): Promise<readonly string[]>;
}

/** The provider refused, or did not answer. The message is one sentence for an administrator, with nothing secret in it. */
export class ProviderFailed extends Error {
  override readonly name = "ProviderFailed";
  /** Whether trying again may help. */
  readonly isAway: boolean;

  constructor(message: string, { isAway, ...options }: ErrorOptions & { readonly isAway: boolean }) {
    super(message, options);
    this.isAway = isAway;
  }
}
