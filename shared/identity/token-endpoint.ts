import * as z from "zod";
import type { RawCall } from "#shared/contract/delivery.ts";
import { ownHeaderList } from "#shared/http/own-headers.ts";
import { sendWhole } from "#shared/http/send-whole.ts";
import { reasonOf } from "#shared/ports/background-tasks.ts";
import type { Log } from "#shared/ports/log.ts";
import { StoreUnavailable } from "#shared/ports/table.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { AcceptedClients, NetworkAllowance } from "#shared/sessions/api.ts";
import { signedIdToken } from "./id-token.ts";
import { type IdentityProvider, ProviderFailed, type TokenAnswer, type TokenFields } from "./providers/provider.ts";
import type { CredentialsRecord } from "./record.ts";
import { accessBy, isKnownClient } from "./rules.ts";
import { credentialsContext, type IdentityStore, signingKeyContext } from "./store.ts";
import { TokenRefused, tokenFields } from "./token-request.ts";

export interface TokenEndpointDependencies {
  readonly store: Pick<IdentityStore, "credentials" | "signingKey">;
  readonly provider: IdentityProvider;
  readonly vault: Pick<Vault, "open" | "fingerprints">;
  readonly log: Pick<Log, "error">;
  readonly bodyMs: number;
  /** Limit on exchanges by clients whose secret the provider hasn't accepted yet, per network. */
  readonly exchangeAllowance: NetworkAllowance;
  readonly acceptedClients: Pick<AcceptedClients, "find" | "remember">;
  /** True if codes are exchanged while no credentials are saved. */
  readonly exchangesWithoutGroups: boolean;
}

/** Google's response to a code, limited to the fields that are passed on. */
const Tokens = z.object({
  access_token: z.string(),
  expires_in: z.number().optional(),
  scope: z.string().optional(),
  token_type: z.string(),
  id_token: z.string().optional(),
  refresh_token: z.string().optional(),
});
type Tokens = z.output<typeof Tokens>;

/** Headers of an OAuth response (RFC 6749, 5.1). */
const headers = [...ownHeaderList, "Content-Type", "application/json; charset=utf-8", "Pragma", "no-cache"];

/** Challenge in errors for a client that uses HTTP Basic (RFC 6749, 5.2). */
const basicChallenge = ["WWW-Authenticate", 'Basic realm="Latchkey"'];

const tooManyText = "Too many code exchanges from this network by clients that the identity provider hasn't accepted.";

