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

/** How far down groups of groups are asked for, the user's own being the first. */
const deepest = 5;
/** A user in more groups than this is refused: more asked for at every sign-in would use up the directory's quota. */
const mostGroups = 1000;

const GroupPage = z.object({
  groups: z.array(z.object({ email: z.string() })).default([]),
  nextPageToken: z.string().optional(),
});

/** Sign-ins with Google, and groups of Google Workspace, read with domain-wide delegation. */
export function google({ call }: Pick<Callouts, "call">): IdentityProvider {
  // The library's own retries would make a user wait who can as well sign in again.
  const transporterOptions = {
    fetchImplementation: fetchByCallouts({ call }),
    retryConfig: { retry: 0, noResponseRetries: 0 },
  };
  /** Keeps Google's certificates for as long as Google says. */
  const verifier = new OAuth2Client({ transporterOptions });
  /** Keeps its access token, for an hour or so. */
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

  /** What a group or a user is in, page by page. @throws ProviderFailed */
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
      const { status, data } = await asked("The directory", () =>
        client.request<unknown>({ url, responseType: "json", validateStatus: isOkOrUnknown }),
      );
      if (status === 404) return [];
      const page = GroupPage.safeParse(data);
      if (!page.success) throw new ProviderFailed("The directory's answer is no list of groups.", { isAway: true });
      found.push(...page.data.groups.map(({ email }) => email));
      pageToken = page.data.nextPageToken;
    } while (pageToken !== undefined && found.length <= mostGroups);
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
        // What the library says of it holds the token.
        throw new ProviderFailed("The ID token is none that Google has made for this client now.", { isAway: false });
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
        if (groups.size > mostGroups)
          throw new ProviderFailed(`The user is in more than ${mostGroups} groups.`, { isAway: false });
      }
      return [...groups].sort();
    },
  };
}

/**
 * Google knows whose an address is where it keeps the mailbox: Gmail's and those of a Google Workspace, which `hd` names. An account of Google's with
 * another address had it when it was made, and may have had to leave it to another user since.
 */
function addressIn({ email, email_verified: isVerified, hd }: Claims): string | undefined {
  if (typeof email !== "string" || (isVerified !== true && isVerified !== "true")) return undefined;
  const isOfWorkspace = typeof hd === "string" && hd !== "";
  return isOfWorkspace || /@(?:gmail|googlemail)\.com$/i.test(email) ? email : undefined;
}

/** A user whom the directory does not know is in none of its groups. */
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

/** What the library throws where an answer is a refusal. Its own messages and what it carries along hold tokens and keys, and go nowhere. */
const Refusal = z.object({
  response: z.object({
    status: z.number(),
    data: z.object({
      error: z.union([z.string(), z.object({ message: z.string() }).transform(({ message }) => message)]),
      error_description: z.string().optional(),
    }),
  }),
});

/** What `ask` answers, with refusals and silence in sentences. @throws ProviderFailed */
async function asked<T>(name: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (thrown) {
    const callout = [thrown, (thrown as Error).cause].find(
      (one) => one instanceof CalloutFailed || one instanceof CalloutRefused,
    );
    if (callout instanceof Error) throw new ProviderFailed(callout.message, { isAway: true });
    const { success, data } = Refusal.safeParse(thrown);
    if (!success) throw new ProviderFailed(`${name} answered in a way that was not understood.`, { isAway: true });
    const { status, data: said } = data.response;
    const text = [said.error, said.error_description].filter((part) => part !== undefined).join(", ");
    // Google says 403 where too much was asked for.
    const isAway = status >= 500 || status === 429 || /quota|rate ?limit/i.test(text);
    throw new ProviderFailed(`${name} refused with HTTP ${status}: ${text}`, { isAway });
  }
}
