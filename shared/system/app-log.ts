import { createHash, timingSafeEqual } from "node:crypto";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import type { ApplicationLogKind, Log } from "#shared/ports/log.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { AppLogLevel, system } from "./contract.ts";
import { type SystemStore, tokenContext } from "./store.ts";

interface AppLogDependencies {
  readonly store: Pick<SystemStore, "settings">;
  readonly vault: Pick<Vault, "open">;
  readonly log: Pick<Log, "application">;
}

const kinds: Readonly<Record<AppLogLevel, ApplicationLogKind>> = {
  error: "error",
  warn: "info",
  info: "info",
  http: "debug",
  verbose: "debug",
  debug: "debug",
};

/** Writes messages of other programs to the application log. They authenticate with the token in the settings. */
export function appLog({ store, vault, log }: AppLogDependencies): ServiceOf<typeof system>["writeAppLog"] {
  return async ({ token, level, message }) => {
    const { settings } = await store.settings();
    const sealed = settings.sealedAppLogToken;
    if (sealed === null || !isSame(token, await vault.open(sealed, tokenContext)))
      throw new ServiceError("app_log_token_refused");
    log.application(kinds[level], { severity: level, message });
    return { success: true };
  };
}

function isSame(given: string, kept: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(kept));
}
