import type { IncomingMessage, ServerResponse } from "node:http";
import type Provider from "oidc-provider";
import { errors } from "oidc-provider";
import type { RawCall } from "#shared/contract/delivery.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { OAuthAddresses } from "../addresses.ts";
import type { KnownClients } from "../clients/known-clients.ts";
import type { Scope } from "../contract.ts";
import type { Grants } from "../grants/grants.ts";
import type { ClientRecord } from "../record.ts";
import { isAdministration, type OAuthResource, type OAuthResources } from "../resources.ts";
import { redirectHost, scopesFor } from "../rules.ts";
import { type AccessChoice, accessChoices, chosenAccess } from "./access-choices.ts";
import { type AskedConsent, pageHeaders, refusedText, signInPage } from "./pages.ts";

/** Verdict on an account. */
export type AccountVerdict = "accepted" | "refused" | "unavailable";

interface SignInDependencies {
  readonly addresses: OAuthAddresses;
  readonly resources: OAuthResources;
  readonly clients: KnownClients;
  readonly grants: Grants;
  /** Claims a sign-in for its only answer. Returns false if it was already claimed. */
  readonly claim: (uid: string) => Promise<boolean>;
  /**
   * Verifies the account of the resource with FileMaker Server, with a limit on guesses.
   * @throws ServiceError too_many_attempts
   */
  readonly verify: (
    resource: OAuthResource,
    account: { readonly user: string; readonly pass: string },
    call: RawCall,
  ) => Promise<AccountVerdict>;
}

/** Response of a page that isn't sent yet. */
export interface SignInAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Id of the new grant. */
  readonly grantId?: string;
}

const fileAway = "The file isn't available right now. Try again later";
const serverAway = "FileMaker Server isn't available right now. Try again later";

type Interaction = Awaited<ReturnType<Provider["interactionDetails"]>>;

interface Consent extends AskedConsent {
  readonly client: ClientRecord;
  /** Identifier of the resource that the client requested, under one of our prefixes. */
  readonly identifier: string;
}

/** Creates the page on which a person signs in and consents, for the browser in which the sign-in began. */
export function signIns({ addresses, resources, clients, grants, claim, verify }: SignInDependencies) {
  /**
   * Returns the current request; the server may have changed since the sign-in began.
   * @throws ServiceError sign_in_gone
   */
  const askedIn = async ({ params }: Interaction): Promise<Consent> => {
    const identifier = String(params.resource);
    const path = addresses.pathOf(identifier);
    const resource = path === undefined ? undefined : await resources.find(path);
    const client = await clients.find(String(params.client_id));
    if (resource === undefined || client === undefined) throw new ServiceError("sign_in_gone");
    return {
      ...{ client, identifier },
      clientName: client.clientName,
      clientHost: client.clientId.startsWith("https://") ? new URL(client.clientId).host : null,
      redirectUri: String(params.redirect_uri),
      resource,
      scopes: scopesFor(params.scope as string | undefined, resource.scopes),
    };
  };

  const allowed = async (asked: Consent, user: string, pass: string, { readsOnly, role = "viewer" }: AccessChoice) => {
    const { client, clientName, clientHost, redirectUri, resource } = asked;
    const given = readsOnly ? asked.scopes.filter((scope) => scope === "fm:read") : asked.scopes;
    const all: readonly Scope[] = ["fm:read", "fm:write"];
    const grantId = await grants.begin(
      {
        clientId: client.clientId,
        clientName: clientName ?? "",
        clientHost,
        redirectHost: redirectHost(redirectUri),
        account: user,
        ...(isAdministration(resource)
          ? {
              ...{ slug: "", file: "" },
              administration: { role, toolGroups: resource.toolGroups.map(({ name }) => name) },
            }
          : { slug: resource.slug, file: resource.file }),
        // As the client names it: later requests must name the same.
        resource: asked.identifier,
        scopes: [...given],
        refusedScopes: all.filter((scope) => !given.includes(scope)),
      },
      pass,
    );
    await clients.signedIn(client.clientId, redirectUri);
    return grantId;
  };

  return {
    /**
     * Returns the page.
     * @throws ServiceError sign_in_gone
     */
    async show(
      provider: Provider,
      request: IncomingMessage,
      response: ServerResponse,
      uid: string,
    ): Promise<SignInAnswer> {
      return pageWith(await askedIn(await interactionOf(provider, request, response, uid)));
    },

    /**
     * Processes the submitted form.
     * @throws ServiceError sign_in_gone, too_many_attempts
     */
    async answer(
      provider: Provider,
      request: IncomingMessage,
      response: ServerResponse,
      { uid, form, call }: { readonly uid: string; readonly form: URLSearchParams; readonly call: RawCall },
    ): Promise<SignInAnswer> {
      const interaction = await interactionOf(provider, request, response, uid);
      const finish = async (result: object, grantId?: string): Promise<SignInAnswer> => {
        const location = await provider.interactionResult(request, response, result as never, {
          mergeWithLastSubmission: false,
        });
        return { status: 303, headers: { Location: location }, body: "", ...(grantId !== undefined && { grantId }) };
      };
      if (form.get("action") === "refuse")
        return finish({ error: "access_denied", error_description: "The user denied access." });
      const asked = await askedIn(interaction);
      const [user, pass] = [form.get("user") ?? "", form.get("pass") ?? ""];
      const access = chosenAccess(form, accessChoices(asked));
      const again = (text: string) => pageWith(asked, { text, user: user.slice(0, 100), access: access?.value });
      if (user === "" || user.length > 100 || pass.length > 1000) return again("Enter your account name and password");
      if (access === undefined) return again("Choose what the program can do");
      const verdict = await verify(asked.resource, { user, pass }, call);
      if (verdict === "unavailable") return again(isAdministration(asked.resource) ? serverAway : fileAway);
      if (verdict === "refused") return again(refusedText);
      if (!(await claim(uid))) throw new ServiceError("sign_in_gone");
      const grantId = await allowed(asked, user, pass, access);
      return finish({ login: { accountId: grantId, remember: false }, consent: { grantId } }, grantId);
    },
  };
}

/**
 * Returns the sign-in, which must be the same in the browser's cookie and in the URL.
 * @throws ServiceError sign_in_gone
 */
async function interactionOf(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  uid: string,
): Promise<Interaction> {
  try {
    const interaction = await provider.interactionDetails(request, response);
    if (interaction.uid === uid && interaction.result === undefined) return interaction;
  } catch (thrown) {
    if (!(thrown instanceof errors.SessionNotFound)) throw thrown;
  }
  throw new ServiceError("sign_in_gone");
}

function pageWith(asked: AskedConsent, problem?: Parameters<typeof signInPage>[1]): SignInAnswer {
  const page = signInPage(asked, problem);
  return { status: 200, headers: pageHeaders(page), body: page.html };
}
