import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { demoDirectory, type GoogleDirectory, groupsOf } from "./directory.ts";
import { claimsIn, signedToken, signingKey, unsignedToken } from "./jwt.ts";

const groupScope = "https://www.googleapis.com/auth/admin.directory.group.readonly";
const tokenAddress = "https://oauth2.googleapis.com/token";

/** Faults that tests can enable. */
export interface GoogleFaults {
  /** Domain-wide delegation isn't granted. */
  withoutDelegation?: boolean;
  /** Status of the Directory API's answers. */
  directoryStatus?: number;
  /** ID tokens are signed with a key that Google doesn't publish. */
  foreignSignature?: boolean;
  /** ID tokens are for another client. */
  foreignAudience?: boolean;
  /** ID tokens have no signature and say so. */
  unsigned?: boolean;
  /** Additional or replaced claims of ID tokens. */
  changedClaims?: Readonly<Record<string, unknown>>;
  /** Answer of the Directory API instead of a list. */
  directoryBody?: object;
  /** The Directory API closes the connection without an answer. */
  directoryBreaksOff?: boolean;
  /** Maximum number of groups per page. */
  pageSize?: number;
}

/** Recorded call. */
export interface GoogleCall {
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Stand-in for Google: its token endpoint, its certificates, and the Directory API of a Workspace. It uses the machine's clock. */
export interface GoogleServer {
  readonly origin: string;
  readonly client: { readonly id: string; readonly secret: string; readonly redirectUri: string };
  readonly faults: GoogleFaults;
  readonly calls: GoogleCall[];
  /** Content of the service account's file, as Google's console provides it. */
  readonly serviceAccount: Readonly<Record<string, string>>;
  /** Signs a user in, and returns the code for the redirect. */
  signIn(email: string, scope?: string): string;
  close(): Promise<void>;
}

interface SignIn {
  readonly email: string;
  readonly scope: string;
}

interface Refusal {
  readonly status: number;
  readonly body: object;
}

export async function startGoogle(directory: GoogleDirectory = demoDirectory): Promise<GoogleServer> {
  const [published, foreign, account] = [signingKey(), signingKey(), signingKey()];
  const client = {
    id: "filemaker.apps.googleusercontent.com",
    secret: "GOCSPX-canary-of-the-client",
    redirectUri: "https://fms.example.com/oauth/redirect",
  };
  const faults: GoogleFaults = {};
  const calls: GoogleCall[] = [];
  const codes = new Map<string, SignIn>();
  const refreshTokens = new Map<string, SignIn>();
  const accessTokens = new Set<string>();
  const clientEmail = "groups@filemaker-sign-in.iam.gserviceaccount.com";

  const idToken = ({ email }: SignIn, accessToken: string): string => {
    const user = [...directory.users, ...(directory.guests ?? [])].find((one) => one.email === email);
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: "https://accounts.google.com",
      aud: faults.foreignAudience ? "another client" : client.id,
      azp: client.id,
      ...user,
      hd: "example.com",
      at_hash: createHash("sha256").update(accessToken).digest().subarray(0, 16).toString("base64url"),
      iat: now,
      exp: now + 3600,
      ...faults.changedClaims,
    };
    if (faults.unsigned) return unsignedToken(claims);
    return signedToken(claims, faults.foreignSignature ? foreign : published);
  };

  const tokensFor = (signIn: SignIn): object => {
    const accessToken = `ya29.${randomBytes(24).toString("base64url")}`;
    return {
      access_token: accessToken,
      expires_in: 3599,
      scope: signIn.scope,
      token_type: "Bearer",
      ...(signIn.scope.split(" ").includes("openid") && { id_token: idToken(signIn, accessToken) }),
    };
  };

  /** Answers an assertion for domain-wide delegation that the service account has signed (RFC 7523). */
  const delegated = (assertion: string): object | Refusal => {
    const claims = claimsIn(assertion, account);
    const now = Date.now() / 1000;
    if (claims?.iss !== clientEmail || claims.aud !== tokenAddress || Number(claims.exp) < now)
      return refused(400, "invalid_grant", "Invalid JWT Signature.");
    const isAdministrator = claims.sub === directory.users[0]?.email;
    if (faults.withoutDelegation || !isAdministrator || claims.scope !== groupScope)
      return refused(
        401,
        "unauthorized_client",
        "Client is unauthorized to retrieve access tokens using this method, or client not authorized for any of the scopes requested.",
      );
    const token = `ya29.c.${randomBytes(24).toString("base64url")}`;
    accessTokens.add(token);
    return { access_token: token, expires_in: 3599, token_type: "Bearer" };
  };