/** Creates OAuth's token endpoint: exchanges codes with the provider, and adds the user's groups to the ID token. */
export function tokenEndpoint(dependencies: TokenEndpointDependencies) {
  const { store, provider, vault, log, bodyMs, exchangeAllowance, acceptedClients, exchangesWithoutGroups } =
    dependencies;

  /** Returns the fingerprint of the client ID and its secret. Callers without the secret can't produce it. */
  const fingerprintOf = async ({ client_id: id = "", client_secret: secret = "" }: TokenFields): Promise<string> => {
    const [fingerprint] = await vault.fingerprints("attempts", `identity client\0${id}\0${secret}`);
    return fingerprint;
  };

  /**
   * Returns the provider's response. Calls of unknown clients are limited, because each causes a call to the provider.
   * @throws TokenRefused, ProviderFailed
   */
  const tokensFor = async (fields: TokenFields, address: string): Promise<Tokens> => {
    const client = await fingerprintOf(fields);
    const { isAccepted } = await acceptedClients.find(client, []);
    const waitSeconds = isAccepted ? 0 : await exchangeAllowance.take(address);
    if (waitSeconds > 0) throw new TokenRefused(429, "temporarily_unavailable", tooManyText, waitSeconds);
    const tokens = tokensIn(await provider.exchange(fields));
    await acceptedClients.remember(client, []);
    return tokens;
  };

  /**
   * Returns the ID token with the user's groups.
   * @throws TokenRefused, ProviderFailed
   */
  const withGroups = async (idToken: string, clientId: string, credentials: CredentialsRecord): Promise<string> => {
    const key = await store.signingKey();
    if (key === undefined) throw new Error("The identity provider has credentials, but no signing key");
    const claims = await provider.claimsOf(idToken, clientId);
    if (claims.email === undefined)
      throw new TokenRefused(
        400,
        "invalid_scope",
        "The sign-in must request `openid email`. The email address is missing.",
      );
    const user = provider.addressIn(claims);
    if (user === undefined)
      throw new TokenRefused(
        400,
        "invalid_grant",
        "The user's email address isn't verified, or isn't a Gmail or Google Workspace address.",
      );
    const privateKey = await vault.open(credentials.sealedPrivateKey, credentialsContext);
    const groups = await provider.groupsOf(accessBy({ ...credentials, privateKey }), user, {
      nested: credentials.nestedGroups,
    });
    const signing = await vault.open(key.sealedPrivateKey, signingKeyContext);
    return signedIdToken({ ...claims, groups }, { kid: key.kid, privateKey: signing });
  };

  const exchanged = async ({ http, header, client }: RawCall): Promise<object> => {
    const fields = await tokenFields(http.body, header, bodyMs);
    const { client_id: clientId = "" } = fields;
    const credentials = await store.credentials();
    if (credentials === undefined && !exchangesWithoutGroups)
      throw new TokenRefused(503, "temporarily_unavailable", "No identity provider credentials are saved.");
    // Checked before the code is used.
    if (credentials !== undefined && !isKnownClient(credentials, clientId))
      throw new TokenRefused(400, "unauthorized_client", "Sign-ins of this client don't get groups.");
    const tokens = await tokensFor(fields, client.address);
    if (credentials === undefined) return tokens;
    if (tokens.id_token === undefined)
      throw new TokenRefused(400, "invalid_scope", "The sign-in must request `openid email`. The ID token is missing.");
    return { ...tokens, id_token: await withGroups(tokens.id_token, clientId, credentials) };
  };

  return async (_input: unknown, call: RawCall): Promise<void> => {
    const answer = (status: number, body: object, more: readonly string[] = []): void =>
      // Never compressed, because it contains secrets.
      sendWhole(
        call.http.answer,
        { method: call.http.method, acceptEncoding: "" },
        {
          status,
          headers: [...headers, "X-Request-Id", call.requestId, ...more],
          body: Buffer.from(JSON.stringify(body)),
        },
      );
    try {
      answer(200, await exchanged(call));
    } catch (thrown) {
      const { status, error, description, retryAfterSeconds } = inOAuthsWords(thrown);
      log.error({ event: "sign_in_refused", error, reason: reasonOf(thrown), requestId: call.requestId });
      const isAskedByBasic = status === 401 && call.header("authorization") !== undefined;
      const wait = retryAfterSeconds === undefined ? [] : ["Retry-After", String(retryAfterSeconds)];
      answer(status, { error, error_description: description }, [...wait, ...(isAskedByBasic ? basicChallenge : [])]);
    }
  };
}

/** @throws TokenRefused with the provider's error, ProviderFailed if its response is invalid */
function tokensIn({ status, body }: TokenAnswer): Tokens {
  const tokens = Tokens.safeParse(body);
  if (status === 200 && tokens.success) return tokens.data;
  const refusal = z.object({ error: z.string(), error_description: z.string().optional() }).safeParse(body);
  if (status < 400 || status >= 500 || !refusal.success)
    throw new ProviderFailed(`Google responded with HTTP ${status} to the code.`, { isAway: true });
  const { error, error_description: description = "Google rejected the request." } = refusal.data;
  throw new TokenRefused(status, error, description);
}

/** Converts any error to an OAuth error. */
function inOAuthsWords(
  thrown: unknown,
): Pick<TokenRefused, "status" | "error" | "description"> & Partial<Pick<TokenRefused, "retryAfterSeconds">> {
  if (thrown instanceof TokenRefused) return thrown;
  if (thrown instanceof StoreUnavailable)
    return { status: 503, error: "temporarily_unavailable", description: "Storage is unavailable." };
  if (!(thrown instanceof ProviderFailed))
    return { status: 500, error: "server_error", description: "Something went wrong in Latchkey." };
  const { isAway, message } = thrown;
  return isAway
    ? { status: 503, error: "temporarily_unavailable", description: message }
    : { status: 502, error: "server_error", description: message };
}
