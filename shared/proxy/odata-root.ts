import { asUpstreamError } from "../filemaker/fault.ts";
import type { Outbound } from "../ports/outbound.ts";
import type { AddressRules } from "./addresses.ts";
import type { CheckedCall } from "./checked-call.ts";
import { answerCollected } from "./collected-answer.ts";
import { odataRootAnswer } from "./odata-root-answer.ts";

interface ODataRootDependencies {
  readonly outbound: Outbound;
  readonly rules: AddressRules;
  readonly host: string;
  readonly timeoutMs: number;
}

/** Who asks for the list. */
interface RootCaller {
  readonly authorization: string;
  /** Which files the caller may see, by their folded names. */
  readonly opens: (folded: string) => boolean;
  /** Told how the server answered, and how many files it showed. @throws ServiceError when nothing of it may be passed on */
  readonly took: (status: number, count: number) => Promise<void> | undefined;
}

/** Headers that change what the list looks like. */
const telling = new Set(["accept", "accept-language", "odata-version", "odata-maxversion", "prefer", "user-agent"]);

/** OData's list of files, for callers whose list has to be read: which other files there are is not for everyone to know. */
export function odataRoot({ outbound, rules, host, timeoutMs }: ODataRootDependencies) {
  return async (checked: CheckedCall, path: string, { authorization, opens, took }: RootCaller): Promise<void> => {
    const { call, query } = checked;
    const headers = { ...asked(checked), Authorization: authorization, Host: host };
    const answer = await outbound
      .request({ method: "GET", path: path + query, headers, timeoutMs })
      .catch((thrown: unknown) => {
        throw asUpstreamError(thrown);
      });
    const { status } = answer;
    const type = answer.headers["content-type"] ?? "application/octet-stream";
    const list = status === 200 ? odataRootAnswer(answer.body, type, opens) : undefined;
    await took(status, list?.count ?? 0);
    const body = rules.rewriter(call.prefix).whole(list?.body ?? Buffer.from(answer.body));
    answerCollected(checked, answer, body);
  };
}

/** What cannot be filtered is not asked for. */
function asked({ headers: { forwarded } }: CheckedCall): Record<string, string> {
  const headers: Record<string, string> = { "Accept-Encoding": "identity" };
  for (let place = 0; place < forwarded.length; place += 2) {
    const name = (forwarded[place] as string).toLowerCase();
    if (telling.has(name)) headers[name] = forwarded[place + 1] as string;
  }
  if (!/json|xml/i.test(headers.accept ?? "") || /html/i.test(headers.accept ?? ""))
    headers.accept = "application/json";
  return headers;
}
