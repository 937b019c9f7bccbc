import { Envelope } from "#shared/contract/envelope.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { type CalloutAnswer, CalloutFailed, CalloutRefused, type Callouts } from "#shared/ports/callouts.ts";

/** Other service that imports a configuration. */
export interface TargetService {
  /** Returns the answer of the other service. @throws ServiceError transfer_target_away, transfer_target_refused */
  call(what: "digests" | "preview" | "import", body: object): Promise<Envelope["response"]>;
}

/** Time limit in milliseconds. The other service opens the file before it answers. */
const timeoutMs = 25_000;
const largestBytes = 4 * 1024 * 1024;

export function targetService(
  { callouts, prefixes }: { readonly callouts: Pick<Callouts, "call">; readonly prefixes: readonly string[] },
  { serverUrl, adminApiKey }: { readonly serverUrl: string; readonly adminApiKey: string },
): TargetService {
  const { origin, port, host } = new URL(serverUrl);
  let known: string | undefined;

  const asked = async (method: "GET" | "POST", path: string, body?: object): Promise<CalloutAnswer> => {
    try {
      return await callouts.call({
        ...{ url: new URL(`${origin}${path}`), method, timeoutMs, largestBytes, carriesSecret: true },
        ...(port !== "" && { port: Number(port) }),
        ...(body !== undefined && {
          headers: { Authorization: `Bearer ${adminApiKey}`, "Content-Type": "application/json" },
          body: JSON.stringify(body),
        }),
      });
    } catch (thrown) {
      if (thrown instanceof CalloutFailed || thrown instanceof CalloutRefused)
        throw new ServiceError("transfer_target_away", { text: thrown.message, cause: thrown });
      throw thrown;
    }
  };

  /** Returns the path prefix of the service there. Sends no key, so that a wrong server doesn't get it. */
  const prefix = async (): Promise<string> => {
    for (const one of known === undefined ? prefixes : [known]) {
      if (envelopeIn(await asked("GET", `/${one}/api/info`))?.messages[0]?.code !== 0) continue;
      known = one;
      return one;
    }
    throw new ServiceError("transfer_target_away", { text: `no Latchkey service responds at ${host}` });
  };

  return {
    async call(what, body) {
      const answer = await asked("POST", `/${await prefix()}/api/transfer/${what}`, body);
      if (what === "digests" && answer.status === 404)
        throw new ServiceError("transfer_target_refused", {
          text: `${host} runs an older version that can only compare a full configuration with all secrets: update it first`,
        });
      const envelope = envelopeIn(answer);
      if (envelope === undefined)
        throw new ServiceError("transfer_target_away", { text: `${host}: HTTP ${answer.status}` });
      const [message] = envelope.messages;
      if (message?.code !== 0) throw new ServiceError("transfer_target_refused", { text: `${host}: ${message?.text}` });
      return envelope.response;
    },
  };
}

function envelopeIn({ body }: CalloutAnswer): Envelope | undefined {
  try {
    return Envelope.safeParse(JSON.parse(new TextDecoder().decode(body))).data;
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined; // A web page.
    throw thrown;
  }
}
