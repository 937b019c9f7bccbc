import { useMutation, useQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import type { Settings } from "#shared/system/contract.ts";
import { changing, queryClient, reading } from "../../api/query.ts";
import { Refused } from "../../api/refused.ts";
import { settingsMessages } from "../../messages/english/settings.ts";
import { hexOf } from "../../theme/color-text.ts";
import { defaultColor } from "../../theme/theme.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Refusal } from "../../ui/feedback/refusal.tsx";
import { Failed, Loading } from "../../ui/feedback/states.tsx";
import { announce } from "../../ui/feedback/toasts.tsx";
import { Field, inputClasses, TextField } from "../../ui/fields/field.tsx";
import { Switch } from "../../ui/fields/switch.tsx";
import { useTyped } from "../../ui/fields/use-typed.ts";
import { Panel } from "../../ui/layout/panel.tsx";
import { ThemePreview } from "./theme-preview.tsx";

const text = settingsMessages;
const settingsChanged = 412;

/** Appearance of this server for all users. */
export function AppearancePanel() {
  const settings = useQuery(reading("GET /svc/api/settings", {}));
  return (
    <Panel title={text.parts.appearance} flush>
      {settings.isPending && <Loading />}
      {settings.isError && !settings.data && <Failed error={settings.error} onRetry={() => void settings.refetch()} />}
      {settings.data && <AppearanceForm settings={settings.data} />}
    </Panel>
  );
}

function AppearanceForm({ settings }: { readonly settings: Settings }) {
  const { draft, isChanged, set, reset, saved } = useTyped({
    serverNickname: settings.serverNickname,
    environmentTag: settings.environmentTag ?? "",
    themeColor: settings["theme-color"] ?? "",
    sidebarVariant: settings.sidebarVariant,
  });
  const save = useMutation(
    changing("PATCH /svc/api/settings", ["GET /svc/api/settings", "GET /svc/api/info", "GET /svc/api/audit"], () =>
      announce(text.saved),
    ),
  );
  const hex = draft.themeColor === "" ? defaultColor : hexOf(draft.themeColor);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (hex === undefined) return;
    const { serverNickname, environmentTag, themeColor, sidebarVariant } = draft;
    save.mutate(
      {
        serverNickname,
        environmentTag: environmentTag || null,
        themeColor: themeColor || null,
        sidebarVariant,
        version: settings.version,
      },
      {
        onSuccess: saved,
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
            value={draft.serverNickname}
            onChange={(event) => set({ serverNickname: event.target.value })}
          />
          <TextField
            label={text.tag}
            hint={text.tagHint}
            maxLength={5}
            className="max-w-32"
            value={draft.environmentTag}
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
                  value={draft.themeColor}
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
          <Switch
            label={text.plainMenu}
            text={text.plainMenuText}
            checked={draft.sidebarVariant === "light"}
            onChange={(isPlain) => set({ sidebarVariant: isPlain ? "light" : "color" })}
          />
        </div>
        <ThemePreview color={hex ?? defaultColor} nickname={draft.serverNickname} tag={draft.environmentTag} />
      </div>
      {save.error && (
        <div className="px-4 pb-4">
          <Refusal error={save.error} />
        </div>
      )}
      <footer className="flex justify-end gap-2 border-line border-t px-4 py-3">
        <Button disabled={!isChanged} onClick={reset}>
          {text.reset}
        </Button>
        <Button
          needs="PATCH /svc/api/settings"
          type="submit"
          look="primary"
          disabled={!isChanged || hex === undefined}
          busy={save.isPending}
        >
          {text.save}
        </Button>
      </footer>
    </form>
  );
}
