import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { Vault } from "#shared/ports/vault.ts";
import { StateRefused, type ToolCall, type ToolOutcome } from "../protocol/tool-set.ts";
import { digestOf } from "./digest.ts";
import { signedNotes } from "./signed-notes.ts";
import type { GuardStore } from "./store.ts";

/** What is about to happen. */
export interface Preview {
  /** One sentence for the user, that names exactly what is closed, deleted or disconnected. */
  readonly message: string;
  /** What it depends on, such as who has the file open. When that changes, the user is asked again. */
  readonly state: Readonly<Record<string, unknown>>;
}

/** A call that destroys something. */
export interface ConfirmedCall {
  /** Who calls, by the credential. */
  readonly caller: string;
  readonly tool: string;
  /** The arguments, `confirm_token` among them. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly call: Pick<ToolCall, "canAskUser" | "reply">;
  readonly preview: () => Promise<Preview>;
}

/**
 * Sees to it that the user was asked. Undefined where that has happened, for exactly this call, and once: then it is done. Otherwise what to answer.
 * @throws StateRefused
 */
export type Confirm = (call: ConfirmedCall) => Promise<ToolOutcome | undefined>;

/** The argument by which a client that cannot ask its user says that it has. */
export const confirmToken = "confirm_token";

const keptMs = 5 * 60_000;

interface ConfirmationDependencies {
  readonly vault: Pick<Vault, "fingerprints">;
  readonly store: Pick<GuardStore, "spend">;
  readonly clock: Pick<Clock, "now">;
  readonly ids: Pick<Ids, "uuid">;
}

/** A token guards against accidents, not against a model that means harm: it says so in the descriptions of tools. */
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
    if (reply !== undefined && note === undefined)
      throw new StateRefused("This state is from no question of this call");
    if (brought !== undefined && note === undefined) return refused;
    if (reply !== undefined && reply.isConfirmed === false) return declined;
    const { message, state } = await preview();
    const isCurrent = note !== undefined && note.state === digestOf(state);
    if (isCurrent && (reply === undefined || reply.isConfirmed === true))
      return (await store.spend(note.id, clock.now() + keptMs)) ? undefined : refused;
    const changed = note !== undefined && !isCurrent ? "The state has changed since the question. " : "";
    const fresh = await notes.write({ id: ids.uuid(), state: digestOf(state) }, boundTo);
    if (call.canAskUser) return { kind: "question", message: `${changed}${message}`, state: fresh };
    return {
      kind: "result",
      isData: true,
      content: {
        done: false,
        confirmation_needed: `${changed}Nothing has been changed. Ask the user whether to go on; if so, repeat the call with the same arguments and ${confirmToken}.`,
        will_do: message,
        ...state,
        [confirmToken]: fresh,
        expires_in_seconds: keptMs / 1000,
      },
    };
  };
}

const refused: ToolOutcome = {
  kind: "text",
  isError: true,
  text: `This ${confirmToken} is not good for this call: it has been used, has expired, or belongs to other arguments. Nothing has been changed. Call without it for a new one.`,
};

const declined: ToolOutcome = {
  kind: "text",
  isError: true,
  text: "The user did not confirm. Nothing has been changed. Do not try again unless the user asks for it.",
};
