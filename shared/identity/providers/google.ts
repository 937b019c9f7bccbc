import { JWT, OAuth2Client } from "google-auth-library";
import * as z from "zod";
import { semaphore } from "#shared/filemaker/semaphore.ts";
import { jsonOrNothing } from "#shared/http/json-or-nothing.ts";
import { CalloutFailed, CalloutRefused, type Callouts } from "#shared/ports/callouts.ts";
import { fetchByCallouts } from "./fetch-by-callouts.ts";
import { type Claims, type DirectoryAccess, type IdentityProvider, ProviderFailed } from "./provider.ts";

const tokenAddress = "https://oauth2.googleapis.com/token";
const groupsAddress = "https://admin.googleapis.com/admin/directory/v1/groups";
const issuers = ["https://accounts.google.com", "accounts.google.com"];
const scopes = ["https://www.googleapis.com/auth/admin.directory.group.readonly"];

/** Maximum nesting depth of groups, starting with the user's own groups. */
const deepest = 5;
/**
 * Maximum number of groups of a user. Users in more groups are rejected, because reading more at every sign-in would use up the directory's
 * quota.
 */
const maxGroups = 1000;

const GroupPage = z.object({
  groups: z.array(z.object({ email: z.string() })).default([]),
  nextPageToken: z.string().optional(),
});

/** Creates the provider for Google sign-ins and Google Workspace groups, which are read with domain-wide delegation. */
export function google({ call }: Pick<Callouts, "call">): IdentityProvider {
  // With the library's own retries, users would wait longer than needed to sign in again.
  const transporterOptions = {
    fetchImplementation: fetchByCallouts({ call }),
    retryConfig: { retry: 0, noResponseRetries: 0 },
  };
  /** Caches Google's certificates for as long as Google allows. */
  const verifier = new OAuth2Client({ transporterOptions });
  /** Caches its access token for about an hour. */
  let directory: { readonly access: DirectoryAccess; readonly client: JWT } | undefined;

  const directoryFor = (access: DirectoryAccess): JWT => {
    if (directory === undefined || !isSame(directory.access, access))
      directory = {
        access,
        client: new JWT({
          email: access.clientEmail,
          key: access.privateKey,
          keyId: access.privateKeyId,
          subject: access.adminEmail,
          scopes,
          transporterOptions,
        }),
      };
    return directory.client;
  };

  /**
   * Returns the direct groups of a group or user, page by page.
   * @throws ProviderFailed
   */
  const directGroups = async (client: JWT, member: string): Promise<readonly string[]> => {
    const found: string[] = [];
    let pageToken: string | undefined;
    do {
      const url = new URL(groupsAddress);
      url.search = new URLSearchParams({
        userKey: member,
        maxResults: "200",
        ...(pageToken && { pageToken }),
      }).toString();
      const { status, data } = await asked("Google's directory", () =>
        client.request<unknown>({ url, responseType: "json", validateStatus: isOkOrUnknown }),
      );
      if (status === 404) return [];
      const page = GroupPage.safeParse(data);
      if (!page.success)
        throw new ProviderFailed("Google's directory didn't return a list of groups.", { isAway: true });
      found.push(...page.data.groups.map(({ email }) => email));
      pageToken = page.data.nextPageToken;
    } while (pageToken !== undefined && found.length <= maxGroups);
    return found;
  };

  return {
    async exchange(fields) {
      const { status, body } = await asked("Google", () =>
        call({
          method: "POST",
          url: new URL(tokenAddress),
          headers: { "Content-Type": "application/x-www-form-urlencoded" },
          body: new URLSearchParams(fields).toString(),
          timeoutMs: 10_000,
          largestBytes: 100_000,
        }),
      );
      return { status, body: objectIn(body) };
    },

    async claimsOf(idToken, audience) {
      const { certs } = await asked("Google", () => verifier.getFederatedSignonCertsAsync());
      try {
        const ticket = await verifier.verifySignedJwtWithCertsAsync(idToken, certs, audience, issuers);
        return { ...ticket.getPayload() };
      } catch {
        // The library's own message contains the token.
        throw new ProviderFailed("The ID token wasn't issued by Google for this client, or isn't valid now.", {
          isAway: false,
        });
      }
    },

    addressIn,

    async groupsOf(access, user, { nested, isTrial = false }) {
      if (isTrial) directory = undefined;
      const client = directoryFor(access);
      const atOnce = semaphore(8);
      const groups = new Set<string>();
      let members: readonly string[] = [user];
      for (let depth = 0; depth < (nested ? deepest : 1) && members.length > 0; depth += 1) {
        const lists = await Promise.all(members.map((member) => atOnce(() => directGroups(client, member))));
        const found = new Set(lists.flat());
        members = [...found.difference(groups)];
        for (const group of members) groups.add(group);
        if (groups.size > maxGroups)
          throw new ProviderFailed(`The user is in more than ${maxGroups} groups.`, { isAway: false });
      }
      return [...groups].sort();
    },
  };
}

/**
 * Returns an address only if Google hosts its mailbox and therefore knows its owner: Gmail and Google Workspace, which `hd` names. Another
 * address of a Google account was verified when the account was created, and may belong to someone else since.
 */
function addressIn({ email, email_verified: isVerified, hd }: Claims): string | undefined {
  if (typeof email !== "string" || (isVerified !== true && isVerified !== "true")) return undefined;
  const isOfWorkspace = typeof hd === "string" && hd !== "";
  return isOfWorkspace || /@(?:gmail|googlemail)\.com$/i.test(email) ? email : undefined;
}

/** A user who is unknown to the directory is in none of its groups. */
function isOkOrUnknown(status: number): boolean {
  return (status >= 200 && status < 300) || status === 404;
}

function isSame(one: DirectoryAccess, other: DirectoryAccess): boolean {
  return (["adminEmail", "clientEmail", "privateKey", "privateKeyId"] as const).every(
    (name) => one[name] === other[name],
  );
}

function objectIn(body: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  const value = jsonOrNothing(body);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

/**
 * Error that the library throws for an error response. Its own messages and attachments contain tokens and keys, and are never passed on.
 */
const Refusal = z.object({
  response: z.object({
    status: z.number(),
    data: z.object({
      error: z.union([z.string(), z.object({ message: z.string() }).transform(({ message }) => message)]),
      error_description: z.string().optional(),
    }),
  }),
});

/**
 * Returns the result of `ask`. Error responses and timeouts become sentences.
 * @throws ProviderFailed
 */
async function asked<T>(name: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (thrown) {
    const callout = [thrown, (thrown as Error).cause].find(
      (one) => one instanceof CalloutFailed || one instanceof CalloutRefused,
    );
    if (callout instanceof Error) throw new ProviderFailed(callout.message, { isAway: true });
    const { success, data } = Refusal.safeParse(thrown);
    if (!success) throw new ProviderFailed(`${name} sent a response in an unexpected format.`, { isAway: true });
    const { status, data: said } = data.response;
    const text = [said.error, said.error_description].filter((part) => part !== undefined).join(", ");
    // Google responds with 403 when a quota is exceeded.
    const isAway = status >= 500 || status === 429 || /quota|rate ?limit/i.test(text);
    throw new ProviderFailed(`${name} rejected the request with HTTP ${status}: ${text}`, { isAway });
  }
}
