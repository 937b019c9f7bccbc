import { useState } from "react";
import type { HostFile } from "#shared/browser/contract.ts";
import { call } from "../../api/client.ts";
import type { InputOf } from "../../api/operations.ts";
import { noteRefusal, queryClient } from "../../api/query.ts";
import { announce } from "../../ui/feedback/toasts.tsx";

type Change = "POST /svc/api/files/move" | "DELETE /svc/api/files";

/** Returns a mutation that changes several files, one after the other, and stops at the first refusal. */
export function useEach<A extends Change>(address: A, done: (...parts: [string, string]) => string) {
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<{ readonly error: Error; readonly at: string }>();
  return {
    isBusy,
    error: refused?.error,
    at: refused?.at,
    async run(
      files: readonly HostFile[],
      input: (file: HostFile) => InputOf<A>,
      announcement: [string, string],
      onDone: () => void,
    ): Promise<void> {
      setBusy(true);
      setRefused(undefined);
      let at = "";
      try {
        for (const file of files) {
          at = file.name;
          await call(address, input(file));
        }
        announce(done(...announcement));
        onDone();
      } catch (thrown) {
        noteRefusal(thrown);
        setRefused({ error: thrown instanceof Error ? thrown : new Error(String(thrown)), at });
      } finally {
        setBusy(false);
        void queryClient.invalidateQueries({ queryKey: ["GET /svc/api/files"] });
      }
    },
  };
}
