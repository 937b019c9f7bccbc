import { asUpstreamError } from "#shared/filemaker/answer.ts";
import type { Outbound } from "#shared/ports/outbound.ts";
import type { AddressRules } from "../addresses/address-rules.ts";
import type { CheckedCall } from "../checked-call.ts";
import { sendCollectedAnswer } from "../relay/send-collected-answer.ts";
import { odataRootAnswer } from "./root-answer.ts";

interface ODataRootDependencies {
  readonly outbound: Outbound;
  readonly rules: AddressRules;
  readonly host: string;
  readonly timeoutMs: number;
}

/** Caller that requests the list. */
interface RootCaller {
  readonly authorization: string;
  /** True if the caller can see the file with this folded name. */
  readonly opens: (folded: string) => boolean;
  /** Receives the server's status and the number of visible files. @throws ServiceError if nothing of the response may be forwarded */
  readonly onAnswer: (status: number, count: number) => Promise<void> | undefined;
}

/** Headers that change the form of the list. */
const listHeaders = new Set(["accept", "accept-language", "odata-version", "odata-maxversion", "prefer", "user-agent"]);

/** Relays OData's list of files for callers who must not learn about other files, so that it is parsed. */
export function odataRoot({ outbound, rules, host, timeoutMs }: ODataRootDependencies) {
  return async (checked: CheckedCall, path: string, { authorization, opens, onAnswer }: RootCaller): Promise<void> => {
    const { call, query } = checked;
    const headers = { ...requestedHeaders(checked), Authorization: authorization, Host: host };
    const answer = await outbound
      .request({ method: "GET", path: path + query, headers, timeoutMs })
      .catch((thrown: unknown) => {
        throw asUpstreamError(thrown);
      });
    const { status } = answer;
    const type = answer.headers["content-type"] ?? "application/octet-stream";
    const list = status === 200 ? odataRootAnswer(answer.body, type, opens) : undefined;
    await onAnswer(status, list?.count ?? 0);
    const body = rules.rewriter(call.prefix).whole(list?.body ?? Buffer.from(answer.body));
    sendCollectedAnswer(checked, answer, body);
  };
}

/** Returns the headers to send, without those for forms that we can't filter. */
function requestedHeaders({ headers: { forwarded } }: CheckedCall): Record<string, string> {
  const headers: Record<string, string> = { "Accept-Encoding": "identity" };
  for (let index = 0; index < forwarded.length; index += 2) {
    const name = (forwarded[index] as string).toLowerCase();
    if (listHeaders.has(name)) headers[name] = forwarded[index + 1] as string;
  }
  if (!/json|xml/i.test(headers.accept ?? "") || /html/i.test(headers.accept ?? ""))
    headers.accept = "application/json";
  return headers;
}
