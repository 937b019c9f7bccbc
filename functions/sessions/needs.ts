import { keySecrets } from "#shared/keys/store.ts";
import { cliSignInPartitions, cliSignInSecrets } from "#shared/sessions/cli-sign-in/cli-sign-in-store.ts";
import { peoplePartitions } from "#shared/sessions/people/store.ts";
import { signedInAccountPartitions, signInSecrets } from "#shared/sessions/store.ts";
import { callPartitions, callReads, callSecrets, idSecrets, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["admin"],
  seals: [...idSecrets, signInSecrets, cliSignInSecrets],
  opens: [...callSecrets, cliSignInSecrets, keySecrets.admin],
  reads: [callReads, cliSignInPartitions, signedInAccountPartitions],
  writes: [callPartitions, cliSignInPartitions, peoplePartitions, signedInAccountPartitions],
  parts: {},
};
