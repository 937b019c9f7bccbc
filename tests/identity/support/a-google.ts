import { identity } from "#shared/identity/contract.ts";
import { callouts } from "#shared/node/callouts.ts";
import type { Callouts } from "#shared/ports/callouts.ts";
import type { GoogleDirectory } from "../../../sandbox/google/directory.ts";
import { type GoogleServer, startGoogle } from "../../../sandbox/google/server.ts";

/** True if Google is called at this address. */
export function isGoogle({ protocol, host }: URL): boolean {
  return protocol === "https:" && /^(?:oauth2|admin|www)\.googleapis\.com$/.test(host);
}

interface ReachedGoogle extends GoogleServer {
  /** Callouts that reach the stand-in at Google's own host names, and reject all other addresses. */
  readonly reached: Callouts;
  /** Example name of a service account, and the stand-in's name for it, both as JSON. */
  readonly exampleNames: Readonly<Record<string, string>>;
}

export async function aGoogle(directory?: GoogleDirectory): Promise<ReachedGoogle> {
  const google = await startGoogle(directory);
  const port = Number(new URL(google.origin).port);
  const direct = callouts({ isAllowed: (address) => address === "127.0.0.1", addressesOf: async () => ["127.0.0.1"] });
  const shown: Readonly<Record<string, string | undefined>> =
    identity.saveIdentityCredentials.example.input.serviceAccountJson;
  return {
    ...google,
    reached: {
      ...direct,
      call({ url, ...request }) {
        if (!isGoogle(url)) throw new Error(`${url.origin} is not Google's`);
        const { hostname, pathname, search } = url;
        return direct.call({ ...request, url: new URL(`http://${hostname}:${port}${pathname}${search}`), port });
      },
    },
    exampleNames: Object.fromEntries(
      ["private_key", "private_key_id"].map((name) => [
        JSON.stringify(shown[name]).slice(1, -1),
        JSON.stringify(google.serviceAccount[name]).slice(1, -1),
      ]),
    ),
  };
}
