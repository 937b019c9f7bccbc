import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Settings } from "../../../../shared/system/contract.ts";
import { changing, queryClient, reading } from "../../api/query.ts";
import { Refused } from "../../api/refused.ts";
import { hexOf } from "../../theme/colour-text.ts";
import { defaultColor } from "../../theme/theme.ts";
import { Button } from "../../ui/button.tsx";
import { Field, inputClasses, TextField } from "../../ui/field.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { Failed, Loading } from "../../ui/states.tsx";
import { announce } from "../../ui/toasts.tsx";
import { settingsWords } from "../../words/settings.ts";
import { ThemePreview } from "./theme-preview.tsx";

const text = settingsWords;
const settingsChanged = 412;

/** How this server looks to everybody who signs in. */
export function AppearancePanel() {
  const settings = useQuery(reading("GET /svc/api/settings", {}));
  return (
    <Panel title={text.parts.appearance} flush>
      {settings.isPending && <Loading />}
      {settings.isError && !settings.data && <Failed error={settings.error} onRetry={() => void settings.refetch()} />}
      {settings.data && <AppearanceForm key={settings.data.version} settings={settings.data} />}
    </Panel>
  );
}

function AppearanceForm({ settings }: { readonly settings: Settings }) {
  const stored = {
    serverNickname: settings.serverNickname,
    environmentTag: settings.environmentTag ?? "",
    themeColor: settings["theme-color"] ?? "",
  };
  const [wish, setWish] = useState(stored);
  const save = useMutation(
    changing("PATCH /svc/api/settings", ["GET /svc/api/settings", "GET /svc/api/info", "GET /svc/api/audit"], () =>
      announce(text.saved),
    ),
  );
  const set = (change: Partial<typeof stored>) => setWish({ ...wish, ...change });
  const hex = wish.themeColor === "" ? defaultColor : hexOf(wish.themeColor);
  const isChanged = JSON.stringify(wish) !== JSON.stringify(stored);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (hex === undefined) return;
    const { serverNickname, environmentTag, themeColor } = wish;
    save.mutate(
      {
        serverNickname,
        environmentTag: environmentTag || null,
        themeColor: themeColor || null,
        version: settings.version,
      },
      {
        onError: (thrown) => {
          if (thrown instanceof Refused && thrown.status === settingsChanged) {
            announce(text.conflict);
            void queryClient.invalidateQueries({ queryKey: ["GET /svc/api/settings"] });
          }
        },
      },
    );
  };

  return (
    <form onSubmit={submit} {...(isChanged && { "data-unsaved": true })}>
      <div className="grid gap-6 p-4 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <TextField
            label={text.nickname}
            hint={text.nicknameHint}
            maxLength={100}
            value={wish.serverNickname}
            onChange={(event) => set({ serverNickname: event.target.value })}
          />
          <TextField
            label={text.tag}
            hint={text.tagHint}
            maxLength={5}
            className="max-w-32"
            value={wish.environmentTag}
            onChange={(event) => set({ environmentTag: event.target.value })}
          />
          <Field label={text.color} hint={text.colorHint} error={hex === undefined ? text.colorBad : undefined}>
            {(ties) => (
              <div className="flex max-w-64 gap-2">
                <input
                  {...ties}
                  maxLength={64}
                  placeholder={defaultColor}
                  spellCheck={false}
                  className={inputClasses}
                  value={wish.themeColor}
                  onChange={(event) => set({ themeColor: event.target.value })}
                />
                <input
                  type="color"
                  aria-label={text.colorPick}
                  className="h-9 w-12 shrink-0 rounded-md border border-line-strong bg-panel p-1"
                  value={hex ?? defaultColor}
                  onChange={(event) => set({ themeColor: event.target.value })}
                />
              </div>
            )}
          </Field>
        </div>
        <ThemePreview color={hex ?? defaultColor} nickname={wish.serverNickname} tag={wish.environmentTag} />
      </div>
      {save.error && (
        <div className="px-4 pb-4">
          <Refusal error={save.error} />
        </div>
      )}
      <footer className="flex justify-end gap-2 border-line border-t px-4 py-3">
        <Button disabled={!isChanged} onClick={() => setWish(stored)}>
          {text.reset}
        </Button>
        <Button type="submit" look="primary" disabled={!isChanged || hex === undefined} busy={save.isPending}>
          {text.save}
        </Button>
      </footer>
    </form>
  );
}