  const token = (fields: Readonly<Record<string, string>>): object | Refusal => {
    const { grant_type: grant, code = "", refresh_token: refreshToken = "" } = fields;
    if (grant === "urn:ietf:params:oauth:grant-type:jwt-bearer") return delegated(fields.assertion ?? "");
    if (fields.client_id !== client.id || fields.client_secret !== client.secret)
      return refused(401, "invalid_client", "Unauthorized");
    if (grant === "refresh_token") {
      const signIn = refreshTokens.get(refreshToken);
      return signIn === undefined ? refused(400, "invalid_grant", "Bad Request") : tokensFor(signIn);
    }
    if (fields.redirect_uri !== client.redirectUri) return refused(400, "redirect_uri_mismatch", "Bad Request");
    const signIn = codes.get(code);
    // A code can be used once.
    codes.delete(code);
    if (signIn === undefined) return refused(400, "invalid_grant", "Malformed auth code.");
    const next = `1//${randomBytes(24).toString("base64url")}`;
    refreshTokens.set(next, signIn);
    return { ...tokensFor(signIn), refresh_token: next };
  };

  const groups = (request: IncomingMessage, query: URLSearchParams): object | Refusal => {
    if (!accessTokens.has((request.headers.authorization ?? "").replace(/^Bearer /, "")))
      return apiRefusal(401, "Request had invalid authentication credentials.");
    if (faults.directoryStatus !== undefined) return apiRefusal(faults.directoryStatus, "Backend Error");
    if (faults.directoryBody !== undefined) return faults.directoryBody;
    const { pageSize = 200 } = faults;
    const limit = Math.min(Number(query.get("maxResults") ?? 200), pageSize);
    const page = groupsOf(directory, query.get("userKey") ?? "", { at: Number(query.get("pageToken") ?? 0), limit });
    return page ?? apiRefusal(404, "Resource Not Found: userKey");
  };

  const answered = async (request: IncomingMessage): Promise<object | Refusal> => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://google");
    const body = await text(request);
    calls.push({
      path: pathname,
      fields: Object.fromEntries(request.method === "POST" ? new URLSearchParams(body) : searchParams),
    });
    if (request.method === "POST" && pathname === "/token") return token(Object.fromEntries(new URLSearchParams(body)));
    if (pathname === "/oauth2/v1/certs") return { [published.id]: published.publicPem };
    if (pathname === "/admin/directory/v1/groups") return groups(request, searchParams);
    return apiRefusal(404, "Not Found");
  };

  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const answer = await answered(request);
    if (faults.directoryBreaksOff && request.url?.startsWith("/admin/")) return void response.destroy();
    const { status, body } =
      "status" in answer && "body" in answer ? (answer as Refusal) : { status: 200, body: answer };
    response.writeHead(status, { "Content-Type": "application/json", "Cache-Control": "private, max-age=0" });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    client,
    faults,
    calls,
    serviceAccount: {
      type: "service_account",
      project_id: "filemaker-sign-in",
      private_key_id: account.id,
      private_key: account.key.export({ type: "pkcs8", format: "pem" }).toString(),
      client_email: clientEmail,
      client_id: "104857600000000000001",
      auth_uri: "https://accounts.google.com/o/oauth2/auth",
      token_uri: tokenAddress,
      auth_provider_x509_cert_url: "https://www.googleapis.com/oauth2/v1/certs",
      client_x509_cert_url: "https://www.googleapis.com/robot/v1/metadata/x509/groups",
      universe_domain: "googleapis.com",
    },
    signIn(email, scope = "openid email profile") {
      const code = `4/${randomBytes(24).toString("base64url")}`;
      codes.set(code, { email, scope });
      return code;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function refused(status: number, error: string, description: string): Refusal {
  return { status, body: { error, error_description: description } };
}

function apiRefusal(code: number, message: string): Refusal {
  return {
    status: code,
    body: { error: { code, message, errors: [{ message, domain: "global", reason: "backendError" }] } },
  };
}
