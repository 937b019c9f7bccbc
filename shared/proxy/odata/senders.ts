import { ServiceError } from "#shared/contract/errors.ts";
import { asUpstreamError } from "#shared/filemaker/answer.ts";
import { basic } from "#shared/filemaker/authorization.ts";
import type { AccountStatusRecorder } from "#shared/filemaker/sessions/account-status-recorder.ts";
import type { KeyCache, KeyHandle } from "#shared/keys/api.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { Outbound } from "#shared/ports/outbound.ts";
import type { LoginLimiter } from "#shared/sessions/api.ts";
import type { AddressRules } from "../addresses/address-rules.ts";
import type { CheckedCall } from "../checked-call.ts";
import { ProxiedExchange, type RelayPlan } from "../relay/proxied-exchange.ts";
import { authorize, canResend, type ProxyTimeouts, type RelayPlans } from "../relay/relay-plans.ts";
import type { RequestBody } from "../relay/request-body.ts";
import { sendCollectedAnswer } from "../relay/send-collected-answer.ts";
import { checkOutcomeFor, odataAccounts, rootOutcomeFor } from "./accounts.ts";
import type { ODataCaller } from "./caller.ts";
import { odataRefusals } from "./refusals.ts";
import { odataRoot } from "./root.ts";

export interface ODataSendersDependencies {
  readonly accountStatus: AccountStatusRecorder;
  readonly outbound: Outbound;
  readonly keyCache: KeyCache;
  readonly loginLimiter: LoginLimiter;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly rules: AddressRules;
  readonly planOf: RelayPlans;
  /** Public name of FileMaker Server. */
  readonly host: string;
  readonly timeouts: ProxyTimeouts;
}

/** Sends calls with the account to use: the key's, or the caller's own. */
export interface ODataSenders {
  /** Relays a call to a path in a file. @throws ServiceError */
  send(checked: CheckedCall, caller: ODataCaller, path: string, folded: string, body: RequestBody): Promise<void>;
  /** Sends the server's list of files, limited to those that the caller can see. @throws ServiceError */
  list(checked: CheckedCall, caller: ODataCaller, path: string): Promise<void>;
  /**
   * Proves an account in a file before it is used for anything else. Returns false if the server's refusal was sent as the response.
   * @throws ServiceError
   */
  proveAccount(checked: CheckedCall, caller: ODataCaller, path: string, folded: string): Promise<boolean>;
}

export function odataSenders(dependencies: ODataSendersDependencies): ODataSenders {
  const { outbound, keyCache, clock, planOf, host, timeouts } = dependencies;
  const timeoutMs = timeouts.bodyMs;
  const refusals = odataRefusals(clock, dependencies.accountStatus);
  const accounts = odataAccounts(dependencies);
  const readList = odataRoot({ ...dependencies, timeoutMs });
  const authorizations = new WeakMap<KeyHandle, Promise<string>>();

  const authorizationOf = (handle: KeyHandle): Promise<string> => {
    const known = authorizations.get(handle);
    if (known !== undefined) return known;
    const opened = handle.account().then(({ user, pass }) => basic(user, pass));
    authorizations.set(handle, opened);
    opened.catch(() => authorizations.delete(handle)); // Waiting callers get the error; the next call opens it again.
    return opened;
  };

  return {
    async send(checked, caller, path, folded, body) {
      const plan = planOf(checked, path, body);
      if (caller.kind === "account") {
        const { client } = checked.outcome;
        authorize(plan, caller.authorization);
        await accounts.run(caller, { client, folded }, async (report) => {
          const acceptStatus = (status: number) => report(checkOutcomeFor(status)) ?? true;
          await relayed({ ...plan, acceptStatus });
        });
        return;
      }
      const { handle } = caller;
      refusals.check(handle, folded);
      authorize(plan, await authorizationOf(handle));
      keyCache.used(handle);
      const acceptStatus = (status: number) => refusals.recordStatus(handle, folded, status);
      if (!(await relayed({ ...plan, acceptStatus }))) throw refusals.error(handle, folded);
    },

    async list(checked, caller, path) {
      if (caller.kind === "account") {
        const { client } = checked.outcome;
        await accounts.run(caller, { client, folded: "" }, (report) =>
          readList(checked, path, {
            authorization: caller.authorization,
            opens: () => true,
            onAnswer(status, count) {
              const finding = rootOutcomeFor(status, count);
              checked.outcome.isCredentialRefused = status === 200 && finding === "refused";
              return report(finding);
            },
          }),
        );
        return;
      }
      const { handle } = caller;
      refusals.check(handle, "");
      const authorization = await authorizationOf(handle);
      keyCache.used(handle);
      const { allowAnyDatabase } = handle.record;
      await readList(checked, path, {
        authorization,
        opens: (folded) => allowAnyDatabase || handle.files.has(folded),
        onAnswer: (status) => {
          if (!refusals.recordStatus(handle, "", status)) throw refusals.error(handle, "");
          return undefined;
        },
      });
    },

    async proveAccount(checked, caller, path, folded) {
      if (caller.kind === "key") {
        // If the account would be refused anyway, the body isn't read.
        refusals.check(caller.handle, folded);
        return true;
      }
      if (accounts.isRemembered(caller, folded)) return true;
      let isProven = true;
      await accounts.run(caller, { client: checked.outcome.client, folded }, async (report) => {
        const headers = { Accept: "application/json", Authorization: caller.authorization, Host: host };
        const answer = await outbound.request({ method: "GET", path, headers, timeoutMs }).catch((thrown: unknown) => {
          throw asUpstreamError(thrown);
        });
        await report(checkOutcomeFor(answer.status));
        isProven = answer.status < 400;
        if (!isProven) sendCollectedAnswer(checked, answer, answer.body);
      });
      return isProven;
    },
  };
}

/** Sends a call, and again after a broken connection if that is safe. Returns false if its account was refused. */
async function relayed(plan: RelayPlan): Promise<boolean> {
  for (let resent = false; ; resent = true) {
    const ending = await ProxiedExchange.run(plan, false);
    if (ending.kind !== "failed") return ending.kind === "answered";
    // If reading the body failed, that is the cause, not the call that ended with it.
    const { content } = plan.body;
    const refused = content !== undefined && "errored" in content ? content.errored : undefined;
    if (refused instanceof ServiceError) throw refused;
    if (resent || !canResend(plan, ending)) throw ending.error;
  }
}
