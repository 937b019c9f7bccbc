import type { ProxyOutcome } from "#shared/contract/proxy-outcome.ts";
import type { AnswerStream } from "#shared/ports/http-call.ts";

/** Records the status of a response that an operation writes itself, for the log. */
export function keepStatus(answer: AnswerStream, outcome: Pick<ProxyOutcome, "status">): void {
  const writeHead = answer.writeHead.bind(answer);
  Object.assign(answer, {
    writeHead(status: number, headers: string[]): unknown {
      outcome.status = status;
      return writeHead(status, headers);
    },
  });
}
