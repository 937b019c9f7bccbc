import { type Failure, Refusal, type Service, startService } from "./service.ts";

/** Service whose operations are named in a header, with a record of its calls. */
export interface JsonService<Input> extends Service {
  readonly asked: readonly { readonly operation: string; readonly input: Input }[];
  /** Makes future calls fail with this error: `times` calls, or all by default. Undefined: calls succeed again. */
  fail(error: Failure | undefined, times?: number): void;
}

/** Starts a service. `target`: prefix of an operation's name in the header, such as `TrentService`. */
export async function startJsonService<Input extends object>(
  target: string,
  operations: Readonly<Record<string, (input: Input) => object>>,
): Promise<JsonService<Input>> {
  const asked: { operation: string; input: Input }[] = [];
  let failure: { readonly error: Failure; times: number } | undefined;

  function act(operation: string, input: Input): object {
    asked.push({ operation, input });
    if (failure !== undefined && failure.times > 0) {
      failure.times -= 1;
      throw new Refusal(failure.error.name, failure.error.status);
    }
    const perform = operations[operation];
    if (perform === undefined) throw new Refusal("UnknownOperationException");
    return perform(input);
  }

  const service = await startService(({ headers }, text) => {
    const answer = { headers: { "content-type": "application/x-amz-json-1.1" } };
    try {
      return {
        ...answer,
        status: 200,
        body: act(String(headers["x-amz-target"]).replace(`${target}.`, ""), JSON.parse(text)),
      };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { ...answer, status: error.status, body: { __type: error.name } };
    }
  });
  return {
    ...service,
    asked,
    fail(error, times = Number.POSITIVE_INFINITY) {
      failure = error && { error, times };
    },
  };
}
