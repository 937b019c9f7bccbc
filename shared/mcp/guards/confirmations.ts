import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { Vault } from "#shared/ports/vault.ts";
import { StateRefused, type ToolCall, type ToolOutcome } from "../protocol/tool-set.ts";
import { digestOf } from "./digest.ts";
import { signedNotes } from "./signed-notes.ts";
import type { GuardStore } from "./store.ts";

/** Description of an action before it runs. */
export interface Preview {
  /** One sentence for the user that names everything that is closed, deleted or disconnected. */
  readonly message: string;
  /** State that the action depends on, such as the users of the file. If it changes, the user is asked again. */
  readonly state: Readonly<Record<string, unknown>>;
}

/** Call of a destructive tool. */
export interface ConfirmedCall {
  /** Caller, identified by the credential. */
  readonly caller: string;
  readonly tool: string;
  /** Arguments, including `confirm_token`. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly call: Pick<ToolCall, "canAskUser" | "reply">;
  readonly preview: () => Promise<Preview>;
}

/**
 * Ensures that the user confirmed exactly this call; a confirmation works once. Returns undefined if so, otherwise the outcome to return.
 * @throws StateRefused
 */
export type Confirm = (call: ConfirmedCall) => Promise<ToolOutcome | undefined>;

/** Argument with which a client that can't ask its user states that the user has confirmed. */
export const confirmToken = "confirm_token";

const keptMs = 5 * 60_000;

interface ConfirmationDependencies {
  readonly vault: Pick<Vault, "fingerprints">;
  readonly store: Pick<GuardStore, "spend">;
  readonly clock: Pick<Clock, "now">;
  readonly ids: Pick<Ids, "uuid">;
}

/** Creates the confirmation check. A token protects against accidents, not against a malicious model; the tool descriptions say so. */
export function confirmations({ vault, store, clock, ids }: ConfirmationDependencies): Confirm {
  const notes = signedNotes<{ readonly id: string; readonly state: string }>(
    { vault, clock },
    "mcp-confirmation",
    keptMs,
  );

  return async ({ caller, tool, given, call, preview }) => {
    const { [confirmToken]: token, ...args } = given;
    const boundTo = JSON.stringify([caller, tool, digestOf(args)]);
    const { reply } = call;
    const brought = reply?.state ?? (typeof token === "string" ? token : undefined);
    const note = brought === undefined ? undefined : await notes.read(brought, boundTo);
    if (reply !== undefined && note === undefined) throw new StateRefused("This state belongs to another call");
    if (brought !== undefined && note === undefined) return refused;
    if (reply !== undefined && reply.isConfirmed === false) return declined;
    const { message, state } = await preview();
    const isCurrent = note !== undefined && note.state === digestOf(state);
    if (isCurrent && (reply === undefined || reply.isConfirmed === true))
      return (await store.spend(note.id, clock.now() + keptMs)) ? undefined : refused;
    const changed = note !== undefined && !isCurrent ? "The data has changed since the question. " : "";
    const fresh = await notes.write({ id: ids.uuid(), state: digestOf(state) }, boundTo);
    if (call.canAskUser) return { kind: "question", message: `${changed}${message}`, state: fresh };
    return {
      kind: "result",
      isData: true,
      content: {
        done: false,
        confirmation_needed: `${changed}Nothing was changed. Ask the user for confirmation; if they agree, repeat the call with the same arguments and ${confirmToken}.`,
        will_do: message,
        affects: state,
        [confirmToken]: fresh,
        expires_in_seconds: keptMs / 1000,
      },
    };
  };
}

const refused: ToolOutcome = {
  kind: "text",
  isError: true,
  text: `Invalid ${confirmToken}: it was used already, has expired, or belongs to other arguments. Nothing was changed. Call without it to get a new one.`,
};

const declined: ToolOutcome = {
  kind: "text",
  isError: true,
  text: "The user did not confirm. Nothing was changed. Don't try again unless the user asks for it.",
};
