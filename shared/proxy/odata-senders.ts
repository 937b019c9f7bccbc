import { ServiceError } from "../contract/errors.ts";
import type { AccountStanding } from "../filemaker/account-standing.ts";
import { basic } from "../filemaker/authorization.ts";
import { asUpstreamError } from "../filemaker/fault.ts";
import type { KeyHandle, Keyring } from "../keys/keyring.ts";
import type { Clock } from "../ports/clock.ts";
import type { Ids } from "../ports/ids.ts";
import type { Outbound } from "../ports/outbound.ts";
import type { Attempts } from "../sessions/attempts.ts";
import type { AddressRules } from "./addresses.ts";
import type { CheckedCall } from "./checked-call.ts";
import { answerCollected } from "./collected-answer.ts";
import { findingIn, odataAccounts } from "./odata-accounts.ts";
import type { ODataCaller } from "./odata-caller.ts";
import { odataRefusals } from "./odata-refusals.ts";
import { odataRoot } from "./odata-root.ts";
import { authorize, mayBeSentAgain, type ProxyTimeouts, type RelayPlans } from "./relay-plans.ts";
import { RelayedCall, type RelayPlan } from "./relayed-call.ts";
import type { RequestBody } from "./request-body.ts";

export interface ODataSendersDependencies {
  readonly standing: AccountStanding;
  readonly outbound: Outbound;
  readonly keyring: Keyring;
  readonly attempts: Attempts;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly rules: AddressRules;
  readonly planOf: RelayPlans;
  /** FileMaker Server's public name. */
  readonly host: string;
  readonly timeouts: ProxyTimeouts;
}

/** Sends calls with the account of whoever calls: a key's, or the caller's own. */
export interface ODataSenders {
  /** Relays a call to a path of the server, in a file. @throws ServiceError */
  send(checked: CheckedCall, caller: ODataCaller, path: string, folded: string, body: RequestBody): Promise<void>;
  /** Answers the server's list of files as far as the caller may see it. @throws ServiceError */
  list(checked: CheckedCall, caller: ODataCaller, path: string): Promise<void>;
  /** Proves an account in a file before anything else is done with it. False when its refusal was the answer. @throws ServiceError */
  prove(checked: CheckedCall, caller: ODataCaller, path: string, folded: string): Promise<boolean>;
}

export function odataSenders(dependencies: ODataSendersDependencies): ODataSenders {
  const { outbound, keyring, clock, planOf, host, timeouts } = dependencies;
  const timeoutMs = timeouts.bodyMs;
  const refusals = odataRefusals(clock, dependencies.standing);
  const accounts = odataAccounts(dependencies);
  const readList = odataRoot({ ...dependencies, timeoutMs });
  const authorizations = new WeakMap<KeyHandle, Promise<string>>();

  const authorizationOf = (handle: KeyHandle): Promise<string> => {
    const known = authorizations.get(handle);
    if (known !== undefined) return known;
    const opened = handle.account().then(({ user, pass }) => basic(user, pass));
    authorizations.set(handle, opened);
    opened.catch(() => authorizations.delete(handle)); // Whoever waits for it is told; the next call opens it anew.
    return opened;
  };

  return {
    async send(checked, caller, path, folded, body) {
      const plan = planOf(checked, path, body);
      if (caller.kind === "account") {
        const { visitor } = checked.outcome;
        authorize(plan, caller.authorization);
        await accounts.calling(caller, { visitor, folded }, async (told) => {
          const judge = (status: number) => told(findingIn(status)) ?? true;
          await relayed({ ...plan, judge });
        });
        return;
      }
      const { handle } = caller;
      refusals.check(handle, folded);
      authorize(plan, await authorizationOf(handle));
      keyring.used(handle);
      const judge = (status: number) => refusals.took(handle, folded, status);
      if (!(await relayed({ ...plan, judge }))) throw refusals.error(handle, folded);
    },

    async list(checked, caller, path) {
      if (caller.kind === "account") {
        const { visitor } = checked.outcome;
        await accounts.calling(caller, { visitor, folded: "" }, (told) =>
          readList(checked, path, {
            authorization: caller.authorization,
            opens: () => true,
            // The server shows a wrong password an empty list.
            took(status, count) {
              checked.outcome.isCredentialRefused = status === 200 && count === 0;
              return told(checked.outcome.isCredentialRefused ? "refused" : findingIn(status));
            },
          }),
        );
        return;
      }
      const { handle } = caller;
      refusals.check(handle, "");
      const authorization = await authorizationOf(handle);
      keyring.used(handle);
      const { allowAnyDatabase } = handle.record;
      await readList(checked, path, {
        authorization,
        opens: (folded) => allowAnyDatabase || handle.files.has(folded),
        took: (status) => {
          if (!refusals.took(handle, "", status)) throw refusals.error(handle, "");
          return undefined;
        },
      });
    },

    async prove(checked, caller, path, folded) {
      if (caller.kind === "key") {
        // Nothing is read of a body whose account would be refused in any case.
        refusals.check(caller.handle, folded);
        return true;
      }
      if (accounts.knows(caller, folded)) return true;
      let isIn = true;
      await accounts.calling(caller, { visitor: checked.outcome.visitor, folded }, async (told) => {
        const headers = { Accept: "application/json", Authorization: caller.authorization, Host: host };
        const answer = await outbound.request({ method: "GET", path, headers, timeoutMs }).catch((thrown: unknown) => {
          throw asUpstreamError(thrown);
        });
        await told(findingIn(answer.status));
        isIn = answer.status < 400;
        if (!isIn) answerCollected(checked, answer, answer.body);
      });
      return isIn;
    },
  };
}

/** Sends a call, and once more after a connection that broke where that is safe. Answers false when its account was refused. */
async function relayed(plan: RelayPlan): Promise<boolean> {
  for (let resent = false; ; resent = true) {
    const ending = await RelayedCall.run(plan, false);
    if (ending.kind !== "failed") return ending.kind === "answered";
    // A body that was refused on its way is the reason, and not the call that ended with it.
    const { content } = plan.body;
    const refused = content !== undefined && "errored" in content ? content.errored : undefined;
    if (refused instanceof ServiceError) throw refused;
    if (resent || !mayBeSentAgain(plan, ending)) throw ending.error;
  }
}
